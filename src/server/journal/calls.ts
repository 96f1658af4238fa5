import { LendingError } from '../../errors.js';
import type { CallName } from '../../schema/calls/calls.js';
import {
  busy,
  changed,
  current,
  isUnderWay,
  nthId,
  open,
  ownCalls,
  raised,
  requireNumber,
  withEvent,
  type CallRow,
} from '../records/current.js';
import type { ProgressStep, Records } from '../records/records.js';
import { outcomeUnknown } from '../util/outcome-unknown.js';

/** The most calls of one applicant that run at the same time. */
const MAX_CONCURRENT_CALLS = 10;
/** Milliseconds for which the key of a call is kept after its success, and after an unknown outcome. */
const REMEMBERED_MS = 600_000;
const BLOCKED_MS = 24 * 3600_000;

/** The step that follows each call. */
export const STEPS = {
  createApplication: 'created',
  uploadDocument: 'document-sent',
  prequalify: 'figures-sent',
  requestOffers: 'offers-requested',
  authenticate: 'token-issued',
} as const satisfies Record<CallName, ProgressStep>;

/** The facts of a call that is to begin. */
export interface Wanted extends Pick<CallRow, 'call' | 'key' | 'content' | 'request_id'> {
  /** The number of the application that the page was opened for. */
  readonly number: number;
  /** Milliseconds after which the call must have ended. */
  readonly limit: number;
}

/** A call that this request makes (`begun`), that another one makes now (`waiting`), or that was made (`done`). */
export interface Begun {
  readonly kind: 'begun' | 'waiting' | 'done';
  readonly row: CallRow;
  /** The id of the application's row. */
  readonly application: string;
}

/**
 * Stores a call before the service gets a byte. `before` checks and adds the records that the call needs, in the same transaction. A request with the key of an
 * earlier call begins nothing.
 */
export function beginCall<Noted>(
  given: Records,
  id: string,
  wanted: Wanted,
  before: (records: Records) => readonly [Records, Noted?] = (same) => [same],
): readonly [Records, Begun, Noted | undefined] {
  requireNumber(given, wanted.number);
  const records = lapsed(open(given, nthId(id, 1)));
  const application = current(records)!.id;
  const mine = ownCalls(records);
  // Another request has created the application meanwhile, or somebody has settled it.
  if (wanted.call === 'createApplication' && current(records)!.company_id)
    return [records, { kind: 'done', row: newRow(records, id, wanted), application }, undefined];
  const found = mine.find(({ call, key }) => call === wanted.call && key !== null && key === wanted.key);
  const isForgotten = !!found && found.forget_at !== null && found.forget_at <= records.now;
  if (found && !isForgotten) {
    if (found.content !== wanted.content) throw anotherBody();
    if (found.state === 'unknown') throw unknownOutcome(found);
    return [records, { kind: found.state === 'done' ? 'done' : 'waiting', row: found, application }, undefined];
  }
  if (mine.filter((one) => isUnderWay(one, records.now)).length >= MAX_CONCURRENT_CALLS)
    throw busy('Too many calls of this applicant run at the same time.');
  const [ready, noted] = before(records);
  const row = newRow(ready, id, wanted);
  const calls = ready.calls.map((one) => (one === found ? { ...one, key: null, content: null, forget_at: null } : one));
  return [{ ...ready, calls: [...calls, row] }, { kind: 'begun', row, application }, noted];
}

function newRow(
  records: Records,
  id: string,
  { limit, call, key, content, request_id }: Omit<Wanted, 'number'>,
): CallRow {
  const { number, version } = current(records)!;
  const { now } = records;
  const facts = { call, key, content, request_id, forget_at: null, ended_at: null };
  return { id, application: number, state: 'begun', version, begun_at: now, deadline: now + limit, ...facts };
}

/** Gives each overdue call an unknown outcome: its process is gone, and nobody knows whether the service has received the call. */
export function lapsed(records: Records): Records {
  const overdue = ownCalls(records).filter((one) => one.state === 'begun' && !isUnderWay(one, records.now));
  return overdue.reduce((next, one) => endCall(next, one.id, 'unknown')[0], records);
}

/**
 * Ends a call that was begun. A call that certainly failed leaves no row. Returns false, and changes nothing, if the row is not there any more: the
 * application was closed or erased after the deadline.
 */
export function endCall(
  records: Records,
  id: string,
  state: 'done' | 'unknown' | 'failed',
): readonly [Records, boolean] {
  const row = ownCalls(records).find((one) => one.id === id);
  if (!row) return [records, false];
  const { now } = records;
  const kept = state === 'unknown' ? (row.call === 'createApplication' ? null : now + BLOCKED_MS) : now + REMEMBERED_MS;
  const calls = records.calls.flatMap((one) =>
    one.id !== id ? one : state === 'failed' ? [] : { ...one, state, ended_at: now, forget_at: kept },
  );
  const next = { ...records, calls };
  if (state === 'done') return [counted(next, row.call), true];
  // A request for offers that may have reached the service uses its consent up.
  return [state === 'unknown' && row.call === 'requestOffers' ? raised(next) : next, true];
}

function counted(records: Records, call: CallName): Records {
  const { counts, now } = records;
  const count = (counts.done[call]?.count ?? 0) + 1;
  return { ...records, counts: { ...counts, done: { ...counts.done, [call]: { count, last: now } } } };
}

/** Records a call that was made without a key, and has succeeded. */
export function recordCall(records: Records, id: string, call: CallName, number: number): Records {
  const found = current(records);
  if (found?.number !== number) return records;
  const row = newRow(records, id, { call, key: null, content: null, request_id: null, limit: 0 });
  return counted({ ...records, calls: [...records.calls, { ...row, state: 'done', ended_at: records.now }] }, call);
}

/** Adds the event of a call that has succeeded. */
export const reported = (records: Records, id: string, call: CallName) => withEvent(records, nthId(id, 2), STEPS[call]);

/**
 * Stores the figures that were sent; `null`: nobody knows whether the service has got them. If others were sent at the same time, nobody knows which of them it has
 * got last.
 */
export function withFigures(records: Records, row: CallRow, figures: string | null): Records {
  const others = ownCalls(records).filter((one) => one.call === 'prequalify' && one.state !== 'done');
  const known = current(records)!.figures_version ?? -1;
  const isCertain = row.version > known && !others.some(({ ended_at }) => (ended_at ?? 0) > row.begun_at);
  // A call that is under way now may have been received before this one, or after it.
  const versions = others.filter((one) => isUnderWay(one, records.now)).map(({ version }) => version);
  return changed(records, {
    figures: isCertain ? figures : null,
    figures_version: Math.max(known, row.version, ...versions),
  });
}

/** Whether the figures that were sent last are stored. `unknown`: a call may have sent others. */
export function stateOfFigures(records: Records): 'none' | 'unknown' | 'stored' {
  const { figures, figures_version } = current(records) ?? {};
  const isUncertain = ownCalls(records).some(
    (one) =>
      one.call === 'prequalify' &&
      one.state !== 'done' &&
      (isUnderWay(one, records.now) || one.version >= (figures_version ?? 0)),
  );
  if (!isUncertain && figures) return 'stored';
  return isUncertain || typeof figures_version === 'number' ? 'unknown' : 'none';
}

export const unknownOutcome = ({ request_id }: Pick<CallRow, 'request_id'>, cause?: unknown) =>
  outcomeUnknown({ cause, requestId: request_id ?? undefined, canCheck: true });

const anotherBody = () =>
  new LendingError('handler-invalid', 'Rejected: this Idempotency-Key was already used with another body.', {
    remedy: 'Use a new key for each new body.',
  });
