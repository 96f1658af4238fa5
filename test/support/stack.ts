import { createAdapter, type ServerAdapter } from '../../src/adapter.js';
import { createSandbox, type Sandbox } from '../../src/sandbox/index.js';
import type { LendingSession } from '../../src/server/index.js';
import { createHandler, type HandlerOptions } from '../../src/server/handler.js';

export type Fetch = typeof globalThis.fetch;

export interface Stack {
  /** The lender. */
  sandbox: Sandbox;
  /** The page's way to the handler. */
  adapter: ServerAdapter;
  /** What the handler knows of the one applicant. */
  sessions: Map<string, LendingSession>;
}

export interface StackOptions {
  /** A fault between the page and the handler: a fetch around the real one. */
  page?: (fetch: Fetch) => Fetch;
  /** A fault between the handler and the lender. */
  service?: (fetch: Fetch) => Fetch;
  handler?: Partial<HandlerOptions>;
  /** Milliseconds until the page gives a call up. */
  timeout?: number;
}

/** Page, partner backend and lender in one process: the real adapter, the real handler and the sandbox, joined by `fetch`. */
export function createStack({ page, service, handler, timeout }: StackOptions = {}): Stack {
  const sandbox = createSandbox({ origin: location.origin });
  const sessions = new Map<string, LendingSession>();
  const handle = createHandler({
    baseUrl: sandbox.baseUrl,
    secretKey: sandbox.secretKey,
    fetch: service ? service(sandbox.fetch) : sandbox.fetch,
    widget: { script_url: sandbox.widgetScriptUrl, global: 'SampleFundingWidget', init: 'init', destroy: 'destroy' },
    authorize: () => ({ subject: 'applicant' }),
    sessions: {
      get: (subject) => structuredClone(sessions.get(subject)),
      set: (subject, session) => void sessions.set(subject, structuredClone(session)),
      delete: (subject) => void sessions.delete(subject),
    },
    ...handler,
  });
  const direct: Fetch = async (input, init) => {
    init?.signal?.throwIfAborted();
    return handle(asSent(new Request(input, init)));
  };
  const adapter = createAdapter({ fetch: page ? page(direct) : direct, timeout });
  // The stand-in widget finds the lender that lives in this page.
  Object.assign(globalThis, { lendingSandbox: sandbox });
  return { sandbox, adapter, sessions };
}

/** Adds what a browser adds on the way, and a script cannot set. */
function asSent(request: Request): Request {
  const headers = new Headers([...request.headers, ['origin', location.origin], ['sec-fetch-site', 'same-origin']]);
  return Object.defineProperty(request, 'headers', { value: headers });
}
