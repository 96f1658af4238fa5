import { LendingError, type LendingErrorCode, type LendingErrorDetails } from './errors.js';
import {
  readConsent,
  readDecided,
  readDone,
  readDraft,
  readProgress,
  readSession,
  readToken,
} from './schema/answers.js';
import type { Application } from './schema/application.js';
import type { Consent, ConsentDecision, Decided, OffersRequest } from './schema/consent.js';
import type { LendingDocument } from './schema/document.js';
import type { DraftAnswer, DraftSave } from './schema/draft.js';
import type { Prequalification } from './schema/prequalification.js';
import type { Progress, Session } from './schema/session.js';
import type { WidgetToken } from './schema/widget-auth.js';

/** What every call takes beside its body. */
export interface CallOptions {
  /** Gives the call up. */
  signal?: AbortSignal | undefined;
}

/** In which language something is wanted. */
export interface LocaleOptions extends CallOptions {
  /** A BCP 47 tag. Default: the handler's own choice. */
  locale?: string | undefined;
}

/** What the upload of a document takes beside it. */
export interface UploadOptions extends CallOptions {
  /**
   * Hears how much of the document was sent, from 0 to 1; at 1 the answer is still to come. Where the adapter has a
   * `fetch` of its own it hears nothing.
   */
  onProgress?: ((share: number) => void) | undefined;
}

/** What the saving of a draft takes beside it. */
export interface SaveOptions extends CallOptions {
  /** Whether it is sent even if the page goes away meanwhile. Browsers do so for 64 KiB at most. Default: `false`. */
  keepalive?: boolean | undefined;
}

/**
 * The partner's backend as a page sees it: the five calls, and the session that says what a page needs to start.
 * No call takes or gives a company id, an application id or the secret key: the backend knows them.
 * Every call rejects with a `LendingError`.
 */
export interface ServerAdapter {
  /** Settings, widget settings, and what is done already. */
  session(options?: CallOptions): Promise<Session>;
  /** Serves the consent notice, sealed, and what the applicant has agreed to already. */
  consent(options?: LocaleOptions): Promise<Consent>;
  /** Records a decision about the consent that requests no offers: declined, withdrawn, or given for later. */
  decide(decision: ConsentDecision, options?: CallOptions): Promise<Decided>;
  /** Creates the application. Source: endpoint 1. */
  createApplication(application: Application, options?: CallOptions): Promise<Progress>;
  /** Sends one document of the company. Source: endpoint 2. */
  uploadDocument(document: LendingDocument, options?: UploadOptions): Promise<Progress>;
  /** Sends the prequalification figures. Source: endpoint 3. */
  prequalify(figures: Prequalification, options?: CallOptions): Promise<Progress>;
  /** Requests offers, with the applicant's consent and the evidence for it. Source: endpoint 4. */
  requestOffers(request: OffersRequest, options?: CallOptions): Promise<Progress>;
  /** Gets a fresh token for the widget. Keep it in memory. Source: endpoint 5. */
  authenticate(options?: CallOptions): Promise<WidgetToken>;
  /**
   * What is saved of this applicant, where the session has a `draftOwner`. An adapter without this and the next two saves
   * nothing for another device, and all else works.
   */
  loadDraft?(options?: CallOptions): Promise<DraftAnswer>;
  /** Saves what was entered. It rejects with `handler-draft-conflict` where another page has saved since, and with `handler-draft-ended` where nothing is saved any more. */
  saveDraft?(draft: DraftSave, options?: SaveOptions): Promise<unknown>;
  /** Deletes what is saved of this owner. */
  deleteDraft?(owner: string, options?: CallOptions): Promise<unknown>;
}

export interface AdapterOptions {
  /** Where the partner's backend has mounted the handler. Default: `/api/lending`. */
  endpoint?: string | undefined;
  /** Whether the endpoint may be on another origin; cookies are then sent there. Default: `false`. */
  crossOrigin?: boolean | undefined;
  /** Default: the page's own. */
  fetch?: typeof globalThis.fetch | undefined;
  /** Milliseconds until a call is given up. It should be longer than the handler's own limit. Default: 20 seconds. */
  timeout?: number | undefined;
  /** The same for a document. Default: 90 seconds. */
  uploadTimeout?: number | undefined;
}

/** What the handler puts on every answer. A page of somebody else's, or a file, does not pass for it. */
const MARK = 'x-lending-elements';

/** How an answer is read; `undefined` where it is none. */
type Read<T> = (body: unknown) => T | undefined;

/** What is sent; its headers are plain, for more are added. */
type Sent = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> };

/** The default adapter: JSON and multipart over `fetch`, to the handler of `lending-elements/server`. */
export function createAdapter(options: AdapterOptions = {}): ServerAdapter {
  const call = createCall(options);
  const once = createOnce();
  const files = new WeakMap<Blob, string>();
  const { uploadTimeout = 90_000 } = options;

  const post = <T>(path: string, content: unknown, read: Read<T>, callOptions: CallOptions = {}) => {
    const body = JSON.stringify(content);
    return once(path, body, (headers) =>
      call(
        path,
        read,
        { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body },
        callOptions,
      ),
    );
  };

  return {
    session: (callOptions = {}) => call('session', readSession, {}, callOptions),
    consent: ({ locale, ...callOptions } = {}) =>
      call(locale ? `consent?locale=${encodeURIComponent(locale)}` : 'consent', readConsent, {}, callOptions),
    decide: (decision, callOptions) => post('consent', decision, readDecided, callOptions),
    createApplication: (application, callOptions) => post('applications', application, readProgress, callOptions),
    uploadDocument({ file, type }, callOptions = {}) {
      const body = new FormData();
      body.set('type', type);
      body.set('file', file);
      if (!files.has(file)) files.set(file, newKey());
      return once(type + files.get(file), '', (headers) =>
        call('documents', readProgress, { method: 'POST', headers, body }, callOptions, uploadTimeout),
      );
    },
    prequalify: (figures, callOptions) => post('prequalification', figures, readProgress, callOptions),
    requestOffers: (request, callOptions) => post('request-offers', request, readProgress, callOptions),
    authenticate: (callOptions) => post('widget-token', {}, readToken, callOptions),
    loadDraft: (callOptions = {}) => call('draft', readDraft, {}, callOptions),
    saveDraft: (draft, { keepalive = false, ...callOptions } = {}) =>
      call('draft', readDone, json(draft, keepalive), callOptions),
    deleteDraft: (owner, callOptions = {}) => call('draft', readDone, json({ owner, delete: true }), callOptions),
  };
}

/** What may be sent as often as it is wanted. */
const json = (content: object, keepalive = false): Sent => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(content),
  keepalive,
});

/** Makes calls to the handler, each within its time. */
function createCall(options: AdapterOptions) {
  const { timeout = 20_000 } = options;
  const base = endpointUrl(options);
  return async function call<T>(
    path: string,
    read: Read<T>,
    sent: Sent,
    { signal, onProgress }: UploadOptions,
    limit = timeout,
  ): Promise<T> {
    const deadline = AbortSignal.timeout(limit);
    const request = {
      ...sent,
      headers: { ...sent.headers, accept: 'application/json', [MARK]: '1' },
      credentials: options.crossOrigin ? 'include' : 'same-origin',
      redirect: 'error',
      cache: 'no-store',
      signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
    } satisfies RequestInit;
    try {
      const send = options.fetch ?? (onProgress ? await telling(onProgress) : globalThis.fetch);
      return await readAnswer(await send(`${base}/${path}`, request), read);
    } catch (error) {
      throw error instanceof LendingError ? error : networkError(error, deadline.aborted, limit);
    }
  };
}

/**
 * What is sent again after a failure has the key of before: what the backend has done already it does not do again. Of
 * each thing only what was sent last is remembered, and nothing once it has arrived.
 */
function createOnce() {
  const attempts = new Map<string, { content: string; key: string }>();
  return async function once<T>(
    what: string,
    content: string,
    send: (headers: Record<string, string>) => Promise<T>,
  ): Promise<T> {
    const last = attempts.get(what);
    const attempt = last?.content === content ? last : { content, key: newKey() };
    attempts.set(what, attempt);
    const answer = await send({ 'idempotency-key': attempt.key });
    if (attempts.get(what) === attempt) attempts.delete(what);
    return answer;
  };
}
const newKey = () => `${Date.now()}-${Math.random().toString(36).slice(2)}`;

/** Progress is a comfort: where its part does not load, the document is sent without it. */
const telling = (onProgress: (share: number) => void) =>
  import('./upload.js').then(
    ({ fetchTelling }) => fetchTelling(onProgress),
    () => globalThis.fetch,
  );

/** An endpoint in a page's HTML could be anybody's: only code can send personal data to another origin. */
function endpointUrl({ endpoint = '/api/lending', crossOrigin = false }: AdapterOptions): string {
  // An empty window has the origin of the page that opened it, and an address without one.
  const { location: at, origin } = globalThis as Partial<typeof globalThis>;
  const page = at?.host ? at.href : origin;
  const url = URL.canParse(endpoint, page) ? new URL(endpoint, page) : undefined;
  const isPlain = url && /^https?:$/.test(url.protocol) && !url.search && !url.hash;
  if (isPlain && (crossOrigin || !page || url.origin === new URL(page).origin)) return url.href.replace(/\/$/, '');
  throw new LendingError('config-invalid', 'The endpoint of the backend is refused.', {
    remedy: 'Use a path of this site, without a query, or an adapter with crossOrigin.',
  });
}

async function readAnswer<T>(response: Response, read: Read<T>): Promise<T> {
  const body: unknown = response.headers.has(MARK) ? await response.json().catch(notJson) : undefined;
  if (response.ok) {
    const answer = read(body);
    if (answer) return answer;
  } else if (isErrorBody(body)) {
    const { code, message, ...details } = body;
    throw new LendingError(code, message, { ...details, recoverable: details.recoverable === true });
  }
  throw new LendingError(
    'adapter-unexpected-answer',
    `The backend answered ${response.status} in a way that is not the handler’s.`,
    {
      remedy: 'Check that the handler is mounted at the endpoint.',
      recoverable: response.status >= 500,
    },
  );
}

const notJson = (error: unknown) => {
  // By its name: in WebKit it is a DOMException.
  if ((error as Error).name === 'SyntaxError') return undefined;
  throw error;
};

interface ErrorBody extends Omit<LendingErrorDetails, 'cause'> {
  code: LendingErrorCode;
  message: string;
}

const isErrorBody = (body: unknown): body is ErrorBody => typeof (body as ErrorBody | undefined)?.code === 'string';

function networkError(cause: unknown, late: boolean, limit: number): LendingError {
  if (late) {
    return new LendingError('adapter-timeout', `The backend did not answer within ${limit / 1000} seconds.`, {
      cause,
      recoverable: true,
    });
  }
  if (globalThis.navigator?.onLine === false) {
    return new LendingError('adapter-offline', 'The browser is offline.', { cause, recoverable: true });
  }
  return new LendingError('adapter-unreachable', 'The backend could not be reached.', { cause, recoverable: true });
}
