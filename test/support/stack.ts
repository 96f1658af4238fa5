import { createAdapter, type ServerAdapter } from '../../src/adapter.js';
import { createSandbox, type Sandbox } from '../../src/sandbox/index.js';
import { noticeText, sha256 } from '../../src/schema/notice-text.js';
import type { CallName } from '../../src/schema/index.js';
import { memoryConsents } from '../../src/server/consent-store.js';
import { createHandler, type HandlerOptions } from '../../src/server/handler.js';
import type { LendingSession, SessionStore } from '../../src/server/session.js';
import { sampleFile } from '../fixtures/wire.js';
import { sampleApplication, samplePrequalification } from '../schema/samples.js';
import type { Fault } from './faults.js';

export type Fetch = typeof globalThis.fetch;

export interface Stack {
  /** The lender. */
  sandbox: Sandbox;
  /** The page's way to the handler. */
  adapter: ServerAdapter;
  /** What the handler knows of the one applicant. */
  sessions: Map<string, LendingSession>;
  /** What is recorded of the consent. */
  consents: ReturnType<typeof memoryConsents>;
}

export interface StackOptions {
  /** A fault between the page and the handler: a fetch around the real one. */
  page?: Fault;
  /** A fault between the handler and the lender. */
  service?: Fault;
  handler?: Partial<HandlerOptions>;
  /** Milliseconds until the page gives a call up. */
  timeout?: number;
}

/** Page, partner backend and lender in one process: the real adapter, the real handler and the sandbox, joined by `fetch`. */
/** The service's address, as the handler has it. */
const LENDER = 'http://lender.localhost';

export function createStack({ page, service, handler, timeout }: StackOptions = {}): Stack {
  const sandbox = createSandbox({ origin: location.origin });
  const sessions = new Map<string, LendingSession>();
  const consents = memoryConsents();
  const store: SessionStore = {
    get: (subject) => structuredClone(sessions.get(subject)),
    set: (subject, session) => void sessions.set(subject, structuredClone(session)),
    delete: (subject) => void sessions.delete(subject),
  };
  const lender: Fetch = async (input, init) =>
    sandbox.fetch(String(input).replace(LENDER, location.origin), await encoded(init));
  const handle = createHandler({
    environment: 'sandbox',
    // This page may be on any host; the sandbox is in it.
    baseUrl: LENDER,
    secretKey: sandbox.secretKey,
    fetch: service ? service(lender) : lender,
    widget: sandbox.widget,
    authorize: () => ({ subject: 'applicant' }),
    // A new one for each: what one test leaves in the browser's history is nothing to the next.
    sessions: { secret: crypto.randomUUID(), store },
    // A copy is no store in memory for the handler, which would warn of one.
    consents: { ...consents },
    log() {},
    ...handler,
  });
  const direct: Fetch = (input, init) => abortable(asSent(input, init).then(handle), init?.signal);
  const adapter = createAdapter({ fetch: page ? page(direct) : direct, timeout });
  // The stand-in widget finds the lender that lives in this page.
  Object.assign(globalThis, { lendingSandbox: sandbox });
  return { sandbox, adapter, sessions, consents };
}

/** The names of the calls that the lender accepted, in their order. */
export const accepted = ({ sandbox }: Stack) =>
  sandbox.calls.filter(({ status }) => status < 300).map(({ name }) => name);

/** Makes the calls of a journey, up to this one and with it. */
export async function advance({ adapter }: Stack, last: CallName): Promise<void> {
  const calls: [CallName, () => Promise<unknown>][] = [
    ['createApplication', () => adapter.createApplication(sampleApplication())],
    ['uploadDocument', () => adapter.uploadDocument({ file: sampleFile(), type: 'bank-statement' })],
    ['prequalify', () => adapter.prequalify(samplePrequalification())],
    ['requestOffers', () => requestOffers(adapter)],
  ];
  for (const [name, call] of calls) {
    await call();
    if (name === last) return;
  }
}

/** Requests offers as a page does that has shown the notice. */
export async function requestOffers(adapter: ServerAdapter): Promise<unknown> {
  const { notice, seal } = await adapter.consent();
  const evidence = { seal, sha256: await sha256(noticeText(notice)), translated: false };
  return adapter.requestOffers({ credit_score_check_consent: true, evidence });
}

/** An abort ends the wait of a page, whatever goes on behind it. */
const abortable = (answer: Promise<Response>, signal: AbortSignal | null | undefined) =>
  new Promise<Response>((resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error));
    answer.then(resolve, reject);
  });

/** The request as the backend gets it: with what a browser adds on the way, and with a body that can be read in pieces. */
async function asSent(input: RequestInfo | URL, init: RequestInit = {}): Promise<Request> {
  const request = new Request(input, await encoded(init));
  const headers = new Headers([...request.headers, ['origin', location.origin], ['sec-fetch-site', 'same-origin']]);
  // A Request of Firefox has no `body`.
  const { body } = new Response(request.method === 'GET' ? null : await request.arrayBuffer());
  return Object.defineProperties(request, {
    headers: { value: headers },
    body: { value: body },
    bodyUsed: { value: false },
  });
}

/** A form as its bytes: WebKit sends one with a file, and cannot read it back out of a Request. */
async function encoded(init: RequestInit = {}): Promise<RequestInit> {
  if (!(init.body instanceof FormData)) return init;
  const boundary = `form-${Math.random()}`;
  const parts = [...init.body].flatMap(([name, value]) => [
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"`,
    value instanceof File ? `; filename="${value.name}"\r\ncontent-type: ${value.type}` : '',
    '\r\n\r\n',
    value,
    '\r\n',
  ]);
  const headers = new Headers(init.headers);
  headers.set('content-type', `multipart/form-data; boundary=${boundary}`);
  return { ...init, headers, body: await new Blob([...parts, `--${boundary}--\r\n`]).arrayBuffer() };
}
