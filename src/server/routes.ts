import { LendingError } from '../errors.js';
import { applicationOf } from '../schema/application.js';
import { problemsOf } from '../schema/problems.js';
import { consentDecision, offersRequest } from '../schema/consent.js';
import { prequalificationOf } from '../schema/prequalification.js';
import type { CallName, Session } from '../schema/session.js';
import { uuid } from '../schema/wire.js';
import { createConsents } from './consents.js';
import { creator } from './create-once.js';
import { readDocument } from './documents.js';
import { readJson } from './guard.js';
import type { HandlerOptions } from './handler.js';
import { checkSettings, checkWidget } from './options.js';
import { createPrefill } from './prefill.js';
import { checkSecrets, createSeal } from './seal.js';
import type { LendingSession } from './session.js';
import { createUpstream } from './upstream.js';

/** One request of an applicant who is signed in. */
export interface Visit {
  request: Request;
  subject: string;
  session: LendingSession;
}
export type Route = (visit: Visit) => Promise<unknown>;

/** The routes of the handler, by their names under its path. */
export function createRoutes(options: HandlerOptions) {
  const upstream = createUpstream(options);
  const settings = checkSettings(options.settings);
  const application = applicationOf(settings.fields);
  const prequalification = prequalificationOf(settings.fields);
  const prefill = createPrefill(options, settings);
  const consents = createConsents(
    options,
    createSeal(checkSecrets(options.sessions?.secret), 'lending-elements/consent'),
  );
  const { path = '/api/lending' } = options;
  const checked = checkWidget(options.widget);
  const widget = checked && { ...checked, frame_url: `${path.replace(/\/$/, '')}/frame` };
  const createOnce = creator(upstream, options.onApplicationCreated);

  const createApplication: Route = async ({ request, subject, session }) => {
    const body = parse(application, await prefill.enforce(subject, await readJson(request)));
    // One application for one applicant: asking again, or twice at once, creates nothing.
    if (!session.company_id) {
      const { ids, email } = await createOnce(subject, body);
      Object.assign(session, { company_id: ids.company_id, application_id: ids.application_id, email });
    }
    return finished(session, 'createApplication');
  };

  const uploadDocument: Route = async ({ request, session }) => {
    const { company_id } = created(session);
    await upstream.uploadDocument(company_id, await readDocument(request, settings), request.signal);
    changed(session);
    return finished(session, 'uploadDocument');
  };

  const prequalify: Route = async ({ request, session }) => {
    const { company_id } = created(session);
    await upstream.prequalify(company_id, parse(prequalification, await readJson(request)));
    changed(session);
    return finished(session, 'prequalify');
  };

  const offers: Route = async (visit) => {
    const { company_id } = created(visit.session);
    const body = parse(offersRequest, await readJson(visit.request));
    await consents.request(visit, body, () => upstream.requestOffers(company_id, { credit_score_check_consent: true }));
    return finished(visit.session, 'requestOffers');
  };

  const decide: Route = async (visit) => consents.decide(visit, parse(consentDecision, await readJson(visit.request)));

  const authenticate: Route = async ({ request, session }) => {
    checkEmpty(await readJson(request));
    const token = await upstream.authenticate(created(session));
    finished(session, 'authenticate');
    return token;
  };

  const start: Route = async ({ session, subject }) =>
    ({
      settings,
      widget,
      progress: { done: session.done },
      // What was created cannot be filled in again.
      prefill: session.company_id ? undefined : await prefill.get(subject),
    }) satisfies Session;

  return {
    session: [{ method: 'GET', run: start }],
    consent: [
      { method: 'GET', run: consents.serve },
      { method: 'POST', run: decide },
    ],
    applications: [{ method: 'POST', run: createApplication }],
    documents: [{ method: 'POST', run: uploadDocument }],
    prequalification: [{ method: 'POST', run: prequalify }],
    'request-offers': [{ method: 'POST', run: offers }],
    'widget-token': [{ method: 'POST', run: authenticate }],
  };
}

/** The ids of an application that exists. What is no UUID is not put into an address of the service. */
function created({ company_id, email }: LendingSession): { company_id: string; email: string } {
  if (!company_id || !email) throw new LendingError('handler-not-created', 'This applicant has no application yet.');
  if (uuid().safeParse(company_id).success) return { company_id, email };
  throw new LendingError('handler-failed', 'The company id in the session is no UUID.');
}

/** What was shared when the applicant agreed is not what is shared now. */
function changed(session: LendingSession): void {
  session.revision = (session.revision ?? 0) + 1;
}

/** Whom a token is for stands in the session: a page that wants to say it is refused. */
function checkEmpty(body: unknown): void {
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  const keys = isObject ? Object.keys(body) : [''];
  if (keys.length === 0) return;
  throw new LendingError('handler-invalid', 'Refused: the body is not as expected.', {
    issues: keys.map((path) => ({ path, reason: 'unknown' })),
  });
}

function finished(session: LendingSession, call: CallName) {
  if (!session.done.includes(call)) session.done = [...session.done, call];
  return { done: session.done };
}

interface Schema<T> {
  safeParse(value: unknown): { success: true; data: T } | { success: false; error: Parameters<typeof problemsOf>[0] };
}

function parse<T>(schema: Schema<T>, body: unknown): T {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  throw new LendingError('handler-invalid', 'Refused: the body is not as expected.', {
    issues: problemsOf(result.error),
  });
}
