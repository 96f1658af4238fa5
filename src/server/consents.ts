import { LendingError } from '../errors.js';
import type { CallName } from '../schema/calls.js';
import type {
  Consent,
  ConsentDecision,
  ConsentEntry,
  ConsentEvidence,
  ConsentRecord,
  Decided,
  OffersRequest,
} from '../schema/consent.js';
import type { ConsentNotice } from '../schema/notice.js';
import { createLedger, newEntry } from './consent-ledger.js';
import { createNotices } from './consent-notices.js';
import type { ConsentFacts } from './consent-record.js';
import { lastDecision, standingConsent, wereRequested, withdrawal, type ConsentStore } from './consent-store.js';
import { createFigures } from './figures.js';
import type { OnceStore } from './once.js';
import type { Visit } from './routes.js';
import { createSeal } from './seal.js';
import { createTurns } from './turns.js';

export interface ConsentOptions {
  /** Where consents are recorded. Default: nowhere, so no notice is served and no offers are requested. */
  consents?: ConsentStore | undefined;
  /**
   * Told of each decision after it was stored, and awaited before the service is called; where it rejects, no call is made.
   * It is told of an entry again when a call is tried again.
   */
  onConsent?: ((entry: ConsentEntry) => Promise<void> | void) | undefined;
  /**
   * The consent notice, or one for each language. `{partner}` and `{broker}` in its texts stand for the names of
   * `settings.partner`. Default: the English one of this library.
   */
  notice?: ConsentNotice | readonly ConsentNotice[] | undefined;
  /** Seconds for which a notice that was served can be answered. Default: 24 hours. */
  consentMaxAge?: number | undefined;
  /** What only the partner can say about the record. Default: nothing. */
  consentFacts?: ConsentFacts | undefined;
}

/** What the seal holds: which notice was served when, for which application. */
interface Served {
  jti: string;
  served_at: number;
  notice_id: string;
  locale: string;
  sha256: string;
  company_id: string | undefined;
  /** The last entry by then of what ends a notice, if there was one. It needs no two clocks that agree. */
  ended: string | undefined;
}

/** What ends each notice that was served before it, most telling first, and why. */
const ENDS = {
  withdrawn: () =>
    new LendingError('handler-consent-withdrawn', 'The consent was withdrawn after this notice was shown.'),
  declined: () => stale('it was declined'),
  // What was shared when the applicant agreed is not what is shared after more was added.
  changed: () => stale('the application has changed'),
};

const endsIn = (entries: readonly ConsentEntry[]) => entries.filter(({ event }) => event in ENDS);

const noConsent = (why: string) =>
  new LendingError('handler-no-consent', `Without the applicant’s consent no offers are requested: ${why}.`);
const stale = (why: string) =>
  new LendingError('handler-consent-stale', `The notice must be shown again: ${why}.`, { recoverable: true });

/** Served, shown, given, checked, recorded: the way of a consent (specification, "Consent requirement"). */
export function createConsents(
  options: ConsentOptions,
  secrets: readonly string[],
  all: readonly ConsentNotice[],
  shared: OnceStore,
) {
  const seal = createSeal(secrets, 'lending-elements/consent');
  const figures = createFigures(shared, createSeal(secrets, 'lending-elements/figures'));
  const ledger = createLedger(options);
  const notices = createNotices(all, ledger);
  const turns = createTurns();
  const inTurn = <T>(subject: string, work: () => Promise<T>) => turns(subject, () => ledger.locked(subject, work));

  /** What a page is told without being shown the notice: a withdrawal, and the figures that were sent last. */
  const told = async (visit: Visit, decisions: readonly ConsentEntry[]) => ({
    withdrawnAt: withdrawal(decisions, visit.session.company_id)?.at,
    figures: await figures.last(visit, decisions),
  });

  /** Serves the notice to a page, and what the applicant has agreed to. */
  async function serve(visit: Visit): Promise<Consent> {
    const { subject, session, request } = visit;
    const notice = notices.pick(new URL(request.url).searchParams.get('locale'));
    const { sha256 } = await notices.recorded(notice);
    const { company_id } = session;
    const { id: notice_id, locale } = notice;
    const decisions = await ledger.decisions(subject);
    const [jti, served_at, ended] = [crypto.randomUUID(), Date.now(), endsIn(decisions).at(-1)?.entry_id];
    const served: Served = { jti, served_at, notice_id, locale, sha256, company_id, ended };
    const given = standingConsent(decisions);
    const isSame = given?.notice?.sha256 === sha256 && given.company_id === company_id;
    return {
      notice,
      seal: await seal.close({ ...served }, subject, options.consentMaxAge ?? 24 * 3600),
      receipt: await receipt(decisions),
      superseded: given && (!isSame || endsIn(decisions.slice(decisions.indexOf(given))).length > 0) ? true : undefined,
      ...(await told(visit, decisions)),
    };
  }

  /** Sends a request for offers once its consent is on record. Anything else is refused. */
  async function request(visit: Visit, body: OffersRequest, send: () => Promise<void>): Promise<void> {
    const { credit_score_check_consent: isGiven, evidence } = body;
    if (!isGiven && evidence) await decide(visit, { decision: 'declined', evidence });
    if (!isGiven) throw noConsent('it was not given');
    if (!evidence) throw noConsent('nothing shows that it was given');
    // A withdrawal waits until the call is made, or comes before it.
    await inTurn(visit.subject, async () => {
      const { served, entry } = await record(visit, 'given', evidence);
      const next = (event: ConsentEntry['event']) =>
        ledger.append({ ...newEntry(entry.about, event), served_id: served.jti });
      await next('requesting');
      // Telling may have taken longer than the subject's lock lasts.
      refuseEnded(served, await ledger.decisions(visit.subject));
      try {
        await send();
      } catch (error) {
        // Without this line nobody can tell later whether the call was made.
        await next('failed').catch(() => undefined);
        throw error;
      }
      // The call is made: its answer is not lost for a line that says so.
      await next('requested').catch(() => undefined);
    });
  }

  /** Records a decision that asks for no offers. */
  async function decide(visit: Visit, body: ConsentDecision): Promise<Decided> {
    const { at: decided_at } = await inTurn(visit.subject, async () =>
      body.decision === 'withdrawn'
        ? withdraw(visit.subject)
        : (await record(visit, body.decision, body.evidence)).entry,
    );
    return { decided_at, receipt: await receipt(await ledger.decisions(visit.subject)) };
  }

  async function record(visit: Visit, event: 'given' | 'declined', evidence: ConsentEvidence) {
    const { served, notice } = await check(visit, evidence);
    const decisions = await ledger.decisions(visit.subject);
    const last = lastDecision(decisions);
    // A call that is tried again relies on what is recorded already.
    const isAgain = last?.event === event && last.served_id === served.jti;
    if (!isAgain || event === 'given') refuseEnded(served, decisions);
    if (isAgain) refuseOpen(served, decisions);
    if (isAgain) {
      await ledger.tell(last);
      return { served, entry: last };
    }
    const { company_id, application_id } = visit.session;
    const entry = await ledger.decided(visit.subject, event, {
      notice,
      company_id,
      application_id,
      served_id: served.jti,
      served_at: new Date(served.served_at).toISOString(),
      method: event === 'given' ? 'checkbox' : 'button',
      translated: evidence.translated,
      origin: visit.request.headers.get('origin') ?? undefined,
    });
    return { served, entry };
  }

  /** Refuses evidence unless this subject was shown this wording for this application, lately. */
  async function check({ subject, session }: Visit, evidence: ConsentEvidence) {
    const served = await seal.open<Served>(evidence.seal, subject);
    if (!served) throw stale('it was shown too long ago, or to somebody else');
    if (served.company_id !== session.company_id) throw ENDS.changed();
    const current = notices.find(served.notice_id, served.locale);
    const notice = current && (await notices.recorded(current));
    if (notice?.sha256 !== served.sha256) throw stale('its wording has changed');
    if (evidence.sha256 !== notice.sha256) throw noConsent('the page showed another text');
    return { served, notice };
  }

  /** Withdraws all that was given and not withdrawn yet. Who withdraws again is told what is recorded already. */
  async function withdraw(subject: string): Promise<ConsentEntry> {
    const decisions = await ledger.decisions(subject);
    const withdrawn = decisions.filter(({ event }) => event === 'withdrawn');
    const standing = decisions.filter(
      ({ event, entry_id }) => event === 'given' && !withdrawn.some(({ withdraws }) => withdraws === entry_id),
    );
    let last = withdrawn.at(-1);
    if (last && standing.length === 0) await ledger.tell(last);
    for (const { entry_id, company_id, application_id } of standing) {
      const facts = { withdraws: entry_id, company_id, application_id, method: 'button' } as const;
      last = await ledger.decided(subject, 'withdrawn', facts);
    }
    if (!last) throw noConsent('there is none to withdraw');
    return last;
  }

  /** What stands, as its applicant may have it: the partner's and the service's ids are not theirs. */
  async function receipt(decisions: readonly ConsentEntry[]): Promise<ConsentRecord | undefined> {
    const given = standingConsent(decisions);
    if (!given) return undefined;
    const { consentRecord } = await import('./consent-record.js');
    const theirs = { ...given, about: 'applicant', company_id: undefined, application_id: undefined };
    return { ...consentRecord(theirs, decisions, options.consentFacts), receipt_id: given.entry_id };
  }

  /**
   * Notes that an application is about to change, before it does: whether the change got through may never be known. It waits for a
   * call for offers that is under way, which relies on what the application is.
   */
  const changed = ({ subject, session: { company_id } }: Visit, call: ConsentEntry['call']) =>
    inTurn(subject, () => ledger.noted(subject, 'changed', { company_id, call }));

  /** The same for a page that starts, which is served no notice; and the calls that any device has made. */
  async function known(visit: Visit) {
    const decisions = await ledger.decisions(visit.subject);
    const { figures, withdrawnAt } = await told(visit, decisions);
    const isRequested = wereRequested(decisions, visit.session.company_id);
    const made: CallName[] = [
      ...(figures && figures !== 'unknown' ? (['prequalify'] as const) : []),
      ...(isRequested ? (['requestOffers'] as const) : []),
    ];
    return { figures, withdrawnAt, made, hasChanged: !isRequested };
  }

  return { serve, request, decide, changed, known, sent: figures.keep };
}

/** Refuses a notice for a second call, unless the first is known to have failed: it may have gone through. */
function refuseOpen({ jti }: Served, decisions: readonly ConsentEntry[]): void {
  const last = decisions.findLast((one) => one.served_id === jti && CALLED.includes(one.event));
  if (last?.event === 'requesting') throw stale('nobody knows what came of a call for offers on it');
}
const CALLED: readonly ConsentEntry['event'][] = ['requesting', 'requested', 'failed'];

/** Refuses a notice once something has happened since that ends it, or offers were requested on it. */
function refuseEnded(served: Served, decisions: readonly ConsentEntry[]): void {
  if (decisions.some((one) => one.event === 'requested' && one.served_id === served.jti)) {
    throw stale('offers were requested on it already');
  }
  const ends = endsIn(decisions);
  const last = ends.findIndex(({ entry_id }) => entry_id === served.ended);
  // Records that were restored from a backup, or started again, may lack a withdrawal.
  if (served.ended !== undefined && last < 0) throw stale('the records from before it are gone');
  const since = ends.slice(last + 1);
  for (const [event, refusal] of Object.entries(ENDS)) {
    if (since.some((one) => one.event === event)) throw refusal();
  }
}
