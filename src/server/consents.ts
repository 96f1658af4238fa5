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
import { ENDS, endsIn, noConsent, refuseEnded, refuseOpen, stale, type Served } from './consent-evidence.js';
import { createLedger, newEntry } from './consent-ledger.js';
import { createNotices } from './consent-notices.js';
import { consentRecord, type ConsentFacts } from './consent-record.js';
import { lastDecision, standingConsent, wereRequested, withdrawal, type ConsentStore } from './consent-store.js';
import { createFigures } from './figures.js';
import { memoryLimiter, RECORDS, type RateLimiter } from './limits.js';
import type { OnceStore } from './once.js';
import type { Visit } from './routes.js';
import { createSeal } from './seal.js';
import { createTurns } from './turns.js';

export interface ConsentOptions {
  /** Where consents are recorded. Required for production and staging. Default for the sandbox: in this process. */
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

/** Served, shown, given, checked, recorded: the way of a consent (specification, "Consent requirement"). */
export function createConsents(
  options: ConsentOptions & { limiter?: RateLimiter | undefined },
  secrets: readonly string[],
  all: readonly ConsentNotice[],
  shared: OnceStore,
) {
  const seal = createSeal(secrets, 'lending-elements/consent');
  const figures = createFigures(shared, createSeal(secrets, 'lending-elements/figures'));
  const ledger = createLedger(options);
  const notices = createNotices(all, ledger);
  const turns = createTurns();
  const records = memoryLimiter(RECORDS);
  const inTurn = <T>(subject: string, work: () => Promise<T>) => turns(subject, () => ledger.locked(subject, work));

  /** Refuses who has more recorded than an applicant ever has: each record stays, and takes room. */
  async function refuseTooMany(subject: string): Promise<void> {
    const wait = await (options.limiter?.record?.(subject) ?? records.take(subject));
    if (wait === 0) return;
    throw new LendingError('handler-too-many', `Refused: too many records. Wait ${wait} seconds.`, {
      recoverable: true,
      retryAfter: Math.ceil(wait),
    });
  }

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
    // A change is recorded again only where a notice was served since the last one.
    if (decisions.at(-1)?.event === 'changed') {
      await refuseTooMany(subject);
      await ledger.noted(subject, 'served', { company_id });
    }
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
    await refuseTooMany(visit.subject);
    // A withdrawal waits until the call is made, or comes before it.
    await inTurn(visit.subject, async () => {
      const { served, entry } = await record(visit, 'given', evidence);
      const next = (event: ConsentEntry['event']) =>
        ledger.append({ ...newEntry(entry.about, event), served_id: served.jti });
      await next('requesting');
      // Telling may have taken long, and a process that was stopped for a while has lost its lock.
      refuseEnded(served, await ledger.decisions(visit.subject));
      await ledger.refuseUnlocked(visit.subject);
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
    // A withdrawal is refused to nobody.
    if (body.decision !== 'withdrawn') await refuseTooMany(visit.subject);
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
    const theirs = { ...given, about: 'applicant', company_id: undefined, application_id: undefined };
    return { ...consentRecord(theirs, decisions, options.consentFacts), receipt_id: given.entry_id };
  }

  /**
   * Notes that an application is about to change, before it does: whether the change got through may never be known. It waits for a
   * call for offers that is under way, which relies on what the application is. Documents that follow one another need no record
   * each, until a notice is served again; figures do, by which it is known which were sent last.
   */
  const changed = ({ subject, session: { company_id } }: Visit, call: ConsentEntry['call']) =>
    inTurn(subject, async () => {
      const last = (await ledger.decisions(subject)).at(-1);
      if (call === 'uploadDocument' && last?.event === 'changed' && last.company_id === company_id) return last;
      await refuseTooMany(subject);
      return ledger.noted(subject, 'changed', { company_id, call });
    });

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
