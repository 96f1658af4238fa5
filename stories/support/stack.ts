import { createAdapter, type ServerAdapter } from '../../src/adapter/adapter.js';
import { createSandbox, type Sandbox } from '../../src/sandbox/index.js';
import { asBackendGets } from '../../src/sandbox/testing/test-backend.js';
import { noticeText, sha256 } from '../../src/schema/consent/notice-text.js';
import type { CallName } from '../../src/schema/index.js';
import { createHandler } from '../../src/server/handler.js';
import type { Handler, HandlerOptions } from '../../src/server/types.js';
import { testStore, type TestStore } from '../../test/server/stores.js';
import { sampleApplication, sampleFile, samplePrequalification } from './samples.mjs';
import type { Fault } from './faults.js';

export type Fetch = typeof globalThis.fetch;

export interface Stack {
  sandbox: Sandbox;
  adapter: ServerAdapter;
  /** The adapter's `fetch`, with the faults of the page. */
  fetch: Fetch;
  store: TestStore;
  handle: Handler;
}

export interface StackOptions {
  /** A fault between the page and the handler: wraps `fetch`. */
  page?: Fault;
  /** A fault between the handler and the lender. */
  service?: Fault;
  handler?: Partial<HandlerOptions>;
  /** The time limit of a call, in milliseconds. */
  timeoutMs?: number;
}

/** The sample widget's script, next to this page. Storybook can be published under a path. */
const SCRIPT = new URL('widget.js', document.baseURI).href;
/** The service's address in the handler's settings. */
const LENDER = 'http://lender.localhost';

/** Page, partner backend and lender in one process: the real adapter, handler and sandbox, connected by `fetch`. */
export function createStack({ page, service, handler, timeoutMs }: StackOptions = {}): Stack {
  const sandbox = createSandbox({ origin: location.origin });
  const store = testStore();
  const lender: Fetch = (input, init) => sandbox.fetch(String(input).replace(LENDER, location.origin), init);
  const handle = createHandler({
    environment: 'sandbox',
    // This page may be on any host; the sandbox is in it.
    baseUrl: LENDER,
    secretKey: sandbox.secretKey,
    fetch: service ? service(lender) : lender,
    widget: { ...sandbox.widget, scriptUrl: SCRIPT },
    authorize: () => ({ subject: 'applicant' }),
    // A new secret for each stack: the next test cannot open drafts in the browser's history.
    secret: crypto.randomUUID(),
    store,
    log() {},
    ...handler,
  });
  const direct: Fetch = (input, init) => abortable(asBackendGets(input, init).then(handle), init?.signal);
  const fetch = page ? page(direct) : direct;
  const adapter = createAdapter({ fetch, timeoutMs });
  // The sandbox's widget finds the lender of this page.
  Object.assign(globalThis, { lendingSandbox: sandbox });
  return { sandbox, adapter, fetch, store, handle };
}

/** The same backend as another page calls it: in another tab, or on another device. */
export const otherPage = (stack: Stack): Stack => ({
  ...stack,
  adapter: createAdapter({ fetch: (input, init) => stack.fetch(input, init) }),
});

/** The bodies of one call as the lender received them, and the names of the calls that it accepted, in their order. */
export const bodiesOf = ({ sandbox }: Pick<Stack, 'sandbox'>, call: CallName) =>
  sandbox.calls.filter(({ name }) => name === call).map(({ body }) => body);
export const accepted = ({ sandbox }: Stack) =>
  sandbox.calls.filter(({ status }) => status < 300).map(({ name }) => name);

/** Makes the calls of a journey, up to and including this one. */
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

/** Requests offers as a page does after it has shown the notice. */
export async function requestOffers(adapter: ServerAdapter): Promise<unknown> {
  const { notice, servedId } = await adapter.consent();
  const evidence = { servedId, sha256: await sha256(noticeText(notice)), translated: false };
  return adapter.requestOffers({ credit_score_check_consent: true, evidence });
}

/** An abort ends the page's wait, even if the call continues. */
const abortable = (answer: Promise<Response>, signal: AbortSignal | null | undefined) =>
  new Promise<Response>((resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error));
    answer.then(resolve, reject);
  });
