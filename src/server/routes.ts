import { LendingError } from '../errors.js';
import { consentDecision, noticeRequest, offersRequest } from '../schema/consent/consent.js';
import { prequalificationOf } from '../schema/calls/prequalification.js';
import { isRecord } from '../schema/calls/read-answers.js';
import type { Prefill, Session } from '../schema/calls/session.js';
import { createCalls, keyOf } from './calls.js';
import { createConsents } from './consents.js';
import { createCreation } from './creation.js';
import { change } from './consent/decisions.js';
import { offersWereRequested } from './consent/entries.js';
import { createDocuments, digestOf } from './documents/documents.js';
import { createPartnerDocuments, markOf, sentDocuments } from './documents/partner-documents.js';
import { createDraftRoutes } from './drafts.js';
import { recordCall, reported, withFigures } from './journal/calls.js';
import { createOpening } from './keys.js';
import { createRequestLimit, limitsOf } from './limits.js';
import { createLookups } from './lookups.js';
import type { ResolvedOptions } from './options/resolve-options.js';
import { createMethods } from './applications/methods.js';
import { createOwners } from './applications/owners.js';
import { createPrefill, merged } from './prefill.js';
import { createProgress } from './progress.js';
import { changed, current, doneCalls } from './records/current.js';
import type { Records } from './records/records.js';
import { checkBody, readJson, unexpectedContent } from './request.js';
import { checkId, createServiceClient } from './service/client.js';
import { mayHaveArrived } from './service/response.js';
import type { ServiceCallOptions } from './service/types.js';
import type { RequestContext, Route } from './types.js';

export function createRoutes(options: ResolvedOptions) {
  const { settings, secret: secrets, store, onProgress, canApplyAgain, timeoutMs, hookTimeoutMs } = options;
  const opening = createOpening(store, secrets, hookTimeoutMs);
  const limits = limitsOf(options.limits);
  const hasEvents = !!onProgress;
  const progress = createProgress({ ...options, opening });
  const callOnce = createCalls({ ...options, opening });
  const owners = createOwners(opening, timeoutMs);
  const service = createServiceClient(options);
  const figuresBody = prequalificationOf(settings.fields);
  const prefill = createPrefill(options, opening);
  const { allow, origin = '' } = options.frame;
  const frameUrl = `${origin}${options.prefix}frame`;
  const widget = options.widget && { ...options.widget, frameUrl, ...(allow && { frameAllow: allow }) };
  const withDocument = createDocuments(settings, options.uploadMemoryBytes);
  const partnerDocuments = options.documents && createPartnerDocuments(options.documents, options.hookTimeoutMs);
  const consents = createConsents(options.consents, opening, limits.consents, hasEvents);
  const drafts = createDraftRoutes(options.drafts, opening);
  const { also } = consents;
  /** Records that a call is about to change the application. */
  const changing = (call: 'uploadDocument' | 'prequalify') => (records: Records, id: string) =>
    [change(records, id, call, limits.consents), undefined] as const;
  const done = (records: Records) => ({ done: doneCalls(records) });

  const uploadDocument: Route = async (context) => {
    const { company_id } = idsOf(context);
    const partnerFile = await partnerDocuments?.find(context);
    const own = partnerFile && markOf(partnerFile);
    // A document of the partner's platform is sent once for each application: from every tab, device and session.
    if (own && sentDocuments(context.records).includes(own)) return done(context.records);
    const records = await withDocument(context, partnerFile, async (document) =>
      callOnce(context, {
        call: 'uploadDocument',
        key: own ?? keyOf(context),
        content: own ?? [document.type, await digestOf(document.file)],
        also,
        before: changing('uploadDocument'),
        make: () =>
          service.uploadDocument(company_id, document, { ...callOptions(context), signal: context.request.signal }),
        succeeded: () => (now) =>
          own ? changed(now, { documents: JSON.stringify([...sentDocuments(now), own]) }) : now,
      }),
    );
    return done(records);
  };

  const prequalify: Route = async (context) => {
    const { company_id } = idsOf(context);
    const sent = await readJson(context);
    const read = (content: unknown) => checkBody(figuresBody, content);
    const figures = await prefill.enforce(context.applicant, sent, read, 'figures');
    const records = await callOnce(context, {
      call: 'prequalify',
      key: keyOf(context),
      content: figures,
      also,
      before: changing('prequalify'),
      make: () => service.prequalify(company_id, figures, callOptions(context)),
      succeeded: async (_, { row, application }) => {
        const { close } = await opening();
        const sealed = await close(JSON.stringify(figures), application);
        return (now) => withFigures(now, row, sealed);
      },
      failed:
        (error, { row }) =>
        (now) =>
          mayHaveArrived(error) ? withFigures(now, row, null) : now,
    });
    return done(records);
  };

  const requestOffers: Route = async (context) => {
    const { company_id } = idsOf(context);
    const content = checkBody(offersRequest, await readJson(context));
    const { before, make, succeeded, failed } = await consents.requestOf(context, content);
    const send = () => service.requestOffers(company_id, { credit_score_check_consent: true }, callOptions(context));
    const records = await callOnce(context, {
      call: 'requestOffers',
      key: keyOf(context),
      content,
      also,
      before,
      make: (decision) => make(decision, send),
      succeeded: (_result, _begun, decision) => succeeded(decision),
      failed,
    });
    return done(records);
  };

  const consent: Route = async (context) => {
    const content = await readJson(context);
    if (!('decision' in Object(content)))
      return consents.serveNotice(context, checkBody(noticeRequest, content).locale);
    const decision = checkBody(consentDecision, content);
    const decided = await consents.decide(context, decision);
    if (decision.decision === 'withdrawn') await drafts.end(context.applicant);
    return decided;
  };

  const widgetTokenRoute: Route = async (context) => {
    checkEmpty(await readJson(context));
    const { applicant, records } = context;
    const { company_id, email, id } = idsOf(context);
    const { open, store } = await opening();
    const token = await service.authenticate({ company_id, email: await open(email, id) }, callOptions(context));
    // Without `onProgress` only the first token is recorded.
    if (!hasEvents && records.counts.done.authenticate) return token;
    const row = crypto.randomUUID();
    await store.change(applicant, (now) => {
      const next = recordCall(now, row, 'authenticate', applicant.number);
      return [next !== now && hasEvents ? reported(next, row, 'authenticate') : next, undefined];
    });
    return token;
  };

  const mayApplyAgain = async ({ applicant: { subject, business }, records }: RequestContext) => {
    const { company_id, created_at } = current(records) ?? {};
    if (!company_id || !canApplyAgain) return false;
    return canApplyAgain({ subject, business, createdAt: new Date(created_at!).toISOString() });
  };

  const applyAgain: Route = async (context) => {
    checkEmpty(await readJson(context));
    if (!(await mayApplyAgain(context))) throw notAgain();
    await owners.closeApplication(context.applicant, context.applicant.number);
    return { done: [] };
  };

  /** If the records cannot be read, the page starts without them: the consent step reports the failure itself. */
  const known = async ({ records }: RequestContext) =>
    current(records)?.company_id ? consents.pageFacts(records).catch(() => undefined) : undefined;

  /** The answers of the earlier application. */
  async function earlierAnswers({ records }: RequestContext): Promise<Prefill | undefined> {
    const { answers, id } = current(records) ?? {};
    return answers ? (JSON.parse(await (await opening()).open(answers, id!)) as Prefill) : undefined;
  }

  const start: Route = async (context) => {
    checkEmpty(await readJson(context));
    const { applicant, records } = context;
    const isCreated = !!current(records)?.company_id;
    const facts = await known(context);
    const filled = await prefill.get(applicant);
    // The answers of a created application are sent already. Its figures may not be.
    const open = filled?.figures && { figures: filled.figures };
    return {
      settings,
      widget,
      progress: {
        ...done(records),
        ...(facts && { withdrawnAt: facts.withdrawnAt, changedSinceOffers: !offersWereRequested(records) }),
        canApplyAgain: (await mayApplyAgain(context)) || undefined,
      },
      figures: facts?.figures,
      documents: await partnerDocuments?.offer(context),
      ...(await drafts.start(context)),
      prefill: isCreated ? open : merged(await earlierAnswers(context), filled),
      prefillNote: isCreated ? undefined : await prefill.note(applicant, filled),
    } satisfies Session;
  };

  /** All are POST, reads too: a service worker of the page could store the response to a GET, and show it to the next applicant. */
  const routes: Record<string, Route> = {
    session: start,
    consent,
    applications: createCreation({
      ...options,
      opening,
      callOnce,
      consents,
      drafts,
      prefill,
      service,
      limit: limits.consents,
    }),
    documents: uploadDocument,
    prequalification: prequalify,
    'request-offers': requestOffers,
    'widget-token': widgetTokenRoute,
    again: applyAgain,
    draft: drafts.route,
    ...createLookups(options, opening, limits.lookups),
  };
  return {
    routes,
    opening,
    limitRequests: createRequestLimit(limits.requests),
    ...createMethods({ opening, owners, drafts }),
    wake: progress.wake,
    deliverProgress: progress.deliver,
    async close() {
      progress.end();
      await store.close();
    },
  };
}

const callOptions = ({ applicant, onAnswer }: RequestContext): ServiceCallOptions => ({
  subject: applicant.subject,
  onAnswer,
});

/** Returns the ids of an application that exists, with its sealed email address. An id that is not a UUID is rejected before anything is recorded. */
function idsOf({ records }: RequestContext): { company_id: string; email: string; id: string } {
  const { company_id, email, id } = current(records) ?? {};
  if (company_id && email) return { company_id: checkId(company_id), email, id: id! };
  throw new LendingError('handler-not-created', 'This applicant has no application yet.');
}

const notAgain = () =>
  new LendingError('handler-forbidden', 'Rejected: canApplyAgain() does not allow another application now.');

/** Rejects a body with content. The stored application decides for whom a response is, and a page cannot choose. */
function checkEmpty(body: unknown): void {
  const keys = isRecord(body) && !Array.isArray(body) ? Object.keys(body) : [''];
  if (keys.length > 0) throw unexpectedContent(keys.map((path) => ({ path, reason: 'unknown' })));
}
