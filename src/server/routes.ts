import { LendingError } from '../errors.js';
import { applicationsOf } from '../schema/calls/application.js';
import { hiddenFields } from '../schema/company-types.js';
import { authorityConfirmation, consentDecision, noticeRequest, offersRequest } from '../schema/consent/consent.js';
import { prequalificationOf } from '../schema/calls/prequalification.js';
import { isRecord } from '../schema/calls/read-answers.js';
import type { CallName, Prefill, Session } from '../schema/calls/session.js';
import { createApplications, doneCalls } from './applications/applications.js';
import { createClosing } from './applications/closing.js';
import { createErasing, isReason } from './applications/erasing.js';
import { statusOf } from './progress/status.js';
import type { Applicant, Erased, Owner } from './applications/types.js';
import { createConsents } from './consent/consents.js';
import { createDocuments, digestOf } from './documents/documents.js';
import { createPartnerDocuments, markOf } from './documents/partner-documents.js';
import { createDraftRoutes } from './drafts/drafts.js';
import { createApplicationOnce } from './idempotency/create-application.js';
import { attemptKey, createIdempotency, createWithIdempotencyKey } from './idempotency/idempotency.js';
import { createLimits } from './limits.js';
import type { ResolvedOptions } from './options/resolve-options.js';
import { createLookups } from './lookups.js';
import { createPrefill } from './prefill.js';
import { createProgress } from './progress/progress.js';
import { checkBody, readJson, unexpectedContent } from './request.js';
import { checkId, createServiceClient } from './service/client.js';
import type { ServiceCallOptions } from './service/types.js';
import { openKept } from './store/kept.js';
import { createLocks } from './store/locks.js';
import type { EraseOptions, Handler, Route, User, RequestContext } from './types.js';

export function createRoutes(options: ResolvedOptions) {
  const { settings, secret: secrets, store, onProgress, canApplyAgain, timeoutMs, uploadTimeoutMs } = options;
  const kept = openKept(store, secrets);
  const applications = createApplications(kept, !!onProgress);
  const progress = createProgress({ ...options, kept, applications });
  const attempts = createIdempotency(kept);
  const limits = createLimits(kept, options.limits);
  const locked = createLocks(kept);
  const closing = createClosing({ kept, applications, attempts, locked, limit: 2 * uploadTimeoutMs, timeoutMs });
  const erasing = createErasing({ store, kept, applications, attempts, locked, alone: closing.alone });
  const service = createServiceClient(options);
  const body = {
    applicationFor: applicationsOf(settings, !!settings.countries?.[0]),
    prequalification: prequalificationOf(settings.fields),
  };
  const prefill = createPrefill(options);
  const { allow, origin = '' } = options.frame;
  const frameUrl = `${origin}${options.prefix}frame`;
  const widget = options.widget && { ...options.widget, frameUrl, ...(allow && { frameAllow: allow }) };
  const withDocument = createDocuments(settings, options.uploadMemoryBytes);
  const partnerDocuments = options.documents && createPartnerDocuments(options.documents, options.hookTimeoutMs);
  const consents = createConsents({ ...options.consents, store, locked, limits, applications }, kept);
  const withIdempotencyKey = createWithIdempotencyKey(attempts, options);
  /** Makes a call once for each idempotency key, while the application cannot be closed. */
  const callOnce = <T>(
    call: CallName,
    context: RequestContext,
    content: () => unknown,
    make: () => Promise<T>,
    key?: string,
  ) => withIdempotencyKey(call, context, content, () => closing.duringCall(context.applicant, make), key);
  const create = createApplicationOnce(service, kept, attempts, closing, { timeoutMs });
  const wasCreated = async (applicant: Applicant) => (await attempts.find(attemptKey(applicant)))?.state === 'done';
  const isOver = async (applicant: Applicant) =>
    (await applications.find(applicant)).current.number !== applicant.number;
  const drafts = createDraftRoutes(options.drafts, { kept, wasCreated, isOver });

  const createApplication: Route = async (context) => {
    const { applicant, application } = context;
    const { authority, ...sent } = Object(await readJson(context)) as Record<string, unknown>;
    const read = (content: unknown) => checkBody(body.applicationFor(content), content);
    const content = await prefill.enforce(applicant, sent, read);
    // A prefilled field may not exist for this type of business.
    for (const { parent, name } of hiddenFields(settings, content)) delete parent[name];
    if (settings.authority && !application.company_id)
      await consents.recordAuthority(context, authorityConfirmation.safeParse(authority).data);
    // One application for one applicant: a second request creates nothing, even if it comes at the same time.
    const createdWith = await create(context, content);
    if (canApplyAgain && !createdWith) application.answers ??= content;
    await drafts.removeSent(applicant);
    return { done: doneCalls(application), createdWith };
  };

  const uploadDocument: Route = async (context) => {
    const { company_id } = idsOf(context);
    const { marks } = context.application;
    const partnerFile = await partnerDocuments?.find(context);
    const own = partnerFile && markOf(partnerFile);
    // A document of the partner's platform is sent once for each application: from every tab, device and session.
    if (own && marks[own]) return { done: doneCalls(context.application) };
    const mark = await withDocument(context, partnerFile, (document) =>
      callOnce(
        'uploadDocument',
        context,
        async () => own ?? [document.type, await digestOf(document.file)],
        async () => {
          await consents.recordChange(context, 'uploadDocument');
          const { signal } = context.request;
          await service.uploadDocument(company_id, document, { ...callOptions(context), signal });
          if (own) marks[own] = 'sent';
          return record(context, 'uploadDocument');
        },
        own,
      ),
    );
    return finished(context, 'uploadDocument', mark);
  };

  const prequalify: Route = async (context) => {
    const { company_id } = idsOf(context);
    const sent = await readJson(context);
    const read = (content: unknown) => checkBody(body.prequalification, content);
    const figures = await prefill.enforce(context.applicant, sent, read, 'figures');
    const send = async () => {
      const { entryId: change } = await consents.recordChange(context, 'prequalify');
      await service.prequalify(company_id, figures, callOptions(context));
      context.application.figures = { change, figures };
      return { change, mark: await record(context, 'prequalify') };
    };
    const { change, mark } = await callOnce('prequalify', context, () => figures, send);
    if (context.application.figures?.change !== change) context.application.figures = { change, figures };
    return finished(context, 'prequalify', mark);
  };

  const requestOffers: Route = async (context) => {
    const { company_id } = idsOf(context);
    const content = checkBody(offersRequest, await readJson(context));
    // The step is recorded before a withdrawal that waits for this call.
    const send = async () => {
      await service.requestOffers(company_id, { credit_score_check_consent: true }, callOptions(context));
      return record(context, 'requestOffers');
    };
    const request = () => consents.requestOffers(context, content, send);
    const mark = await callOnce('requestOffers', context, () => content, request);
    return finished(context, 'requestOffers', mark);
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
    const token = await service.authenticate(idsOf(context), callOptions(context));
    // Without `onProgress` only the first token is recorded.
    if (onProgress || !context.application.marks.authenticate) await record(context, 'authenticate');
    return token;
  };

  const mayApplyAgain = async ({ applicant, application }: RequestContext) => {
    const { subject, business } = applicant;
    const { company_id, createdAt } = application;
    return !!company_id && ((await canApplyAgain?.({ subject, business, createdAt: createdAt! })) ?? false);
  };

  const applyAgain: Route = async (context) => {
    checkEmpty(await readJson(context));
    if (!(await mayApplyAgain(context))) throw notAgain();
    await closing.close(context.applicant);
    return { done: [] };
  };

  /** If the records cannot be read, the page starts without them: the consent step reports the failure itself. */
  const known = async (context: RequestContext) =>
    context.application.company_id ? consents.startFacts(context).catch(() => undefined) : undefined;

  const start: Route = async (context) => {
    checkEmpty(await readJson(context));
    const { application, applicant } = context;
    const { figures, made, ...progress } = (await known(context)) ?? {};
    const filled = await prefill.get(applicant);
    // The answers of a created application are sent already. Its figures may not be.
    const open = filled?.figures && { figures: filled.figures };
    return {
      settings,
      widget,
      progress: {
        done: doneCalls(application, made),
        ...progress,
        canApplyAgain: (await mayApplyAgain(context)) || undefined,
      },
      figures,
      documents: await partnerDocuments?.offer(context),
      ...(await drafts.start(context)),
      prefill: application.company_id ? open : merged(application.answers, filled),
    } satisfies Session;
  };

  /** All are POST, reads too: a service worker of the page could store the response to a GET, and show it to the next applicant. */
  const routes: Record<string, Route> = {
    session: start,
    consent,
    applications: createApplication,
    documents: uploadDocument,
    prequalification: prequalify,
    'request-offers': requestOffers,
    'widget-token': widgetTokenRoute,
    again: applyAgain,
    draft: drafts.route,
    ...createLookups(options, limits),
  };
  async function forget(given: User): Promise<void> {
    const owner = ownerOf('forget', given);
    const { current } = await applications.find(owner);
    await drafts.forget({ ...owner, number: current.number });
  }
  async function erase(given: User, { consents }: EraseOptions = {}): Promise<Erased> {
    const owner = ownerOf('erase', given);
    if (consents !== undefined && !isReason(consents))
      throw new LendingError('config-invalid', 'erase(): consents must be your reason, of 1 to 200 characters.');
    const erased = await erasing.erase(owner, consents);
    // Even if nothing was stored, the first draft may be arriving.
    await forget(owner);
    return erased;
  }

  return {
    routes,
    kept,
    applications,
    limits,
    forget,
    erase,
    wake: progress.wake,
    deliverProgress: progress.deliver,
    status: async (given: User) => statusOf({ store, kept, applications, attempts }, ownerOf('status', given)),
    closeApplication: async (given: User) => closing.close(ownerOf('closeApplication', given)),
    settleApplication: async (...[given, outcome]: Parameters<Handler['settleApplication']>) =>
      closing.settle({ ...ownerOf('settleApplication', given), requestId: given.requestId }, outcome),
    async close() {
      progress.end();
      await store.close?.();
    },
  };
}

/** The answers of the earlier application, overwritten by the partner's values. */
const merged = (answers: Prefill | undefined, known: Prefill | undefined): Prefill | undefined =>
  answers
    ? {
        company: { ...answers.company, ...known?.company },
        applicant: { ...answers.applicant, ...known?.applicant },
        figures: known?.figures,
      }
    : known;

/** Returns the owner that was passed to a method of the handler. Throws `config-invalid` if it has no subject. */
function ownerOf(method: string, given: User): Owner {
  const { subject, business = subject } = Object(given) as User;
  if (typeof subject === 'string' && subject && typeof business === 'string' && business) return { subject, business };
  throw new LendingError('config-invalid', `${method}() needs { subject, business? } as authorize() returns them.`);
}

const callOptions = ({ applicant, onAnswer }: RequestContext): ServiceCallOptions => ({
  subject: applicant.subject,
  onAnswer,
});

/** Returns the ids of an application that exists. An id that is not a UUID is rejected before anything is recorded. */
function idsOf({ application: { company_id, email } }: RequestContext): { company_id: string; email: string } {
  if (company_id && email) return { company_id: checkId(company_id), email };
  throw new LendingError('handler-not-created', 'This applicant has no application yet.');
}

const notAgain = () =>
  new LendingError('handler-forbidden', 'Rejected: canApplyAgain() does not allow another application now.');

/** Rejects a body with content. The stored application decides for whom a response is, and a page cannot choose. */
function checkEmpty(body: unknown): void {
  const keys = isRecord(body) && !Array.isArray(body) ? Object.keys(body) : [''];
  if (keys.length > 0) throw unexpectedContent(keys.map((path) => ({ path, reason: 'unknown' })));
}

/** Marks a call as done: when it succeeded, and a random string. Stores it before anything else can fail; the save after the route repeats one that failed. */
async function record({ application, save }: RequestContext, call: CallName): Promise<string> {
  const mark = `${new Date().toISOString()} ${crypto.randomUUID()}`;
  application.marks[call] = mark;
  await save().catch(() => undefined);
  return mark;
}

/** Ends a call. Its mark comes from an earlier request if that one has made the call. */
function finished({ application }: RequestContext, call: CallName, mark: string) {
  application.marks[call] = mark;
  return { done: doneCalls(application) };
}
