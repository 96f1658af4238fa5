import { LendingError } from '../../errors.js';
import { CALLS, type CallName } from '../../schema/calls/calls.js';
import type { ProgressStep, Records, RowOf } from './records.js';

export type ApplicationRow = RowOf<'applications'>;
export type CallRow = RowOf<'calls'>;

/** The most waiting events of an owner. When there are so many, a further token is not reported. */
const MAX_EVENTS = 1000;

/** The application that is not closed. */
export const current = ({ applications }: Pick<Records, 'applications'>): ApplicationRow | undefined =>
  applications.find(({ closed_at }) => closed_at === null);

/** The number of the current application, also if it has no row yet. */
export const numberOf = (records: Pick<Records, 'applications' | 'owner'>): number =>
  current(records)?.number ?? records.owner.number + 1;

/** The id of the row with this place among the new rows of one change. `id` is a random UUID from outside. */
export const nthId = (id: string, place: number): string => id.slice(0, -4) + place.toString(16).padStart(4, '0');

/** Adds a row for the current application, unless there is one. */
export function open(records: Records, id: string): Records {
  if (current(records)) return records;
  const number = numberOf(records);
  const ids = { company_id: null, application_id: null, email: null, figures: null, figures_version: null };
  const rest = { answers: null, company: null, body: null, documents: null, created_at: null, closed_at: null };
  const row: ApplicationRow = { id, number, version: 0, ...ids, ...rest };
  return { ...records, applications: [...records.applications, row], owner: { ...records.owner, number } };
}

/** Changes the current application. */
export const changed = (records: Records, facts: Partial<ApplicationRow>): Records => ({
  ...records,
  applications: records.applications.map((one) => (one.closed_at === null ? { ...one, ...facts } : one)),
});

/** Raises the version of the current application: it ends the notices that were served before. */
export const raised = (records: Records): Records => changed(records, { version: current(records)!.version + 1 });

/** Adds an event for `onProgress`. */
export function withEvent(records: Records, id: string, step: ProgressStep): Records {
  const { counts, now } = records;
  if (counts.events >= MAX_EVENTS && step === 'token-issued') return records;
  const event = { id, application: numberOf(records), step, at: now, tries: 0, due_at: now };
  return { ...records, events: [...records.events, event], counts: { ...counts, events: counts.events + 1 } };
}

/** The calls that have succeeded for the current application, in the order of the specification. */
export const doneCalls = (records: Records): CallName[] =>
  CALLS.filter((call) =>
    call === 'createApplication' ? current(records)?.company_id : (records.counts.done[call]?.count ?? 0) > 0,
  );

/** Returns true if a call has begun and has time left. */
export const isUnderWay = ({ state, deadline }: CallRow, now: number): boolean => state === 'begun' && deadline > now;

/** The calls of the current application that are loaded. */
export const ownCalls = (records: Records): readonly CallRow[] =>
  records.calls.filter(({ application }) => application === current(records)?.number);

/** Throws if the current application is another one than a page was opened for. */
export function requireNumber(records: Records, number: number): void {
  if (numberOf(records) !== number) throw wasClosed();
}

export const wasClosed = () =>
  new LendingError('handler-closed', 'Rejected: this application was closed after the page was opened.', {
    remedy: 'Load the page again.',
  });

export const busy = (message: string) => new LendingError('handler-in-flight', message, { recoverable: true });
export const inFlight = () => busy('Another request is making the same call now.');
