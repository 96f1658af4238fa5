import { compareDays, covers, startOf } from './address-span.js';
import type { Applicant } from './application.js';
import type { CalendarDate } from './dates.js';
import type { Draft } from './form.js';

/** How many addresses an application carries. Source: the body of endpoint 1 as this library sends it. */
const MOST = 20;

const NUMBERED = /^addresses\.(\d+)\.(.*)/;
/** What an address carries along without being asked. */
const CARRIED = ['country_code', 'region', 'current'];

/** What is wrong with the order of addresses: which one, why, and beside which day of another one. */
export interface HistoryProblem {
  index: number;
  reason: 'overlap' | 'same-day' | 'gap';
  /** The newer address that this one is held against. */
  newer: number;
  day: CalendarDate;
}

/** What the addresses of a draft come to. */
export interface History {
  /** How many there are up to the last one in which something stands. The current one counts in any case. */
  given: number;
  /** How many are shown: one more where it is needed, or was asked for. */
  shown: number;
  /** The day before which it is not known where the applicant lived, if the span reaches further back. */
  since: CalendarDate | undefined;
  /** Whether one more can be asked for. */
  mayAdd: boolean;
}

/** The numbers of the addresses for which `matches` holds. */
const numbers = (draft: Draft, matches: (field: string, text: string) => boolean): number[] =>
  Object.entries(draft).flatMap(([name, text]) => {
    const [, index, field] = NUMBERED.exec(name) ?? [];
    return index && matches(field!, text) ? [Number(index)] : [];
  });

/** Looks at the addresses of a draft, newest first. `years` is the span that they must cover. */
export function lookAt(draft: Draft, years: number): History {
  const asked = Math.max(0, ...numbers(draft, (field) => !CARRIED.includes(field))) + 1;
  const given = Math.max(0, ...numbers(draft, (field, text) => !CARRIED.includes(field) && !!text.trim())) + 1;
  const starts = startsOf(draft, given);
  const last = starts.at(-1);
  const isShort = !!last && given < MOST && !starts.some((start) => start && covers(start, years));
  const shown = Math.min(MOST, Math.max(asked, isShort ? given + 1 : 0));
  const mayAdd = !!last && shown === given && given < MOST;
  return { given, shown, since: isShort ? earliestBefore(draft, given) : undefined, mayAdd };
}

const startsOf = (draft: Draft, count: number) => Array.from({ length: count }, (_, index) => startOf(draft, index));

/** The first day that is known of the addresses before this one in the list: about what was before that, this one tells. */
export const earliestBefore = (draft: Draft, index: number): CalendarDate | undefined =>
  startsOf(draft, index)
    .filter((start): start is CalendarDate => !!start)
    .toSorted(compareDays)[0];

/** What is wrong with the order of the addresses, and where they do not reach far enough back. */
// Spec: whether histories may overlap or have gaps is not shown. An address ends where the next one begins.
export function problemsOf(draft: Draft, years: number): HistoryProblem[] {
  const { given, since } = lookAt(draft, years);
  const problems: HistoryProblem[] = [];
  let newer = -1;
  startsOf(draft, given).forEach((start, index, starts) => {
    if (!start) return;
    const day = starts[newer];
    const apart = day ? compareDays(start, day) : -1;
    if (day && apart >= 0) problems.push({ index, reason: apart ? 'overlap' : 'same-day', newer, day });
    newer = index;
  });
  if (since) problems.push({ index: given, reason: 'gap', newer: given - 1, day: since });
  return problems;
}

/** The draft without the blank addresses at its end: nobody has to fill in what was asked for too much. */
export const withoutBlanks = (draft: Draft, { given }: History): Draft =>
  Object.fromEntries(Object.entries(draft).filter(([name]) => Number(NUMBERED.exec(name)?.[1] ?? 0) < given));

/** Takes an address out of a draft. The older ones move up. */
export function remove(draft: Draft, index: number): void {
  const entries = Object.entries(draft);
  for (const [name] of entries) if (Number(NUMBERED.exec(name)?.[1] ?? -1) >= index) delete draft[name];
  for (const [name, text] of entries) {
    const [, number, field] = NUMBERED.exec(name) ?? [];
    if (Number(number ?? -1) > index) draft[`addresses.${Number(number) - 1}.${field}`] = text;
  }
}

type Addresses = Partial<Applicant>['addresses'];

/** `01/02/2012` as `20120201`; the current address is newer than any. */
const age = ({ current, start_date = '' }: NonNullable<Addresses>[number]) =>
  current ? '9' : start_date.split('/').reverse().join('');

/** Addresses as the form asks for them, and as they are sent: the current one first, then backwards in time. */
// Spec: the order of the addresses is not shown.
export const newestFirst = (addresses: Addresses): Addresses =>
  addresses
    ?.toSorted((one, other) => Number(age(one) < age(other)) - Number(age(one) > age(other)))
    .map((address, index) => ({ ...address, current: index ? undefined : 'true' }));
