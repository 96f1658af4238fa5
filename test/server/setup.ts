import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import { createInterface } from 'node:readline';
import type { TestContext } from 'node:test';
import { createSandbox } from '../../src/sandbox/index.js';
import type { Consent, ConsentRecord } from '../../src/schema/consent/consent.js';
import type { SavedDraft } from '../../src/schema/calls/draft.js';
import {
  createHandler,
  type FoundAddress,
  type FoundCompany,
  type HandlerOptions,
  type LogEntry,
} from '../../src/server/index.js';
import { Browser, EMAIL, MOUNT, ORIGIN } from './browser.js';
import { COMPANY } from './consent/consent-samples.js';
import { script } from './folder.js';
import { SECRET, testStore } from './stores.js';

export { sampleApplication, samplePrequalification } from '../schema/samples.js';
export * from './browser.js';
export * from './folder.js';
export { SECRET, testStore } from './stores.js';
export { COMPANY } from './consent/consent-samples.js';

export type Fetch = typeof globalThis.fetch;

/** The key that must be seen nowhere. */
export const KEY = 'canary-key-b7f1c2d9';
export const OTHER = 'another-sample-secret-of-thirty-two-characters';

/** A company that a partner's register finds. */
export const foundCompany = (): FoundCompany => ({
  registered_name: 'Acme LTD',
  registered_number: '12345',
  type: 'ltd',
  formation_date: '2020-07-10 15:00:00.000',
  address: { house_number: '1', line_1: 'Sample Street', city: 'Leeds', postcode: 'LS1 4AP' },
});

/** An address that a partner's list finds. */
export const foundAddress = (): FoundAddress => ({
  house_number: '2',
  line_1: 'Sample Road',
  city: 'London',
  county: 'Greater London',
  postcode: 'EC2A 4HT',
});

/** Limits that no test reaches. */
const MANY = { requests: 1e9, seconds: 60 };
export const UNLIMITED = { requests: MANY, consents: MANY, lookups: MANY };

/** A cookie of the partner contains the signed-in user. */
export const authorize = (request: Request) => {
  const [, subject] = (request.headers.get('cookie') ?? '').match(/(?:^|; )user=([^;]*)/) ?? [];
  return subject ? { subject } : null;
};

/** The handler, with the sandbox behind it. `service` is a fault between the two. */
export function setup({ service, ...options }: Partial<HandlerOptions> & { service?: (real: Fetch) => Fetch } = {}) {
  const store = testStore();
  const sandbox = createSandbox({ secretKey: KEY });
  const log: LogEntry[] = [];
  const handle = createHandler({
    environment: 'sandbox',
    baseUrl: sandbox.baseUrl,
    secretKey: KEY,
    fetch: service ? service(sandbox.fetch) : sandbox.fetch,
    authorize,
    secret: SECRET,
    store,
    log: (entry) => void log.push(entry),
    ...options,
  });
  const browser = (user: string | undefined = 'jane', origin = ORIGIN) => new Browser(handle, user, origin);
  const received = (name: string) => sandbox.calls.filter((call) => call.name === name).map(({ body }) => body);
  return { store, sandbox, handle, log, browser, received };
}

/** An application that this handler did not create. */
export const EXISTING = { company_id: COMPANY, email: EMAIL };

/** The handler, where these users have an application that it did not create. */
export async function withApplication(options: Parameters<typeof setup>[0] = {}, users = ['jane']) {
  const given = setup(options);
  for (const subject of users) await given.handle.settleApplication({ subject }, EXISTING);
  return given;
}

/** The handler with its store, and a page of Jane's with an application. */
export async function created(options: Parameters<typeof setup>[0] = {}) {
  const store = testStore();
  const given = setup({ store, ...options });
  const page = given.browser();
  await page.create();
  const events = () => store.entries.map(({ event }) => event);
  const agree = async () => read(await page.post('request-offers', await page.good('request-offers')));
  return { ...given, store, page, events, agree };
}

export const served = async (response: Response) => (await response.json()) as Consent;

/** The calls that a page is told are done. */
export const progressOf = async (page: Browser) =>
  ((await (await page.get('session')).json()) as { progress: { done: string[] } }).progress.done;

export function later<T = void>() {
  let resolve!: (value: T) => void;
  const promise = new Promise<T>((settle) => (resolve = settle));
  return { promise, resolve };
}

/** A service that is another one for the call whose address ends so. */
export const faultAt =
  (end: string, answer: (real: () => Promise<Response>, init?: RequestInit) => Promise<Response>) =>
  (real: Fetch): Fetch =>
  (url, init) =>
    String(url).endsWith(end) ? answer(() => real(url, init), init) : real(url, init);

/** A service whose responses wait until `open()`, so that many requests are under way at the same time. */
export function gate() {
  const { promise, resolve } = later();
  const service = faultAt('', async (real) => (await promise, real()));
  return { service, open: resolve };
}

/** A request with a body that comes in pieces, as Jane's page sends it. */
export const streamed = (path: string, body: ReadableStream<Uint8Array>, headers: Record<string, string> = {}) =>
  new Request(`${ORIGIN}${MOUNT}/${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-lending-elements': '1',
      origin: ORIGIN,
      cookie: 'user=jane',
      ...headers,
    },
    body,
    duplex: 'half',
  } as RequestInit);

export interface Answer {
  receipt?: ConsentRecord;
  decidedAt?: string;
  code?: string;
  message?: string;
  remedy?: string;
  recoverable?: boolean;
  issues?: { path: string; reason: string }[];
  requestId?: string;
  retryAfter?: number;
  canCheck?: boolean;
  done?: string[];
  createdWith?: string;
  access_token?: string;
  prefill?: unknown;
  prefillNote?: string;
  draftOwner?: string;
  draft?: SavedDraft;
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
  assert.deepEqual(headers.getSetCookie(), []);
  const body = (await response.json()) as Answer;
  if (status >= 300) {
    assert.match(body.code!, /^(handler|upstream|outcome|config)-[a-z-]+$/);
    assert.match(body.message!, /^(?!.*  ).+\.$/, 'a sentence, in which nothing is missing');
    assert.match(body.requestId!, /^[0-9a-f-]{36}$/);
    assert.equal(typeof body.recoverable, 'boolean');
  }
  return { ...body, status };
}

/** What node:http itself answers to what it cannot read: a status, and nothing else. */
export const OF_NODE = /^HTTP\/1\.1 (400|408|413|417|431) [^{<]*\r\n\r\n(0\r\n\r\n)?$/;

/** Serves on a free port of loopback until `close()`, or until the test has ended. */
export async function serve(listener: RequestListener, test?: TestContext) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const closed = once(server, 'close');
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await closed;
  };
  test?.after(close);
  return { port, origin: `http://127.0.0.1:${port}`, close };
}

/** A backend in a separate process (see backend.ts), and the pages there. */
export async function startBackend(test: TestContext, kind: string, options: object) {
  const args = [...script('backend.ts'), kind, JSON.stringify(options)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const closed = once(child, 'close');
  const kill = () => (child.kill('SIGKILL'), closed);
  test.after(kill);
  let origin = '';
  // The handler prints lines of its own before.
  for await (origin of createInterface({ input: child.stdout })) if (origin.startsWith('http')) break;
  const browser = (user = 'jane') => new Browser((request) => fetch(request), user, origin);
  return { origin, browser, kill };
}
