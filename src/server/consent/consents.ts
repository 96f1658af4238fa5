import type { CallName } from '../../schema/calls/calls.js';
import type {
  AuthorityConfirmation,
  Consent,
  ConsentDecision,
  ConsentEntry,
  ConsentEvidence,
  ConsentRecord,
  Decided,
  OffersRequest,
} from '../../schema/consent/consent.js';
import { sha256 } from '../../schema/consent/notice-text.js';
import { applicantKey } from '../applications/applications.js';
import type { Applicant } from '../applications/types.js';
import { unexpectedContent } from '../request.js';
import type { Kept } from '../store/kept.js';
import type { RequireLock } from '../store/locks.js';
import type { RequestContext } from '../types.js';
import { createQueue } from '../util/queue.js';
import {
  createLedger,
  lastDecision,
  lastFigures,
  offersWereRequested,
  since,
  standingConsent,
  withdrawal,
} from './ledger.js';
import {
  createNotices,
  createServed,
  ENDING_EVENTS,
  isEnding,
  noConsent,
  rejectEnded,
  rejectRepeated,
  staleNotice,
} from './notices.js';
import { consentRecord } from './record.js';
import type { ConsentSettings } from './types.js';

/** Serves notices, checks and records decisions, and guards requests for offers. Source: specification, "Consent requirement". */
export function createConsents(settings: ConsentSettings, kept: Kept) {
  const served = createServed(kept, settings.consentMaxAgeSeconds);
  const ledger = createLedger(settings);
  const notices = createNotices(settings.notices, ledger);
  const turns = createQueue();
  /** In one process, requests of one applicant wait in a queue, so that they do not compete for the lock. */
  const inTurn = <T>(applicant: Applicant, work: (requireLock: RequireLock) => Promise<T>) =>
    turns(applicantKey(applicant), () => ledger.locked(applicant, work));

  // Entries are kept permanently.
  const limitEntries = ({ subject }: Applicant) => settings.limits.consents(subject);

  /** Returns the facts that a page needs before it shows a notice. */
  const pageFacts = ({ application }: RequestContext, entries: readonly ConsentEntry[]) => ({
    withdrawnAt: withdrawal(entries, application.company_id)?.at,
    figures: lastFigures(application, entries),
  });

  async function serveNotice(context: RequestContext, locale?: string): Promise<Consent> {
    const { applicant, application } = context;
    const notice = notices.pick(locale);
    const { sha256 } = await notices.recorded(notice);
    const { company_id } = application;
    const [servedId, servedAt] = [crypto.randomUUID(), Date.now()];
    // A change of the application from now on ends the notice.
    await served.add(applicant, { servedId, servedAt, noticeId: notice.id, locale: notice.locale, sha256, company_id });
    const entries = await ledger.entriesOf(applicant);
    const given = standingConsent(entries);
    const isSame = given?.notice?.sha256 === sha256 && given.company_id === company_id;
    const isOver = given && (!isSame || entries.slice(entries.indexOf(given)).some(isEnding));
    return {
      notice,
      servedId,
      receipt: await receipt(entries),
      superseded: isOver ? true : undefined,
      ...pageFacts(context, entries),
    };
  }

  /** Records the consent, then sends the request for offers. Without a valid consent nothing is sent. */
  async function requestOffers<T>(context: RequestContext, body: OffersRequest, send: () => Promise<T>): Promise<T> {
    const { credit_score_check_consent: isGiven, evidence } = body;
    if (!isGiven && evidence) await decide(context, { decision: 'declined', evidence });
    if (!isGiven) throw noConsent('The applicant did not agree, so offers were not requested.');
    if (!evidence) throw noConsent('The request for offers has no evidence of consent.');
    await limitEntries(context.applicant);
    // A withdrawal is recorded either before this work or after it.
    return inTurn(context.applicant, async (requireLock) => {
      const { entryId } = await addDecision(context, 'given', evidence);
      const addStep = (event: ConsentEntry['event']) =>
        ledger.addEntry(context.applicant, event, { servedId: evidence.servedId });
      await addStep('requesting');
      // `onConsent` may have been slow, and a process that was suspended has lost its lock.
      rejectEnded(since(entryId, await ledger.entriesOf(context.applicant)));
      await requireLock();
      const result = await send().catch(async (error: unknown) => {
        // Without this entry the outcome of the call would be unknown.
        await addStep('failed').catch(() => undefined);
        throw error;
      });
      // The call has succeeded even if this entry cannot be stored.
      await addStep('requested').catch(() => undefined);
      return result;
    });
  }

  async function decide(context: RequestContext, body: ConsentDecision): Promise<Decided> {
    // A withdrawal is always possible.
    if (body.decision !== 'withdrawn') await limitEntries(context.applicant);
    const { at: decidedAt } = await inTurn(context.applicant, async () =>
      body.decision === 'withdrawn' ? withdraw(context.applicant) : addDecision(context, body.decision, body.evidence),
    );
    return { decidedAt, receipt: await receipt(await ledger.entriesOf(context.applicant)) };
  }

  async function addDecision(context: RequestContext, event: 'given' | 'declined', evidence: ConsentEvidence) {
    const { applicant, application, request } = context;
    const { company_id, application_id } = application;
    const { servedId } = evidence;
    const { ended, servedAt, notice } = await checkEvidence(context, evidence);
    const entries = await ledger.entriesOf(applicant);
    const last = lastDecision(entries);
    // A repeated request uses the entry of the first one.
    if (last?.event === event && last.servedId === servedId) {
      if (event === 'given') rejectRepeated(since(last.entryId, entries));
      await ledger.callHook(last);
      return last;
    }
    const isUsed = entries.some((one) => one.event === 'requested' && one.servedId === servedId);
    if (isUsed || (ended === 'given' && event === 'given')) throw staleNotice('it was already agreed to');
    if (ended && ended !== 'given') throw ENDING_EVENTS[ended]();
    await (event === 'given' ? served.use(applicant, servedId) : served.end(applicant, event));
    return ledger.addDecision(applicant, event, {
      notice,
      company_id,
      application_id,
      servedId,
      servedAt: new Date(servedAt).toISOString(),
      method: event === 'given' ? 'checkbox' : 'button',
      translated: evidence.translated,
      origin: request.headers.get('origin') ?? undefined,
    });
  }

  /** Rejects evidence unless this applicant was recently served the current wording for this application. */
  async function checkEvidence({ applicant, application }: RequestContext, { servedId, sha256 }: ConsentEvidence) {
    const found = await served.find(applicant, servedId);
    if (!found) throw staleNotice('it was served too long ago, or to another applicant');
    if (found.company_id !== application.company_id) throw ENDING_EVENTS.changed();
    const current = notices.find(found.noticeId, found.locale);
    const notice = current && (await notices.recorded(current));
    if (notice?.sha256 !== found.sha256) throw staleNotice('its wording has changed');
    if (sha256 !== notice.sha256) throw noConsent('The wording that the page showed differs from the notice.');
    return { ...found, notice };
  }

  /** Withdraws every consent that is not withdrawn yet. A repeated withdrawal returns the last entry. */
  async function withdraw(applicant: Applicant): Promise<ConsentEntry> {
    const entries = await ledger.entriesOf(applicant);
    const withdrawn = entries.filter(({ event }) => event === 'withdrawn');
    const open = entries.filter(
      ({ event, entryId }) => event === 'given' && !withdrawn.some(({ withdraws }) => withdraws === entryId),
    );
    let last = withdrawn.at(-1);
    const givenIn = (id: string | undefined) => entries.find(({ entryId }) => entryId === id);
    if (last && open.length === 0) await ledger.callHook(last, givenIn(last.withdraws));
    if (open.length > 0) await served.end(applicant, 'withdrawn');
    for (const { entryId, company_id, application_id } of open) {
      const facts = { withdraws: entryId, company_id, application_id, method: 'button' } as const;
      last = await ledger.addDecision(applicant, 'withdrawn', facts, givenIn(entryId));
    }
    if (!last) throw noConsent('This applicant has no consent to withdraw.');
    return last;
  }

  /** Returns the applicant's receipt of their current consent, without the ids that the partner and the service use. */
  async function receipt(entries: readonly ConsentEntry[]): Promise<ConsentRecord | undefined> {
    const given = standingConsent(entries);
    if (!given) return undefined;
    const { business: _, company_id: __, application_id: ___, ...decision } = given;
    return {
      ...consentRecord({ ...decision, subject: 'applicant' }, entries, settings.consentFacts),
      receipt_id: given.entryId,
    };
  }

  /**
   * Records that an application is about to change. It does so before the change is sent, because the outcome may stay unknown. Waits for a request
   * for offers, which relies on the unchanged application. Several documents in a row share one entry. Each change of the figures has its own entry, which
   * shows which figures were sent last.
   */
  const recordChange = ({ applicant, application: { company_id } }: RequestContext, call: ConsentEntry['call']) =>
    inTurn(applicant, async () => {
      await served.end(applicant, 'changed');
      const last = (await ledger.entriesOf(applicant)).at(-1);
      if (call === 'uploadDocument' && last?.event === 'changed' && last.company_id === company_id) return last;
      await limitEntries(applicant);
      return ledger.addEntry(applicant, 'changed', { company_id, call });
    });

  /** Returns the facts for a page that starts, with the calls from all devices of the applicant. */
  async function startFacts(context: RequestContext) {
    const entries = await ledger.entriesOf(context.applicant);
    const { figures, withdrawnAt } = pageFacts(context, entries);
    const isRequested = offersWereRequested(entries, context.application.company_id);
    const made: CallName[] = [
      ...(figures && figures !== 'unknown' ? (['prequalify'] as const) : []),
      ...(isRequested ? (['requestOffers'] as const) : []),
    ];
    return { figures, withdrawnAt, made, changedSinceOffers: !isRequested };
  }

  /** Records the authority that the applicant confirmed. Rejects any other statement than the one that was shown. */
  async function recordAuthority({ applicant, request }: RequestContext, given?: AuthorityConfirmation): Promise<void> {
    const { locale = '', text = '' } = given ?? {};
    if (!text || settings.authority?.[locale] !== text)
      throw unexpectedContent([{ path: 'authority', reason: given ? 'changed' : 'empty' }]);
    await limitEntries(applicant);
    await ledger.addEntry(applicant, 'authorised', {
      authority: { locale, text, sha256: await sha256(text) },
      method: 'checkbox',
      origin: request.headers.get('origin') ?? undefined,
    });
  }

  return { recordAuthority, serveNotice, requestOffers, decide, recordChange, startFacts };
}
