import { LendingError } from '../../errors.js';
import type { CallName } from '../../schema/calls/calls.js';
import type { ConsentEntry, ConsentEvidence, RecordedNotice } from '../../schema/consent/consent.js';
import type { Limit } from '../limits.js';
import {
  current,
  inFlight,
  isUnderWay,
  nthId,
  open,
  ownCalls,
  raised,
  requireNumber,
  withEvent,
} from '../records/current.js';
import { factsOf } from '../records/entry.js';
import type { Records, RowOf } from '../records/records.js';
import { lastDecision, ownEntries, requireRoom, withEntry, type EntryRow } from './entries.js';

type ServedRow = RowOf<'served'>;

/** The number of notices that one applicant can have open: each open page has one. */
const MAX_OPEN_NOTICES = 10;
/** The entries that a request for offers adds: the consent, the request and its outcome. */
const ENTRIES_OF_REQUEST = 3;

export const noConsent = (message: string) => new LendingError('handler-no-consent', message);
const staleNotice = (why: string) =>
  new LendingError('handler-consent-stale', `Show the consent notice again: ${why}.`, { recoverable: true });

/** Serves a notice for the application as it is now. `id` identifies it. */
export function serve(
  given: Records,
  id: string,
  { number, notice, seconds }: { number: number; notice: string; seconds: number },
): Records {
  requireNumber(given, number);
  const records = open(given, nthId(id, 1));
  const { version } = current(records)!;
  const served_at = records.now;
  const row = { id, application: number, notice, version, entry: null, served_at, ends_at: served_at + seconds * 1000 };
  return { ...records, served: [row, ...records.served].slice(0, MAX_OPEN_NOTICES) };
}

/** The facts of a decision that answers a notice. */
export interface Answer {
  readonly number: number;
  readonly evidence: ConsentEvidence;
  /** The current wording of the notice that was served, and the SHA-256 of its JSON; `undefined` if it is not served any more. */
  readonly notice: { readonly sha256: string; readonly recorded: RecordedNotice } | undefined;
  readonly origin: string | undefined;
  readonly limit: Limit;
}

export interface Decision {
  readonly entry: EntryRow;
  readonly served: ServedRow;
}

/** Rejects evidence unless this applicant was recently served the current wording. */
function checkEvidence(records: Records, { evidence, notice, number }: Answer): ServedRow {
  requireNumber(records, number);
  const served = records.served.find(({ id }) => id === evidence.servedId);
  if (!served) throw staleNotice('it was served too long ago, or to another applicant');
  if (notice?.sha256 !== served.notice) throw staleNotice('its wording has changed');
  if (evidence.sha256 !== notice.recorded.sha256)
    throw noConsent('The wording that the page showed differs from the notice.');
  return served;
}

/** Returns the entry of an earlier request with the same decision about the same notice, for the same application at the service. */
function repeated(records: Records, event: 'given' | 'declined', { id }: ServedRow): EntryRow | undefined {
  const last = lastDecision(records);
  if (last?.event !== event) return undefined;
  const { servedId, company_id = null } = factsOf(last);
  return servedId === id && company_id === current(records)!.company_id ? last : undefined;
}

/** Throws if the application has changed since a notice was served. The reason is in the last entry. */
function requireVersion(records: Records, { id, version, served_at }: ServedRow): void {
  if (current(records)?.version !== version) throw whyEnded(records, id, served_at);
}

function whyEnded(records: Records, servedId: string, servedAt: number): LendingError {
  const later = ownEntries(records).filter(({ at, event }) => at >= servedAt && REASONS.includes(event));
  // An entry that was stored during a request for offers counts more than its outcome.
  const during = later.slice(later.findLastIndex(({ event }) => event === 'requesting') + 1);
  const outcome =
    later.at(-1)?.event === 'failed' ? later.findLast(({ event }) => !PENDING.includes(event)) : later.at(-1);
  const last = during.findLast(({ event }) => event !== 'requested' && event !== 'failed') ?? outcome;
  if (last?.event === 'withdrawn')
    return new LendingError(
      'handler-consent-withdrawn',
      'The applicant withdrew the consent after this notice was shown.',
    );
  if (last?.event === 'declined') return staleNotice('the applicant has declined');
  if (last?.event === 'requesting')
    return staleNotice('nobody knows whether the earlier request for offers reached the service');
  if (last?.event !== 'requested') return staleNotice('the application has changed');
  const isSame = factsOf(last).servedId === servedId;
  return staleNotice(isSame ? 'offers were already requested with this consent' : 'offers were requested meanwhile');
}
const REASONS: readonly string[] = ['withdrawn', 'declined', 'changed', 'requesting', 'requested', 'failed'];
const PENDING: readonly string[] = ['requesting', 'failed'];

function addDecision(
  records: Records,
  id: string,
  event: 'given' | 'declined',
  served: ServedRow,
  { evidence, origin }: Answer,
): Records {
  const { company_id, application_id } = current(records)!;
  return withEntry(
    records,
    id,
    event,
    {
      company_id: company_id ?? undefined,
      application_id: application_id ?? undefined,
      servedId: served.id,
      servedAt: new Date(served.served_at).toISOString(),
      method: event === 'given' ? 'checkbox' : 'button',
      translated: evidence.translated,
      origin,
    },
    served.notice,
  );
}

/** Records a consent. A repeated one uses the entry of the first request. `added`: the entries that follow from it, with its own. Call `lapsed()` first. */
export function agree(records: Records, id: string, answer: Answer, added = 1): readonly [Records, Decision] {
  const served = checkEvidence(records, answer);
  requireVersion(records, served);
  const earlier = repeated(records, 'given', served);
  if (earlier) {
    if (added > 1) requireRoom(records, added - 1, answer.limit);
    return [records, { entry: earlier, served }];
  }
  if (served.entry) throw staleNotice('it was already agreed to');
  requireRoom(records, added, answer.limit);
  const next = addDecision(records, id, 'given', served, answer);
  const used = next.served.map((one) => (one === served ? { ...one, entry: id } : one));
  return [
    { ...next, served: used },
    { entry: next.consents.at(-1)!, served },
  ];
}

/** Records the consent of a request for offers. While another one is under way, its outcome is not known. */
export function agreeToRequest(records: Records, id: string, answer: Answer): readonly [Records, Decision] {
  if (ownCalls(records).some((one) => one.call === 'requestOffers' && isUnderWay(one, records.now))) throw inFlight();
  return agree(records, id, answer, ENTRIES_OF_REQUEST);
}

/** Records that offers are about to be requested. Throws if the consent has ended since. */
export function requesting(records: Records, id: string, { served }: Decision): Records {
  requireVersion(records, served);
  return withEntry(records, id, 'requesting', { servedId: served.id });
}

/** Throws if the consent of a request for offers has ended: nothing may be sent. */
export function requireConsent(records: Records, number: number, { served }: Decision): void {
  requireNumber(records, number);
  requireVersion(records, served);
}

/** Records the outcome of a request for offers. A certain failure leaves the consent, so that the request can be repeated with it. */
export function requestEnded(
  records: Records,
  id: string,
  event: 'requested' | 'failed',
  { served }: Decision,
): Records {
  const next = withEntry(records, id, event, { servedId: served.id });
  return event === 'requested' ? raised(next) : next;
}

/** Records that the applicant has declined. It ends all notices that were served before. */
export function decline(
  records: Records,
  id: string,
  answer: Answer,
  hasEvents: boolean,
): readonly [Records, Decision] {
  const served = checkEvidence(records, answer);
  const earlier = repeated(records, 'declined', served);
  if (earlier) return [records, { entry: earlier, served }];
  requireVersion(records, served);
  requireRoom(records, 1, answer.limit);
  const next = raised(addDecision(records, id, 'declined', served, answer));
  return [hasEvents ? withEvent(next, nthId(id, 1), 'declined') : next, { entry: next.consents.at(-1)!, served }];
}

/**
 * Withdraws every consent that is not withdrawn yet, and ends all notices that were served before. Needs all entries of the application. Returns the last withdrawal and its consent,
 * also for a repeated request.
 */
export function withdraw(
  records: Records,
  id: string,
  number: number,
  hasEvents: boolean,
): readonly [Records, { added: readonly EntryRow[]; last: EntryRow }] {
  requireNumber(records, number);
  const entries = ownEntries(records);
  const withdrawn = entries.filter(({ event }) => event === 'withdrawn');
  const ids = withdrawn.map((one) => factsOf(one).withdraws);
  const standing = entries.filter((one) => one.event === 'given' && !ids.includes(one.id));
  let next = records;
  for (const [at, one] of standing.entries()) {
    const { company_id, application_id } = factsOf(one);
    const facts = { withdraws: one.id, company_id, application_id, method: 'button' } as const;
    next = withEntry(next, nthId(id, 2 * at), 'withdrawn', facts);
    if (hasEvents) next = withEvent(next, nthId(id, 2 * at + 1), 'withdrawn');
  }
  const added = next.consents.slice(records.consents.length);
  const last = added.at(-1) ?? withdrawn.at(-1);
  if (!last) throw noConsent('This applicant has no consent to withdraw.');
  return [added.length > 0 ? raised(next) : records, { added, last }];
}

/**
 * Records that an application is about to change. It does so before the change is sent, because the outcome may stay unknown. Several documents in a row share one
 * entry.
 */
export function change(records: Records, id: string, call: CallName, limit: Limit): Records {
  const next = raised(records);
  const isShared = call === 'uploadDocument' && ownEntries(records).at(-1)?.event === 'changed';
  if (isShared) return next;
  requireRoom(records, 1, limit);
  const company_id = current(records)?.company_id ?? undefined;
  return withEntry(next, id, 'changed', { company_id, call: call as NonNullable<ConsentEntry['call']> });
}

/** Records the authority that the applicant confirmed, and where the answers came from. `id` identifies the first entry. */
export function prepared(
  records: Records,
  id: string,
  entries: readonly (readonly [EntryRow['event'], Partial<ConsentEntry>])[],
  limit: Limit,
): Records {
  requireRoom(records, entries.length, limit);
  return entries.reduce((next, [event, facts], at) => withEntry(next, nthId(id, at), event, facts), records);
}
