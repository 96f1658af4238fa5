import { LendingError } from '../errors.js';
import { applicationOf } from '../schema/application.js';
import { consentDecision, offersRequest } from '../schema/consent/consent.js';
import { isLoopback } from '../schema/widget/loopback.js';
import { prequalificationOf } from '../schema/prequalification.js';
import type { CallName, Session } from '../schema/session.js';
import { createConsents } from './consent/consents.js';
import { createDocuments, digestOf } from './documents/documents.js';
import { createDraftRoutes } from './drafts/drafts.js';
import { createApplicationOnce, wasCreated } from './idempotency/create-application.js';
import { createIdempotency } from './idempotency/idempotency.js';
import { createKeyed } from './idempotency/idempotency.js';
import type { ResolvedOptions } from './options/resolve-options.js';
import { createLookups } from './lookups.js';
import { createPrefill } from './prefill.js';
import { checkBody, readJson, unexpectedContent } from './request.js';
import { draftKey } from './seal.js';
import { checkId, createServiceClient } from './service/client.js';
import type { ServiceCallOptions } from './service/types.js';
import { doneCalls, type LendingSession } from './session.js';
import type { Route, Visit } from './types.js';

/** Creates the routes of the handler, by their names after its path. */
export function createRoutes(options: ResolvedOptions) {
  const { settings, secrets, idempotency } = options;
  const service = createServiceClient(options.service);
  const application = applicationOf(settings.fields);
  const prequalification = prequalificationOf(settings.fields);
  const prefill = options.prefill && createPrefill(options.prefill, settings.readOnly);
  const widget = options.widget && { ...options.widget, frameUrl: `${options.prefix}frame` };
  const withDocument = createDocuments(settings, options.uploadMemory);
  const consents = createConsents(options.consents, idempotency);
  const runOnce = createIdempotency(idempotency);
  const keyed = createKeyed(runOnce, options.service);
  const create = createApplicationOnce(service, idempotency, runOnce, options.creation);
  const drafts = createDraftRoutes(options, (subject) => wasCreated(idempotency, subject));

  /** Records that an application changes, before it does: no consent covers more than the application was. Returns the entry's id. */
  const recordChange = async (visit: Visit, call: 'uploadDocument' | 'prequalify') =>
    (await consents.recordChange(visit, call)).entryId;

  const createApplication: Route = async (visit) => {
    const { subject, session } = visit;
    const sent = await readJson(visit);
    const read = (body: unknown) => checkBody(application, body);
    const body = (await prefill?.enforce(subject, sent, read)) ?? read(sent);
    // One application for one applicant: another request, or two at once, create nothing.
    if (!session.company_id) {
      const { ids, email } = await create(visit, body);
      Object.assign(session, { company_id: ids.company_id, application_id: ids.application_id, email });
    }
    await drafts.end(subject);
    return { done: doneCalls(session) };
  };

  const uploadDocument: Route = async (visit) => {
    const { company_id } = idsOf(visit);
    await withDocument(visit, (document) =>
      keyed(
        'uploadDocument',
        visit,
        async () => [document.type, await digestOf(document.file)],
        async () => {
          await recordChange(visit, 'uploadDocument');
          const { signal } = visit.request;
          await service.uploadDocument(company_id, document, { ...callOptions(visit), signal });
        },
      ),
    );
    return finished(visit.session, 'uploadDocument');
  };

  const prequalify: Route = async (visit) => {
    const { company_id } = idsOf(visit);
    const body = checkBody(prequalification, await readJson(visit));
    const change = await keyed(
      'prequalify',
      visit,
      () => body,
      async () => {
        const entryId = await recordChange(visit, 'prequalify');
        await service.prequalify(company_id, body, callOptions(visit));
        return entryId;
      },
    );
    if (change) await consents.keepFigures(visit, change, body);
    return finished(visit.session, 'prequalify');
  };

  const requestOffers: Route = async (visit) => {
    const { company_id } = idsOf(visit);
    const body = checkBody(offersRequest, await readJson(visit));
    const send = () => service.requestOffers(company_id, { credit_score_check_consent: true }, callOptions(visit));
    await keyed(
      'requestOffers',
      visit,
      () => body,
      () => consents.requestOffers(visit, body, send),
    );
    return finished(visit.session, 'requestOffers');
  };

  const decide: Route = async (visit) => {
    const body = checkBody(consentDecision, await readJson(visit));
    const decided = await consents.decide(visit, body);
    if (body.decision === 'withdrawn') await drafts.end(visit.subject);
    return decided;
  };

  const authenticate: Route = async (visit) => {
    checkEmpty(await readJson(visit));
    const token = await service.authenticate(idsOf(visit), callOptions(visit));
    finished(visit.session, 'authenticate');
    return token;
  };

  /** If the records cannot be read, the page starts without them: the consent step reports the failure itself. */
  const known = async (visit: Visit) =>
    visit.session.company_id ? consents.startFacts(visit).catch(() => undefined) : undefined;

  const start: Route = async (visit) => {
    const { session, subject } = visit;
    const { figures, made, ...progress } = (await known(visit)) ?? {};
    const isCreated = !!session.company_id;
    // The application may have been created elsewhere.
    if (isCreated) await drafts.end(subject);
    return {
      settings,
      widget,
      progress: { done: doneCalls(session, made), ...progress },
      figures,
      draftKey: options.drafts.isOn ? await draftKey(secrets[0]!, subject) : undefined,
      draftOwner: isCreated ? undefined : await drafts.owner(subject),
      prefill: isCreated ? undefined : await prefill?.get(subject),
    } satisfies Session;
  };

  const routes = {
    session: [{ method: 'GET', run: start }],
    consent: [
      { method: 'GET', run: (visit) => consents.serveNotice(visit) },
      { method: 'POST', run: decide },
    ],
    applications: [{ method: 'POST', run: createApplication }],
    documents: [{ method: 'POST', run: uploadDocument }],
    prequalification: [{ method: 'POST', run: prequalify }],
    'request-offers': [{ method: 'POST', run: requestOffers }],
    'widget-token': [{ method: 'POST', run: authenticate }],
    draft: drafts.routes,
    ...createLookups(options),
  } satisfies Record<string, readonly { method: string; run: Route }[]>;
  return { routes, forget: drafts.forget };
}

const callOptions = ({ subject, onAnswer }: Visit): ServiceCallOptions => ({ subject, onAnswer });

/** Returns the ids of an application that exists. An id that is not a UUID is refused before anything is recorded. */
function idsOf({ request, session }: Visit): { company_id: string; email: string } {
  const { company_id, email } = session;
  if (company_id && email) return { company_id: checkId(company_id), email };
  throw new LendingError('handler-not-created', 'This applicant has no application yet.', {
    remedy: losesCookies(request) ? PLAIN_HTTP : undefined,
  });
}

const PLAIN_HTTP =
  'The page is on plain http and not on this machine, so browsers do not keep the session cookie. Serve it over https, or open it at ' +
  'http://localhost.';

/** Returns true if the page is on plain http, where browsers keep no Secure cookies. */
function losesCookies({ headers }: Request): boolean {
  const origin = headers.get('origin') ?? '';
  return origin.startsWith('http:') && URL.canParse(origin) && !isLoopback(new URL(origin).hostname);
}

/** The session says for whom a token is made: a page cannot choose. */
function checkEmpty(body: unknown): void {
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  const keys = isObject ? Object.keys(body) : [''];
  if (keys.length > 0) throw unexpectedContent(keys.map((path) => ({ path, reason: 'unknown' })));
}

/** Marks a call as done. A call that is done again, like a second document, gets another mark. */
function finished(session: LendingSession, call: CallName) {
  if (call !== 'authenticate' || !session.marks[call]) {
    session.marks[call] = crypto.randomUUID();
  }
  return { done: doneCalls(session) };
}
