import { createAdapter } from '../../adapter/adapter.js';
import type { ServerAdapter } from '../../adapter/types.js';
import { createHandler } from '../../server/handler.js';
import { memoryStore } from '../../server/records/memory.js';
import type { Handler, HandlerOptions } from '../../server/types.js';
import type { SandboxOptions } from '../options.js';
import { withBytes } from '../api/body.js';
import { createSandbox } from '../api/service.js';
import type { Sandbox } from '../types.js';
import { widgetScript } from '../widget/script.js';

export interface TestBackendOptions {
  /** Options of the sandbox. */
  sandbox?: SandboxOptions | undefined;
  /** Options of `createHandler` that replace those of the test backend, such as `settings`, `prefill` or `widget`. */
  handler?: Partial<HandlerOptions> | undefined;
}

/** A backend and a sandbox in this process, for the test of a component: no port, no server and no cookie. */
export interface TestBackend {
  /** The value for the property `adapter` of an element. */
  readonly adapter: ServerAdapter;
  /** The handler, for tests that send their own requests. */
  readonly handler: Handler;
  readonly sandbox: Sandbox;
}

/**
 * Creates a handler with a sandbox behind it, for one applicant who is signed in. Everything is in memory. In a page, the sandbox's
 * widget gets its offers through the global `lendingSandbox`, which this function sets.
 */
export function createTestBackend({ sandbox: sandboxOptions, handler: given }: TestBackendOptions = {}): TestBackend {
  const sandbox = createSandbox(sandboxOptions);
  const handler = createHandler({
    environment: 'sandbox',
    baseUrl: sandbox.baseUrl,
    secretKey: sandbox.secretKey,
    fetch: sandbox.fetch,
    authorize: () => ({ subject: 'applicant' }),
    secret: `${crypto.randomUUID()}${crypto.randomUUID()}`,
    widget: { embedCode: embedCodeOf(sandbox) },
    // The handler warns of a store in memory. It does not recognise a copy, so it does not warn here.
    store: { ...memoryStore() },
    log: false,
    ...given,
  });
  const adapter = createAdapter({
    endpoint: `${originOfPage()}/api/lending`,
    // In a test, the page may be missing, or have no origin.
    crossOrigin: true,
    fetch: async (url, init) => handler(await asBackendGets(url, init)),
  });
  Object.assign(globalThis, { lendingSandbox: sandbox });
  return { adapter, handler, sandbox };
}

/** The sandbox is not on the network, so the embed code contains the widget's script. */
const embedCodeOf = ({ baseUrl }: Sandbox) =>
  `<div id="offers-{container_id}"></div><script>${widgetScript(baseUrl)}</script>` +
  `<script>SampleFundingWidget.init({ token: '{access_token}', container: 'offers-{container_id}' })</script>`;

const ORIGIN = 'http://localhost';

/** The origin of the page. Without a page, an origin of this machine. */
const originOfPage = () => {
  const { origin = '' } = (globalThis as Partial<typeof globalThis>).location ?? {};
  return /^https?:/.test(origin) ? origin : ORIGIN;
};

/** Returns a request as a backend gets it: with the headers that a browser adds, and a body that is a stream. */
export async function asBackendGets(url: RequestInfo | URL, init: RequestInit = {}): Promise<Request> {
  const origin = originOfPage();
  const address = url instanceof Request ? url : new URL(url, origin);
  const request = new Request(address, await withBytes(init));
  const headers = new Headers([...request.headers, ['origin', origin], ['sec-fetch-site', 'same-origin']]);
  // Firefox's Request has no `body`.
  const { body } = new Response(request.method === 'GET' ? null : await request.arrayBuffer());
  return Object.defineProperties(request, {
    headers: { value: headers },
    body: { value: body },
    bodyUsed: { value: false },
  });
}
