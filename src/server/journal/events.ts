import type { Owner, Records, RowOf } from '../records/records.js';

type EventRow = RowOf<'events'>;

/** The number of times that an event is tried before it is parked: in about three days, with the default `hookTimeoutMs`. */
export const MAX_TRIES = 75;
/** The number of times that the pause between two tries doubles. */
const DOUBLINGS = 8;

/** An event for `onProgress`. It contains nothing that the applicant typed. */
export interface ProgressEntry extends Owner, Pick<EventRow, 'id' | 'step'> {
  /** The time of the server's clock, in UTC, like `2026-11-21T14:05:09.123Z`. */
  at: string;
  /** The service's id of the company. Left out if the applicant declined before the application was created. */
  company_id?: string | undefined;
  /** The service's id of the application, if the service has sent one. */
  application_id?: string | undefined;
}

/** The first event of each application, oldest first. */
const firstOnes = ({ events }: Records): EventRow[] => {
  const seen = new Set<number>();
  return events.filter(({ application }) => !seen.has(application) && seen.add(application));
};

/**
 * Claims the first event of each application, if it is due: for `pause` milliseconds, which double with each try, no other process takes it. Later events wait
 * for it. Needs all events and applications.
 */
export function claimEvents(
  records: Records,
  owner: Owner,
  pause: number,
): readonly [Records, readonly ProgressEntry[]] {
  const firsts = firstOnes(records);
  const due = firsts.filter(({ due_at }) => due_at !== null && due_at <= records.now);
  const events = records.events.map((one) => {
    if (!due.includes(one)) return firsts.includes(one) || one.due_at === null ? one : { ...one, due_at: null };
    const due_at = one.tries >= MAX_TRIES ? null : records.now + pause * 2 ** Math.min(one.tries, DOUBLINGS);
    return { ...one, tries: one.tries + (due_at === null ? 0 : 1), due_at };
  });
  const claimed = due.filter(({ tries }) => tries < MAX_TRIES);
  return [{ ...records, events }, claimed.map((one) => entryOf(records, owner, one))];
}

function entryOf({ applications }: Records, { subject, business }: Owner, event: EventRow): ProgressEntry {
  const { id, step, application, at } = event;
  const { company_id, application_id } = applications.find(({ number }) => number === application) ?? {};
  const ids = { company_id: company_id ?? undefined, application_id: application_id ?? undefined };
  return { id, subject, business, ...ids, step, at: new Date(at).toISOString() };
}

/** Removes events that were taken. The next event of each application is due. */
export function removeEvents(records: Records, ids: readonly string[]): Records {
  const left = { ...records, events: records.events.filter(({ id }) => !ids.includes(id)) };
  return withFirstDue(left, ({ tries, due_at }) => tries === 0 && due_at === null);
}

/** Tries parked events again. Returns their number. */
export function retryEvents(records: Records): readonly [Records, number] {
  const isParked = ({ tries, due_at }: EventRow) => tries >= MAX_TRIES && due_at === null;
  return [withFirstDue(records, isParked), firstOnes(records).filter(isParked).length];
}

function withFirstDue(records: Records, isMeant: (event: EventRow) => boolean): Records {
  const meant = firstOnes(records).filter(isMeant);
  const due = (one: EventRow) => ({ ...one, tries: 0, due_at: records.now });
  return { ...records, events: records.events.map((one) => (meant.includes(one) ? due(one) : one)) };
}
