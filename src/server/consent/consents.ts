import type { CallName } from '../../schema/calls.js';
import type {
  Consent,
  ConsentDecision,
  ConsentEntry,
  ConsentEvidence,
  ConsentRecord,
  Decided,
  OffersRequest,
} from '../../schema/consent/consent.js';
import { applicantKey } from '../applications/applications.js';
import type { Applicant } from '../applications/types.js';
import { rejectTooMany } from '../limits.js';
import { createSeal } from '../seal.js';
import type { RequireLock } from '../store/locks.js';
import type { Visit } from '../types.js';
import { createQueue } from '../util/queue.js';
import {
  ENDING_EVENTS,
  endingEntries,
  noConsent,
  refuseEndedNotice,
  refuseUnknownOutcome,
  staleNotice,
  type ServedNotice,
} from './evidence.js';
import { lastFigures } from './figures.js';
import { createLedger } from './ledger.js';
import { createNotices } from './notices.js';
import { consentRecord } from './record.js';
import { lastDecision, offersWereRequested, standingConsent, withdrawal } from './decisions.js';
import type { ConsentSettings } from './types.js';

/** Serves notices, checks and records decisions, and guards requests for offers. Source: specification, "Consent requirement". */
export function createConsents(settings: ConsentSettings) {
  const { secrets } = settings;
  const seal = createSeal(secrets, 'lending-elements/consent');
  const ledger = createLedger(settings);
  const notices = createNotices(settings.notices, ledger);
  const turns = createQueue();
  /** Requests of one applicant wait for each other here, and not with attempts at the lock. */
  const inTurn = <T>(applicant: Applicant, work: (requireLock: RequireLock) => Promise<T>) =>
    turns(applicantKey(applicant), () => ledger.locked(applicant, work));

  /** Limits the entries of one subject: they take room for good. */
  const limitEntries = async ({ subject }: Applicant): Promise<void> =>
    rejectTooMany('consent entries for one subject', await settings.limits.consents(subject));

  /** Returns the facts that a page needs before it shows a notice. */
  const pageFacts = ({ application }: Visit, entries: readonly ConsentEntry[]) => ({
    withdrawnAt: withdrawal(entries, application.company_id)?.at,
    figures: lastFigures(application, entries),
  });

  /** Serves the notice to a page, with the receipt of the applicant's current consent. */
  async function serveNotice(visit: Visit): Promise<Consent> {
    const { applicant, application, request } = visit;
    const notice = notices.pick(new URL(request.url).searchParams.get('locale'));
    const { sha256 } = await notices.recorded(notice);
    const { company_id } = application;
    const { id: noticeId, locale } = notice;
    let entries = await ledger.entriesOf(applicant);
    // recordChange() needs this entry: a change after it makes this notice stale. A change that comes now waits for it.
    if (entries.at(-1)?.event === 'changed') {
      await limitEntries(applicant);
      await inTurn(applicant, async () => {
        entries = await ledger.entriesOf(applicant);
        if (entries.at(-1)?.event === 'changed') await ledger.addEntry(applicant, 'served', { company_id });
      });
    }
    const [jti, servedAt, ended] = [crypto.randomUUID(), Date.now(), endingEntries(entries).at(-1)?.entryId];
    const served: ServedNotice = { jti, servedAt, noticeId, locale, sha256, company_id, ended };
    const given = standingConsent(entries);
    const isSame = given?.notice?.sha256 === sha256 && given.company_id === company_id;
    const isOver = given && (!isSame || endingEntries(entries.slice(entries.indexOf(given))).length > 0);
    return {
      notice,
      seal: await seal.close({ ...served }, applicantKey(applicant), settings.consentMaxAge),
      receipt: await receipt(entries),
      superseded: isOver ? true : undefined,
      ...pageFacts(visit, entries),
    };
  }

  /** Records the consent, then sends the request for offers. Without a valid consent nothing is sent. */
  async function requestOffers(visit: Visit, body: OffersRequest, send: () => Promise<void>): Promise<void> {
    const { credit_score_check_consent: isGiven, evidence } = body;
    if (!isGiven && evidence) await decide(visit, { decision: 'declined', evidence });
    if (!isGiven) throw noConsent('The applicant did not agree, so offers were not requested.');
    if (!evidence) throw noConsent('The request for offers has no evidence of consent.');
    await limitEntries(visit.applicant);
    // A withdrawal is recorded either before this work or after it.
    await inTurn(visit.applicant, async (requireLock) => {
      const { served } = await addDecision(visit, 'given', evidence);
      const addStep = (event: ConsentEntry['event']) =>
        ledger.addEntry(visit.applicant, event, { servedId: served.jti });
      await addStep('requesting');
      // The hook may have been slow, and a process that was suspended has lost its lock.
      refuseEndedNotice(served, await ledger.entriesOf(visit.applicant));
      await requireLock();
      try {
        await send();
      } catch (error) {
        // Without this entry the outcome of the call would be unknown.
        await addStep('failed').catch(() => undefined);
        throw error;
      }
      // The call has succeeded even if this entry cannot be stored.
      await addStep('requested').catch(() => undefined);
    });
  }

  /** Records a decision that does not request offers. */
  async function decide(visit: Visit, body: ConsentDecision): Promise<Decided> {
    // A withdrawal is always possible.
    if (body.decision !== 'withdrawn') await limitEntries(visit.applicant);
    const { at: decidedAt } = await inTurn(visit.applicant, async () =>
      body.decision === 'withdrawn'
        ? withdraw(visit.applicant)
        : (await addDecision(visit, body.decision, body.evidence)).entry,
    );
    return { decidedAt, receipt: await receipt(await ledger.entriesOf(visit.applicant)) };
  }

  async function addDecision(visit: Visit, event: 'given' | 'declined', evidence: ConsentEvidence) {
    const { served, notice } = await checkEvidence(visit, evidence);
    const entries = await ledger.entriesOf(visit.applicant);
    const last = lastDecision(entries);
    // A repeated request uses the entry that it has already.
    const isRepeated = last?.event === event && last.servedId === served.jti;
    if (!isRepeated || event === 'given') refuseEndedNotice(served, entries);
    if (isRepeated) {
      refuseUnknownOutcome(served, entries);
      await ledger.callHook(last);
      return { served, entry: last };
    }
    const { company_id, application_id } = visit.application;
    const entry = await ledger.addDecision(visit.applicant, event, {
      notice,
      company_id,
      application_id,
      servedId: served.jti,
      servedAt: new Date(served.servedAt).toISOString(),
      method: event === 'given' ? 'checkbox' : 'button',
      translated: evidence.translated,
      origin: visit.request.headers.get('origin') ?? undefined,
    });
    return { served, entry };
  }

  /** Rejects evidence unless this applicant was recently served the current wording for this application. */
  async function checkEvidence({ applicant, application }: Visit, evidence: ConsentEvidence) {
    const served = await seal.open<ServedNotice>(evidence.seal, applicantKey(applicant));
    if (!served) throw staleNotice('it was served too long ago, or to another applicant');
    if (served.company_id !== application.company_id) throw ENDING_EVENTS.changed();
    const current = notices.find(served.noticeId, served.locale);
    const notice = current && (await notices.recorded(current));
    if (notice?.sha256 !== served.sha256) throw staleNotice('its wording has changed');
    if (evidence.sha256 !== notice.sha256) throw noConsent('The page showed a text that differs from the notice.');
    return { served, notice };
  }

  /** Withdraws every consent that is not withdrawn yet. A repeated withdrawal returns the last entry. */
  async function withdraw(applicant: Applicant): Promise<ConsentEntry> {
    const entries = await ledger.entriesOf(applicant);
    const withdrawn = entries.filter(({ event }) => event === 'withdrawn');
    const open = entries.filter(
      ({ event, entryId }) => event === 'given' && !withdrawn.some(({ withdraws }) => withdraws === entryId),
    );
    let last = withdrawn.at(-1);
    if (last && open.length === 0) await ledger.callHook(last);
    for (const { entryId, company_id, application_id } of open) {
      const facts = { withdraws: entryId, company_id, application_id, method: 'button' } as const;
      last = await ledger.addDecision(applicant, 'withdrawn', facts);
    }
    if (!last) throw noConsent('This applicant has no consent to withdraw.');
    return last;
  }

  /** Returns the applicant's receipt of their current consent, without the ids that the partner and the service use. */
  async function receipt(entries: readonly ConsentEntry[]): Promise<ConsentRecord | undefined> {
    const given = standingConsent(entries);
    if (!given) return undefined;
    const anonymous = {
      ...given,
      subject: 'applicant',
      business: undefined,
      company_id: undefined,
      application_id: undefined,
    };
    return { ...consentRecord(anonymous, entries, settings.consentFacts), receipt_id: given.entryId };
  }

  /**
   * Records that an application is about to change, before the change is sent: its outcome may stay unknown. Waits for a request
   * for offers, which relies on the unchanged application. Several documents in a row share one entry until a notice is served.
   * Figures get an entry each, because it tells which figures were sent last.
   */
  const recordChange = ({ applicant, application: { company_id } }: Visit, call: ConsentEntry['call']) =>
    inTurn(applicant, async () => {
      const last = (await ledger.entriesOf(applicant)).at(-1);
      if (call === 'uploadDocument' && last?.event === 'changed' && last.company_id === company_id) return last;
      await limitEntries(applicant);
      return ledger.addEntry(applicant, 'changed', { company_id, call });
    });

  /** Returns the facts for a page that starts, with the calls that any of the applicant's devices has made. */
  async function startFacts(visit: Visit) {
    const entries = await ledger.entriesOf(visit.applicant);
    const { figures, withdrawnAt } = pageFacts(visit, entries);
    const isRequested = offersWereRequested(entries, visit.application.company_id);
    const made: CallName[] = [
      ...(figures && figures !== 'unknown' ? (['prequalify'] as const) : []),
      ...(isRequested ? (['requestOffers'] as const) : []),
    ];
    return { figures, withdrawnAt, made, hasChanged: !isRequested };
  }

  return { serveNotice, requestOffers, decide, recordChange, startFacts };
}
