import { LendingError } from '../errors.js';
import { applicationOf } from '../schema/application.js';
import { problemsOf } from '../schema/problems.js';
import { consentDecision, offersRequest } from '../schema/consent.js';
import { prequalificationOf } from '../schema/prequalification.js';
import type { CallName, Session } from '../schema/session.js';
import { createConsents } from './consents.js';
import { creator, wasCreated } from './create-once.js';
import { createDocuments } from './documents.js';
import { createDrafts } from './drafts.js';
import { readJson, type Arrival } from './guard.js';
import type { HandlerOptions } from './handler.js';
import { digestOf } from './held-file.js';
import { createOnce, printOf } from './once.js';
import { memoryOnce } from './once-memory.js';
import { checkNotices, checkSettings, checkWidget } from './partner-settings.js';
import { createPrefill } from './prefill.js';
import { checkSecrets, draftKey } from './seal.js';
import { doneCalls, type LendingSession } from './session.js';
import { checkId, createPartnerClient, type ServiceCall, type ServiceCallOptions } from './upstream.js';

/** One request of an applicant who is signed in. */
export interface Visit {
  /** Hears what the service said to each attempt. */
  onAnswer: (call: ServiceCall) => void;
  request: Request;
  arrival: Arrival;
  subject: string;
  session: LendingSession;
  /** The id under which the request is logged. */
  request_id: string;
  /** When the partner looked for an application of this subject and was certain that there is none, in milliseconds since 1970. */
  none?: number | undefined;
}
export type Route = (visit: Visit) => Promise<unknown>;

/** The routes of the handler, by their names under its path. */
export function createRoutes(options: HandlerOptions) {
  const upstream = createPartnerClient(options);
  const settings = checkSettings(options.settings);
  const application = applicationOf(settings.fields);
  const prequalification = prequalificationOf(settings.fields);
  const prefill = options.prefill && createPrefill(options, settings);
  const secrets = checkSecrets(options.sessions?.secret);
  const notices = checkNotices(options.notice, settings.partner);
  /**
   * No consent stands for what an application was before: noted first, and nothing is changed where it cannot be. Resolves to the
   * id of the note.
   */
  const changed = async (visit: Visit, call: 'uploadDocument' | 'prequalify') =>
    (await consents.changed(visit, call)).entry_id;
  const withDocument = createDocuments(settings, options.uploadMemory);
  const { path = '/api/lending' } = options;
  const checked = checkWidget(options.widget);
  const widget = checked && { ...checked, frame_url: `${path.replace(/\/$/, '')}/frame` };
  const store = options.once ?? memoryOnce();
  const consents = createConsents(options, secrets, notices, store);
  const once = createOnce(store);
  const create = creator(upstream, store, once, options);
  const place = typeof options.drafts === 'object' ? options.drafts.store : undefined;
  const drafts = place && createDrafts(place, secrets, (subject) => wasCreated(store, subject));
  const savedDrafts = () => {
    if (drafts) return drafts;
    throw new LendingError('handler-not-found', 'Drafts are not saved here.');
  };
  const forget = async (subject: string) => {
    if (typeof subject !== 'string' || !subject)
      throw new LendingError('config-invalid', 'forget() needs the subject that authorize() answers.');
    await drafts?.end(subject);
  };
  /** A draft that is not needed any more is no reason to refuse what has been done already. */
  const endDraft = (subject: string) =>
    forget(subject).catch((error: unknown) => console.error('createHandler({ drafts }): a draft is left over:', error));

  /**
   * Makes a call on an application once for each idempotency key of the page's; without one, as often as it is asked. Resolves as
   * the call did. `asked` returns the request, or something that identifies it.
   */
  async function keyed<T>(
    call: CallName,
    { request, subject, session }: Visit,
    asked: () => unknown,
    work: () => Promise<T>,
  ): Promise<T> {
    const key = request.headers.get('idempotency-key');
    if (key === null) return work();
    if (!/^[\w-]{8,64}$/.test(key)) throw new LendingError('handler-invalid', 'Refused: the idempotency key is none.');
    const limit = 2 * (call === 'uploadDocument' ? (options.uploadTimeout ?? 60_000) : (options.timeout ?? 10_000));
    const own = `${call}/${subject}/${session.company_id}/${key}`;
    return once({ key: own, asked: printOf(await asked()), limit, repeats: true }, work);
  }

  const createApplication: Route = async (visit) => {
    const { subject, session } = visit;
    const given = await readJson(visit);
    const read = (whole: unknown) => parse(application, whole);
    const body = (await prefill?.enforce(subject, given, read)) ?? read(given);
    // One application for one applicant: asking again, or twice at once, creates nothing.
    if (!session.company_id) {
      const { ids, email } = await create(visit, body);
      Object.assign(session, { company_id: ids.company_id, application_id: ids.application_id, email });
    }
    await endDraft(subject);
    return { done: doneCalls(session) };
  };

  const uploadDocument: Route = async (visit) => {
    const { company_id } = created(visit.session);
    await withDocument(visit, (document) =>
      keyed(
        'uploadDocument',
        visit,
        async () => [document.type, await digestOf(document.file)],
        async () => {
          await changed(visit, 'uploadDocument');
          const { signal } = visit.arrival;
          await upstream.uploadDocument(company_id, document, { ...callFor(visit), signal });
        },
      ),
    );
    return finished(visit.session, 'uploadDocument');
  };

  const prequalify: Route = async (visit) => {
    const { company_id } = created(visit.session);
    const body = parse(prequalification, await readJson(visit));
    const change = await keyed(
      'prequalify',
      visit,
      () => body,
      async () => {
        const noted = await changed(visit, 'prequalify');
        await upstream.prequalify(company_id, body, callFor(visit));
        return noted;
      },
    );
    if (change) await consents.sent(visit, change, body);
    return finished(visit.session, 'prequalify');
  };

  const offers: Route = async (visit) => {
    const { company_id } = created(visit.session);
    const body = parse(offersRequest, await readJson(visit));
    await keyed(
      'requestOffers',
      visit,
      () => body,
      () =>
        consents.request(visit, body, () =>
          upstream.requestOffers(company_id, { credit_score_check_consent: true }, callFor(visit)),
        ),
    );
    return finished(visit.session, 'requestOffers');
  };

  const decide: Route = async (visit) => {
    const body = parse(consentDecision, await readJson(visit));
    const decided = await consents.decide(visit, body);
    if (body.decision === 'withdrawn') await endDraft(visit.subject);
    return decided;
  };

  const serve: Route = (visit) => consents.serve(visit);

  const authenticate: Route = async (visit) => {
    checkEmpty(await readJson(visit));
    const token = await upstream.authenticate(created(visit.session), callFor(visit));
    finished(visit.session, 'authenticate');
    return token;
  };

  /** Who has an application sees it go on where the records cannot be read: the consent step says so by itself. */
  const known = async (visit: Visit) =>
    visit.session.company_id ? consents.known(visit).catch(() => undefined) : undefined;

  const start: Route = async (visit) => {
    const { session, subject } = visit;
    const { figures, made, ...more } = (await known(visit)) ?? {};
    const isCreated = !!session.company_id;
    // Whoever created it, and wherever.
    if (isCreated) await endDraft(subject);
    return {
      settings,
      widget,
      progress: { done: doneCalls(session, made), ...more },
      figures,
      draft_key: options.drafts === false ? undefined : await draftKey(secrets[0]!, subject),
      draftOwner: isCreated ? undefined : await drafts?.owner(subject),
      // What was created cannot be filled in again.
      prefill: isCreated ? undefined : await prefill?.get(subject),
    } satisfies Session;
  };

  const routes = {
    session: [{ method: 'GET', run: start }],
    consent: [
      { method: 'GET', run: serve },
      { method: 'POST', run: decide },
    ],
    applications: [{ method: 'POST', run: createApplication }],
    documents: [{ method: 'POST', run: uploadDocument }],
    prequalification: [{ method: 'POST', run: prequalify }],
    'request-offers': [{ method: 'POST', run: offers }],
    'widget-token': [{ method: 'POST', run: authenticate }],
    draft: [
      { method: 'GET', run: async (visit) => savedDrafts().load(visit) },
      { method: 'POST', run: async (visit) => savedDrafts().change(visit) },
    ],
  } satisfies Record<string, readonly { method: string; run: Route }[]>;
  return { routes, forget };
}

/** Whom a call is made for, and who hears what came of it. */
const callFor = ({ subject, onAnswer }: Visit): ServiceCallOptions => ({ subject, onAnswer });

/** The ids of an application that exists. What is no UUID is refused before anything is recorded. */
function created({ company_id, email }: LendingSession): { company_id: string; email: string } {
  if (!company_id || !email) throw new LendingError('handler-not-created', 'This applicant has no application yet.');
  return { company_id: checkId(company_id), email };
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

/** Marks a call as done. What is done again, like a second document, gets another mark. */
function finished(session: LendingSession, call: CallName) {
  if (call !== 'authenticate' || !session.marks[call]) {
    session.marks = { ...session.marks, [call]: crypto.randomUUID() };
  }
  return { done: doneCalls(session) };
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
