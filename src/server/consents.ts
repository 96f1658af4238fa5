import type {
  AuthorityConfirmation,
  Consent,
  ConsentDecision,
  ConsentEntry,
  ConsentRecord,
  Decided,
  OffersRequest,
} from '../schema/consent/consent.js';
import { hashText } from './util/hash-text.js';
import type { Limit } from './limits.js';
import { lapsed, stateOfFigures } from './journal/calls.js';
import type { Opened, Opening } from './keys.js';
import { entryOf, factsOf } from './records/entry.js';
import { current, nthId } from './records/current.js';
import type { Owner, Records } from './records/records.js';
import { unexpectedContent } from './request.js';
import type { RequestContext } from './types.js';
import * as decisions from './consent/decisions.js';
import * as entries from './consent/entries.js';
import { createNotices } from './notices.js';
import { consentRecord, receiptText } from './consent/record.js';
import { withStoreError } from './util/store-error.js';
import type { ConsentSettings } from './consent/types.js';

type EntryRow = entries.EntryRow;

/** Serves notices, and records decisions. The rules are in `decisions.ts`. Source: specification, "Consent requirement". */
export function createConsents(settings: ConsentSettings, opening: Opening, limit: Limit, hasEvents: boolean) {
  const { consentMaxAgeSeconds: seconds, onConsent, consentFacts, authority } = settings;
  const notices = createNotices(settings.notices, opening);
  const recent = limit.seconds * 1000;

  const changing = async <T>(work: (opened: Opened) => Promise<T>) => withStoreError(async () => work(await opening()));

  /** Returns an entry as the partner and the records have it. */
  const entryFrom = async (owner: Owner, row: EntryRow): Promise<ConsentEntry> => ({
    ...entryOf(owner, row),
    ...(row.notice !== null && { notice: await notices.find(row.notice) }),
  });

  /** Calls the partner's function with a decision. `given` is the consent that it withdraws. */
  async function callHook(owner: Owner, row: EntryRow, given = row): Promise<void> {
    if (onConsent)
      await onConsent(
        await entryFrom(owner, row),
        receiptText(await entryFrom(owner, row), await entryFrom(owner, given)),
      );
  }

  /** Returns the applicant's receipt of their current consent, without the ids that the partner and the service use. */
  async function receipt(owner: Owner, records: Records): Promise<ConsentRecord | undefined> {
    const given = entries.standingConsent(records);
    if (!given) return undefined;
    const { business: _, company_id: __, application_id: ___, ...decision } = await entryFrom(owner, given);
    const all = records.consents.map((row) => entryOf(owner, row));
    const record = consentRecord({ ...decision, subject: 'applicant' }, all, consentFacts);
    return { ...record, receipt_id: given.id };
  }

  /** Returns the facts that a page needs before it shows a notice. */
  async function pageFacts(records: Records) {
    const state = stateOfFigures(records);
    const { figures, id } = current(records) ?? {};
    const { open } = await opening();
    const stored = state === 'stored' ? (JSON.parse(await open(figures!, id!)) as Consent['figures']) : undefined;
    const withdrawn = entries.withdrawal(records);
    return {
      withdrawnAt: withdrawn && new Date(withdrawn.at).toISOString(),
      figures: state === 'unknown' ? state : stored,
    };
  }

  async function serveNotice({ applicant }: RequestContext, locale?: string): Promise<Consent> {
    const notice = notices.pick(locale);
    const { sha256: hash } = await notices.recorded(notice);
    const servedId = crypto.randomUUID();
    const served = { number: applicant.number, notice: hash, seconds };
    const records = await changing(({ store }) =>
      store.change(applicant, (before) => {
        // A request for offers whose process is gone ends earlier notices, and not this one.
        const next = decisions.serve(lapsed(before), servedId, served);
        return [next, next];
      }),
    );
    const given = entries.standingConsent(records);
    const company_id = current(records)?.company_id ?? undefined;
    const isSame = given?.notice === hash && factsOf(given).company_id === company_id;
    return {
      notice,
      servedId,
      receipt: await receipt(applicant, records),
      superseded: (given && (!isSame || entries.isEnded(records))) || undefined,
      ...(await pageFacts(records)),
    };
  }

  /** Prepares the answer to a notice. */
  async function answerTo(
    { applicant, records, request }: RequestContext,
    evidence: decisions.Answer['evidence'],
  ): Promise<decisions.Answer> {
    const served = records.served.find(({ id }) => id === evidence.servedId);
    const notice = served && (await notices.currentOf(served.notice));
    const origin = request.headers.get('origin') ?? undefined;
    return { number: applicant.number, evidence, notice, origin, limit };
  }

  /**
   * Prepares a request for offers: the consent and the request are recorded before the call, and its outcome after it. With `onConsent`, the request is recorded
   * after that function. Directly before the call, the consent is checked once more. Without a valid consent nothing is sent.
   */
  async function requestOf(context: RequestContext, { credit_score_check_consent: isGiven, evidence }: OffersRequest) {
    if (!isGiven && evidence) await decide(context, { decision: 'declined', evidence });
    if (!isGiven) throw decisions.noConsent('The applicant did not agree, so offers were not requested.');
    if (!evidence) throw decisions.noConsent('The request for offers has no evidence of consent.');
    const { applicant } = context;
    const answer = await answerTo(context, evidence);
    let isRequested = !onConsent;
    return {
      before(records: Records, id: string): readonly [Records, decisions.Decision] {
        const [next, decision] = decisions.agreeToRequest(records, id, answer);
        return [onConsent ? next : decisions.requesting(next, nthId(id, 32), decision), decision];
      },
      async make<T>(decision: decisions.Decision, send: () => Promise<T>): Promise<T> {
        if (onConsent) await callHook(applicant, decision.entry);
        // From now on, the end of the request is recorded, also if nothing was sent.
        isRequested = true;
        if (onConsent) await recordRequest(applicant, decision);
        const now = await changing(({ store }) => store.read(applicant));
        decisions.requireConsent(now, applicant.number, decision);
        return send();
      },
      succeeded: (decision: decisions.Decision) => (records: Records, id: string) =>
        decisions.requestEnded(records, nthId(id, 32), 'requested', decision),
      failed: (_error: unknown, _begun: unknown, decision: decisions.Decision) => (records: Records, id: string) =>
        isRequested ? decisions.requestEnded(records, nthId(id, 32), 'failed', decision) : records,
    };
  }

  async function recordRequest(applicant: RequestContext['applicant'], decision: decisions.Decision): Promise<void> {
    const id = crypto.randomUUID();
    await changing(({ store }) =>
      store.change(applicant, (records) => {
        decisions.requireConsent(records, applicant.number, decision);
        return [decisions.requesting(records, id, decision), undefined];
      }),
    );
  }

  async function decide(context: RequestContext, body: ConsentDecision): Promise<Decided> {
    const { applicant } = context;
    const id = crypto.randomUUID();
    const { entry, records } =
      body.decision === 'withdrawn' ? await withdraw(applicant, id) : await answer(context, id, body);
    return { decidedAt: new Date(entry.at).toISOString(), receipt: await receipt(applicant, records) };
  }

  async function answer(
    context: RequestContext,
    id: string,
    { decision, evidence }: Exclude<ConsentDecision, { decision: 'withdrawn' }>,
  ) {
    const { applicant } = context;
    const prepared = await answerTo(context, evidence);
    const found = await changing(({ store }) =>
      store.change(
        applicant,
        (before) => {
          const records = lapsed(before);
          const [next, { entry }] =
            decision === 'given'
              ? decisions.agree(records, id, prepared)
              : decisions.decline(records, id, prepared, hasEvents);
          return [next, { entry, records: next }];
        },
        { recent },
      ),
    );
    await callHook(applicant, found.entry);
    return found;
  }

  /** Withdraws every consent that is not withdrawn yet. It is stored immediately, also during a request for offers. */
  async function withdraw(applicant: RequestContext['applicant'], id: string) {
    const { records, added, last } = await changing(({ store }) =>
      store.change(
        applicant,
        (before) => {
          const [next, decided] = decisions.withdraw(before, id, applicant.number, hasEvents);
          return [next, { records: next, ...decided }];
        },
        { entriesOf: applicant.number },
      ),
    );
    for (const row of added.length > 0 ? added : [last]) {
      const { withdraws } = factsOf(row);
      await callHook(
        applicant,
        row,
        records.consents.find((one) => one.id === withdraws),
      );
    }
    return { entry: last, records };
  }

  /** Checks the statement of authority that the applicant confirmed, and returns the facts of its entry. Rejects any other statement than the one that was shown. */
  async function authorityOf(
    { request }: RequestContext,
    given?: AuthorityConfirmation,
  ): Promise<Partial<ConsentEntry>> {
    const { locale = '', text = '' } = given ?? {};
    if (!text || authority?.[locale] !== text)
      throw unexpectedContent([{ path: 'authority', reason: given ? 'changed' : 'empty' }]);
    const origin = request.headers.get('origin') ?? undefined;
    return { authority: { locale, text, sha256: await hashText(text) }, method: 'checkbox', origin };
  }

  return { serveNotice, requestOf, decide, authorityOf, pageFacts, also: { recent } };
}
