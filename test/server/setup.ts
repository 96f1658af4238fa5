import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSandbox } from '../../src/sandbox/index.js';
import { memoryConsents, createHandler, type HandlerOptions, type LogEntry } from '../../src/server/index.js';
import type { Consent, ConsentEvidence, ConsentRecord } from '../../src/schema/consent.js';
import type { SavedDraft } from '../../src/schema/draft.js';
import { noticeText, sha256 } from '../../src/schema/notice-text.js';
import { sampleApplication, samplePrequalification } from '../schema/samples.js';

export type Fetch = typeof globalThis.fetch;

export const ORIGIN = 'https://partner.example';
export const MOUNT = '/api/lending';
/** The key that must be seen nowhere. */
export const KEY = 'canary-key-b7f1c2d9';
export const SECRET = 'a-sample-secret-of-thirty-two-chars-or-more';
export const EMAIL = sampleApplication().applicant.email;
/** The session cookie on https. */
export const HOST = '__Host-lending';
/** Sessions whose cookies go over the plain http of this machine. */
export const LOOPBACK = { secret: SECRET, loopback: true };

/** Who is signed in stands in a cookie of the partner's. */
export const authorize = (request: Request) => {
  const [, subject] = (request.headers.get('cookie') ?? '').match(/(?:^|; )user=([^;]*)/) ?? [];
  return subject ? { subject } : null;
};

/** What a page sends: a method, a body (JSON unless it is a form or a text) and headers. `null` takes a header away. */
export interface Sending {
  method?: string;
  body?: unknown;
  headers?: Record<string, string | null>;
}

/** A browser with its cookies, on a page of the partner's. */
export class Browser {
  readonly cookies = new Map<string, string>();
  readonly #handle: (request: Request) => Promise<Response>;
  readonly #origin: string;

  constructor(handle: (request: Request) => Promise<Response>, user: string | undefined, origin: string) {
    this.#handle = handle;
    this.#origin = origin;
    if (user !== undefined) this.cookies.set('user', user);
  }

  /** Sends as the library's adapter does, with what the browser adds. */
  async send(path: string, { method = 'POST', body, headers = {} }: Sending = {}): Promise<Response> {
    const isRaw = body instanceof FormData || body instanceof Uint8Array || typeof body === 'string';
    const sent = new Headers({
      accept: 'application/json',
      'x-lending-elements': '1',
      'sec-fetch-site': 'same-origin',
      cookie: [...this.cookies].map((pair) => pair.join('=')).join('; '),
      ...(method === 'POST' && { origin: this.#origin }),
      ...(method === 'POST' && !(body instanceof FormData) && { 'content-type': 'application/json' }),
    });
    for (const [name, value] of Object.entries(headers)) {
      if (value === null) sent.delete(name);
      else sent.set(name, value);
    }
    const content = method === 'GET' || method === 'HEAD' ? null : ((isRaw ? body : JSON.stringify(body)) as BodyInit);
    const url = `${this.#origin}${MOUNT}/${path}`;
    const response = await this.#handle(new Request(url, { method, headers: sent, body: content }));
    for (const cookie of response.headers.getSetCookie()) this.#keep(cookie);
    return response;
  }

  get = (path: string, sending: Sending = {}) => this.send(path, { method: 'GET', ...sending });
  post = (path: string, body: unknown) => this.send(path, { body });

  /** A good body for a route, as this page would send it now. */
  async good(path: string): Promise<unknown> {
    return path === 'request-offers' ? agreed(await this.get('consent')) : goodBodies()[path];
  }

  /** Creates the application of the samples. */
  async create(application = sampleApplication()): Promise<void> {
    assert.equal((await this.post('applications', application)).status, 200);
  }

  #keep(cookie: string): void {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!;
    this.cookies.set(name!, value!);
  }
}

/** What a page sends that has been served the notice, and has shown it. */
export async function evidenceOf(served: Response): Promise<ConsentEvidence> {
  const { notice, seal } = (await served.json()) as Consent;
  return { seal, sha256: await sha256(noticeText(notice)), translated: false };
}

/** A request for offers by who agreed to the notice; where none was served, one of the right shape. */
export const agreed = async (served: Response) =>
  served.ok ? { credit_score_check_consent: true, evidence: await evidenceOf(served) } : goodBodies()['request-offers'];

/** The handler, with the sandbox behind it. `service` is a fault between the two. */
export function setup({ service, ...options }: Partial<HandlerOptions> & { service?: (real: Fetch) => Fetch } = {}) {
  const sandbox = createSandbox({ secretKey: KEY });
  const log: LogEntry[] = [];
  const handle = createHandler({
    environment: 'sandbox',
    baseUrl: sandbox.baseUrl,
    secretKey: KEY,
    fetch: service ? service(sandbox.fetch) : sandbox.fetch,
    authorize,
    sessions: { secret: SECRET },
    consents: memoryConsents(),
    log: (entry) => void log.push(entry),
    ...options,
  });
  const browser = (user: string | undefined = 'jane', origin = ORIGIN) => new Browser(handle, user, origin);
  /** The bodies that the service got for a call. */
  const received = (name: string) => sandbox.calls.filter((call) => call.name === name).map(({ body }) => body);
  return { sandbox, handle, log, browser, received };
}

/** A service whose answers wait until `open()`, so that many requests are on their way at once. */
export function gate() {
  let open!: () => void;
  const opened = new Promise<void>((resolve) => (open = resolve));
  const service =
    (real: Fetch): Fetch =>
    async (...request) => {
      await opened;
      return real(...request);
    };
  return { service, open };
}

/** As little as is taken for a PDF. */
export const SAMPLE_PDF = '%PDF-1.7\n%%EOF\n';

/** A form as the documents step sends it. `null` leaves a part out. */
export function documentForm(parts: { file?: File | null; type?: string | null } = {}): FormData {
  const statement = new File([SAMPLE_PDF], 'statement june.pdf', { type: 'application/pdf' });
  const { file = statement, type = 'bank-statement' } = parts;
  const form = new FormData();
  if (type !== null) form.append('type', type);
  if (file !== null) form.append('file', file);
  return form;
}

/** A body of the right shape for each route that changes something. Where consent is needed, `Browser.good` has the evidence. */
export const goodBodies = (): Record<string, unknown> => ({
  applications: sampleApplication(),
  documents: documentForm(),
  prequalification: samplePrequalification(),
  'request-offers': {
    credit_score_check_consent: true,
    evidence: { seal: 'x', sha256: 'a'.repeat(64), translated: false },
  },
  'widget-token': {},
});

export interface Answer {
  receipt?: ConsentRecord;
  decided_at?: string;
  code?: string;
  message?: string;
  remedy?: string;
  recoverable?: boolean;
  issues?: { path: string; reason: string }[];
  request_id?: string;
  retryAfter?: number;
  canCheck?: boolean;
  done?: string[];
  access_token?: string;
  prefill?: unknown;
  draft_key?: string;
  draftOwner?: string;
  owner?: string;
  saved?: SavedDraft;
  savedAt?: string;
}

/** Reads an answer, which is always typed JSON that nobody keeps, sniffs or frames. */
export async function read(response: Response): Promise<Answer & { status: number }> {
  const { headers, status } = response;
  assert.equal(headers.get('content-type'), 'application/json; charset=utf-8');
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.equal(headers.get('x-content-type-options'), 'nosniff');
  assert.equal(headers.get('referrer-policy'), 'no-referrer');
  assert.equal(headers.get('cross-origin-resource-policy'), 'same-origin');
  assert.equal(headers.get('content-security-policy'), "default-src 'none'; frame-ancestors 'none'");
  assert.equal(headers.get('access-control-allow-origin'), null);
  const body = (await response.json()) as Answer;
  if (status >= 300) {
    assert.match(body.code!, /^(handler|upstream|outcome|config)-[a-z-]+$/);
    assert.match(body.message!, /\.$/);
    assert.match(body.request_id!, /^[0-9a-f-]{36}$/);
    assert.equal(typeof body.recoverable, 'boolean');
  }
  return { ...body, status };
}

/** What node:http itself answers to what it cannot read: a status, and nothing else. */
export const OF_NODE = /^HTTP\/1\.1 (400|408|413|417|431) [^{<]*\r\n\r\n(0\r\n\r\n)?$/;

/** Serves on a free port of loopback until `close()`. */
export async function serve(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { port, origin: `http://127.0.0.1:${port}`, close };
}
