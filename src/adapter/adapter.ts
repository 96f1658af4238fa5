import { LendingError, needsReload, updates } from '../errors.js';
import type { FoundAddress, FoundCompany } from '../schema/calls/lookups.js';
import {
  readConsent,
  readDecided,
  readDone,
  readProgress,
  readResults,
  readSavedDraft,
  readSession,
  readToken,
} from '../schema/calls/read-answers.js';
import { parseUrl } from '../schema/widget/parse-url.js';
import { anySignal } from '../time-limit.js';
import { version } from '../version.js';
import { pageApplicant } from './page-applicant.js';
import { HANDLER_HEADER, readResponse, type Read } from './read-response.js';
import type { AdapterOptions, CallOptions, ServerAdapter, SessionOptions, UploadOptions } from './types.js';

export type { AdapterOptions, ServerAdapter, UploadOptions } from './types.js';

/** The header with the handler's token for the user, the business and the application of a response. */
const APPLICANT_HEADER = 'x-lending-applicant';

/** Milliseconds between two questions to the handler for its version, and the limit of one. A part may fail to load at each key. */
const [UPDATE_CHECK_MS, UPDATE_LIMIT_MS] = [3000, 3000];

/** A request whose headers are a plain object, so that more can be added. */
type RequestParts = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> };

/** The default adapter: sends JSON and multipart with `fetch` to the handler of `lending-elements/server`. */
export function createAdapter(options: AdapterOptions = {}): ServerAdapter {
  const { call, watchEnd, isOutdated } = createCall(options);
  const once = createIdempotency();
  const files = new WeakMap<Blob, string>();
  let note: string | undefined;

  const post = <T>(path: string, content: unknown, read: Read<T>, callOptions?: CallOptions) => {
    const { headers, ...request } = jsonRequest(content);
    return once(path, request.body, (more) =>
      call(path, read, { ...request, headers: { ...headers, ...more } }, callOptions),
    );
  };

  const adapter: ServerAdapter = {
    business: options.business,
    async session(callOptions) {
      const session = await call('session', readSession, jsonRequest({}), callOptions);
      note = session.prefillNote;
      return session;
    },
    watchEnd,
    consent: ({ locale, ...callOptions } = {}) => call('consent', readConsent, jsonRequest({ locale }), callOptions),
    decide: (decision, callOptions) => post('consent', decision, readDecided, callOptions),
    createApplication: (application, callOptions) =>
      post('applications', { prefillNote: note, ...application }, readProgress, callOptions),
    uploadDocument({ file, type }, callOptions) {
      const body = new FormData();
      body.set('type', type);
      body.set('file', file);
      if (!files.has(file)) files.set(file, newKey());
      return once(type + files.get(file), '', (headers) =>
        call('documents', readProgress, { method: 'POST', body, headers }, callOptions),
      );
    },
    attachDocument: (document, callOptions) => post('documents', document, readProgress, callOptions),
    prequalify: (figures, callOptions) => post('prequalification', figures, readProgress, callOptions),
    requestOffers: (request, callOptions) => post('request-offers', request, readProgress, callOptions),
    authenticate: (callOptions) => post('widget-token', {}, readToken, callOptions),
    applyAgain: (callOptions) => post('again', {}, readProgress, callOptions),
    loadDraft: (callOptions) => call('draft', readSavedDraft, jsonRequest({ load: true }), callOptions),
    saveDraft: (draft, { keepalive = false, ...callOptions } = {}) =>
      call('draft', readDone, jsonRequest(draft, keepalive), callOptions),
    deleteDraft: (owner, callOptions) => call('draft', readDone, jsonRequest({ owner, delete: true }), callOptions),
    lookupCompany: (query, callOptions) =>
      call('lookups/company', readResults<FoundCompany>, jsonRequest({ query }), callOptions),
    lookupAddress: (query, callOptions) =>
      call('lookups/address', readResults<FoundAddress>, jsonRequest({ query }), callOptions),
  };
  let lastAsked = -UPDATE_CHECK_MS;
  updates.find = async () => {
    const isDue = !isOutdated() && performance.now() - lastAsked >= UPDATE_CHECK_MS;
    if (isDue) {
      lastAsked = performance.now();
      await adapter.session({ signal: AbortSignal.timeout(UPDATE_LIMIT_MS) }).catch(() => undefined);
    }
    return isOutdated();
  };
  return adapter;
}

/** A request that is safe to repeat. */
const jsonRequest = (content: unknown, keepalive = false) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(content),
  keepalive,
});

/** Makes calls to the handler, each with a time limit. */
function createCall(options: AdapterOptions) {
  const { timeoutMs = 20_000, uploadTimeoutMs = 90_000 } = options;
  const base = endpointUrl(options);
  const business = businessHeader(options);
  const findPage = (isNewStart?: boolean) =>
    pageApplicant(options.fetch ?? globalThis, `${base} ${options.business}`, isNewStart);
  let page = findPage();
  let handlerVersion = version;
  async function call<T>(
    path: string,
    read: Read<T>,
    sent: RequestParts,
    callOptions: UploadOptions & SessionOptions = {},
  ): Promise<T> {
    const { signal, onProgress, newStart } = callOptions;
    if (page.over && !newStart) throw page.over;
    const at = page.over ? (page = findPage(true)) : page;
    const { token } = at;
    const limit = path === 'documents' ? uploadTimeoutMs : timeoutMs;
    const deadline = AbortSignal.timeout(limit);
    const request = {
      ...sent,
      headers: {
        ...sent.headers,
        ...business,
        ...(token && { [APPLICANT_HEADER]: token }),
        accept: 'application/json',
        [HANDLER_HEADER]: '1',
      },
      credentials: options.crossOrigin ? 'include' : 'same-origin',
      // Most redirects lead to a sign-in page. Its response would be read as that of the handler.
      redirect: 'manual',
      cache: 'no-store',
      signal: signal ? anySignal(signal, deadline) : deadline,
    } satisfies RequestInit;
    try {
      const send = options.fetch ?? (onProgress ? await loadProgressFetch(onProgress) : globalThis.fetch);
      const response = await send(`${base}/${path}`, request);
      handlerVersion = response.headers.get(HANDLER_HEADER) ?? handlerVersion;
      const applicant = response.headers.has(HANDLER_HEADER) && response.headers.get(APPLICANT_HEADER);
      if (applicant && applicant !== (at.token ??= applicant))
        throw new LendingError('handler-other-applicant', 'The response is for another applicant.');
      return await readResponse(response, read);
    } catch (error) {
      const failure = error instanceof LendingError ? error : networkError(error, deadline.aborted, limit);
      if (!needsReload(failure)) throw failure;
      at.over ??= failure;
      at.dispatchEvent(new Event('over'));
      if (newStart && token) return call(path, read, sent, callOptions);
      throw failure;
    }
  }
  const watchEnd: ServerAdapter['watchEnd'] = (tell, signal) => {
    const at = page;
    if (at.over) tell(at.over);
    else at.addEventListener('over', () => tell(at.over!), { once: true, signal });
  };
  return { call, watchEnd, isOutdated: () => handlerVersion !== version };
}

/**
 * Returns the same idempotency key when a failed call is repeated, so that the backend does nothing twice. It remembers the
 * last content of each call until the call succeeds, or its outcome is unknown: the backend gives that answer to its key for good.
 */
function createIdempotency() {
  const attempts = new Map<string, { content: string; key: string }>();
  return function once<T>(
    what: string,
    content: string,
    send: (headers: Record<string, string>) => Promise<T>,
  ): Promise<T> {
    const last = attempts.get(what);
    const attempt = last?.content === content ? last : { content, key: newKey() };
    attempts.set(what, attempt);
    const forget = () => attempts.get(what) === attempt && attempts.delete(what);
    const answer = send({ 'idempotency-key': attempt.key });
    answer.then(forget, ({ code }: LendingError) => code === 'outcome-unknown' && forget());
    return answer;
  };
}
const newKey = () => `${Date.now()}-${Math.random().toString(36).slice(2)}`;

/** Loads the code that reports progress. If it does not load, the document is sent without progress. */
const loadProgressFetch = (onProgress: (share: number) => void) =>
  import('./upload-progress.js').then(
    ({ fetchWithProgress }) => fetchWithProgress(onProgress),
    () => globalThis.fetch,
  );

/**
 * Checks the endpoint. An endpoint in the page's HTML could have been injected, so only code can allow that personal data is sent to another
 * origin.
 */
function endpointUrl({ endpoint = '/api/lending', crossOrigin = false }: AdapterOptions): string {
  // An `about:blank` window has the origin of its opener, and no host.
  const { location: at, origin } = globalThis as Partial<typeof globalThis>;
  const page = at?.host ? at.href : origin;
  const url = parseUrl(endpoint, page);
  const isPlain = url && /^https?:$/.test(url.protocol) && !url.search && !url.hash;
  if (isPlain && (crossOrigin || !page || url.origin === new URL(page).origin)) return url.href.replace(/\/$/, '');
  const message = 'endpoint must be a path on the origin of this page, like /api/lending, without a query or fragment.';
  throw new LendingError('config-invalid', message, {
    remedy:
      'Correct the endpoint. For a backend on another origin, set adapter to createAdapter({ endpoint, crossOrigin: true }).',
  });
}

/** The header that names the business. It is encoded, because an id may contain letters that are not allowed in a header. */
function businessHeader({ business }: AdapterOptions): Record<string, string> {
  if (business === undefined) return {};
  if (/^(?!\s)[^\p{Cc}\p{Cs}]{1,200}(?<!\s)$/u.test(business))
    return { 'x-lending-business': encodeURIComponent(business) };
  const message = 'business must have 1 to 200 characters, without control characters or outer spaces.';
  throw new LendingError('config-invalid', message);
}

function networkError(cause: unknown, late: boolean, limit: number): LendingError {
  const isOffline = !late && globalThis.navigator?.onLine === false;
  const [code, message] = late
    ? (['adapter-timeout', `The backend did not answer within ${limit / 1000} seconds.`] as const)
    : isOffline
      ? (['adapter-offline', 'The browser is offline.'] as const)
      : (['adapter-unreachable', 'The backend could not be reached.'] as const);
  return new LendingError(code, message, { cause, recoverable: true });
}
