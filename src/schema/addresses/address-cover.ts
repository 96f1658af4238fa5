// The time that the addresses of an applicant cover. Only the page checks it.
import type { Applicant } from '../calls/application.js';
import { type CalendarDate, dayFirst, dayNumber, dayOf, daysInMonth, today } from '../fields/dates.js';
import type { Draft } from '../fields/form.js';

/** The day on which the applicant moved into an address. */
export function moveInDay(draft: Draft, index: number): CalendarDate | undefined {
  const part = (name: string) => draft[`addresses.${index}.start_date.${name}`];
  const result = dayFirst.read({ day: part('day'), month: part('month'), year: part('year') }, { callingCode: '' });
  return 'value' in result ? dayOf(result.value) : undefined;
}

/** Compares two days for sorting: below 0 if the first is earlier, above 0 if it is later. */
export const compareDays = (one: CalendarDate, other: CalendarDate): number => dayNumber(one) - dayNumber(other);

/** The same day `years` years before, or the last day of that month if it is shorter. */
export function yearsBefore({ year, month, day }: CalendarDate, years: number): CalendarDate {
  const months = year * 12 + month - 1 - Math.round(years * 12);
  const then = { year: Math.floor(months / 12), month: (((months % 12) + 12) % 12) + 1 };
  return { ...then, day: Math.min(day, daysInMonth(then.year, then.month)) };
}

/** Returns true if the time since `start` is at least `years`. */
export const covers = (start: CalendarDate, years: number, now = today()) =>
  compareDays(start, yearsBefore(now, years)) <= 0;

/** The most addresses in one application. Source: the body of endpoint 1 as this library sends it. */
const MAX_ADDRESSES = 20;

const NUMBERED = /^addresses\.(\d+)\.(.*)/;
/** Fields of an address that the applicant does not type. */
const NOT_TYPED = ['region', 'current'];

/** A wrong move-in date, or a missing address. */
interface HistoryProblem {
  index: number;
  reason: 'overlap' | 'same-day' | 'gap';
  /** The index of the newer address that this one is compared with. */
  newer: number;
  day: CalendarDate;
}

/** A summary of the addresses in a draft. */
export interface History {
  /** The number of addresses up to the last one that is not blank. The current address always counts. */
  filled: number;
  /** The number of addresses to show: one more if it is needed, or if the applicant asked for it. */
  shown: number;
  /** The first day that the addresses cover, if they must go further back. */
  since: CalendarDate | undefined;
  /** True if the applicant can add another address. */
  mayAdd: boolean;
}

/** The number of addresses up to the last one with a typed field that matches. */
const countWhere = (draft: Draft, matches: (field: string, text: string) => boolean): number => {
  const typed = Object.entries(draft).map(([name, text]) => {
    const [, index, field = ''] = NUMBERED.exec(name) ?? [];
    return !NOT_TYPED.includes(field) && matches(field, text) ? Number(index ?? 0) : 0;
  });
  return Math.max(0, ...typed) + 1;
};

/** Summarises the addresses of a draft, newest first. `years` is the time that they must cover. */
export function summariseHistory(draft: Draft, years: number): History {
  const asked = countWhere(draft, () => true);
  // "No" to the question about the country is a blank value.
  const filled = countWhere(draft, (field, text) => field === 'country_code' || !!text.trim());
  const starts = startsOf(draft, filled);
  const last = starts.at(-1);
  const isShort = !!last && filled < MAX_ADDRESSES && !starts.some((start) => start && covers(start, years));
  const shown = Math.min(MAX_ADDRESSES, Math.max(asked, isShort ? filled + 1 : 0));
  const mayAdd = !!last && shown === filled && filled < MAX_ADDRESSES;
  return { filled, shown, since: isShort ? earliestBefore(draft, filled) : undefined, mayAdd };
}

const startsOf = (draft: Draft, count: number) => Array.from({ length: count }, (_, index) => moveInDay(draft, index));

/** The first day that is covered by the addresses before `index` in the list. */
export const earliestBefore = (draft: Draft, index: number): CalendarDate | undefined =>
  startsOf(draft, index)
    .filter((start): start is CalendarDate => !!start)
    .sort(compareDays)[0];

/** Returns the addresses that are in the wrong order, and the gap at the end if they do not go back far enough. */
// Spec: whether histories may overlap or have gaps is not shown. An address ends where the next one begins.
export function historyProblems(draft: Draft, years: number): HistoryProblem[] {
  const { filled, since } = summariseHistory(draft, years);
  const problems: HistoryProblem[] = [];
  let newer = -1;
  startsOf(draft, filled).forEach((start, index, starts) => {
    if (!start) return;
    const day = starts[newer];
    const apart = day ? compareDays(start, day) : -1;
    if (day && apart >= 0) problems.push({ index, reason: apart ? 'overlap' : 'same-day', newer, day });
    newer = index;
  });
  if (since) problems.push({ index: filled, reason: 'gap', newer: filled - 1, day: since });
  return problems;
}

/** Removes blank addresses from the end of a draft, so that the applicant need not fill them in. */
export const withoutBlanks = (draft: Draft, { filled }: History): Draft =>
  Object.fromEntries(Object.entries(draft).filter(([name]) => Number(NUMBERED.exec(name)?.[1] ?? 0) < filled));

/** Removes an address from a draft. The older ones move up. */
export function removeAddress(draft: Draft, index: number): void {
  const entries = Object.entries(draft);
  for (const [name] of entries) if (Number(NUMBERED.exec(name)?.[1] ?? -1) >= index) delete draft[name];
  for (const [name, text] of entries) {
    const [, number, field] = NUMBERED.exec(name) ?? [];
    if (Number(number ?? -1) > index) draft[`addresses.${Number(number) - 1}.${field}`] = text;
  }
}

type Addresses = Partial<Applicant>['addresses'];

/** Returns `20120201` for `01/02/2012`. The current address sorts as the newest. */
const sortKey = ({ current, start_date = '' }: NonNullable<Addresses>[number]) =>
  current ? '9' : start_date.split('/').reverse().join('');

/** Sorts addresses as the form shows and sends them: the current one first, then from new to old. */
// Spec: the order of the addresses is not shown.
export const newestFirst = (addresses: Addresses): Addresses =>
  addresses &&
  [...addresses]
    .sort((one, other) => Number(sortKey(one) < sortKey(other)) - Number(sortKey(one) > sortKey(other)))
    .map((address, index) => ({ ...address, current: index ? undefined : 'true' }));
