import { once } from 'node:events';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { LendingError, messageWithRemedy } from '../errors.js';
import { isLoopback } from '../schema/widget/loopback.js';
import { readEnvironment } from '../server/node/environment.js';
import { createHandler, toNodeListener } from '../server/node/index.js';
import type { Database } from '../server/records/records.js';
import type { Handler, LogEntry } from '../server/types.js';
import { checkAll } from './doctor.js';
import { formatFinding } from './doctor/findings.js';
import { listen, originOf, stopSignal } from './listen.js';
import { publicOriginOf, readHandlerOptions } from './serve/options.js';
import { createPrefillStore } from './serve/prefill.js';
import { createUserTokens } from './serve/user-token.js';
import { webhookOf } from './serve/webhook.js';
import { inWordsOfServe } from './serve/words.js';
import { readEnv, type FoundEnv, type Options } from './usage.js';

const PORT = '4020';
/** Milliseconds for requests that are under way when the process must stop. An upload may take a minute. */
const STOP_MS = 75_000;
/** Milliseconds between two looks at the events that wait. */
const DELIVER_MS = 15_000;

const say = (line: object) => process.stdout.write(`${JSON.stringify({ time: new Date().toISOString(), ...line })}\n`);

/** One line of JSON for each request. It contains neither a body nor a subject. */
function logRequest({ requestId, route, status, calls, code, error }: LogEntry): void {
  say({ requestId, route, status, code, message: error && messageWithRemedy(error), calls });
}

export async function runServe({ values }: Options): Promise<boolean> {
  // The handler's notes for developers are not JSON.
  console.info = console.error;
  const found = await readEnv(values['env']);
  const { env } = found;
  const server = await listen('The handler', values['port'] ?? env['PORT'] ?? PORT, values['host'] ?? '127.0.0.1');
  try {
    const origin = publicOriginOf(env, originOf(server));
    const users = await createUserTokens(env, origin, (reason) => say({ message: `Nobody is signed in: ${reason}.` }));
    const options = await readHandlerOptions(env, values['config']);
    const { store, secret } = options;
    await store?.ready?.();
    const prefill = store && createPrefillStore(store, secret, users.read);
    const handler = createHandler({
      authorize: users.authorize,
      prefill: prefill?.get,
      onProgress: webhookOf(env),
      log: logRequest,
      ...options,
    });
    const routes: Record<string, RequestListener> = {
      '/health': (_, response) => respond(response, 200, 'alive'),
      '/ready': (_, response) => void respondReady(response, store),
      ...(prefill && { '/prefill': toNodeListener(prefill.receive) }),
    };
    const listener = toNodeListener(atOrigin(handler, origin));
    server.on('request', (request: IncomingMessage, response: ServerResponse) =>
      (routes[request.url!] ?? listener)(request, response),
    );
    say({ message: `The handler of ${origin} listens at ${originOf(server)}.` });
    if (!isLoopback(new URL(originOf(server)).hostname))
      say({ message: 'Other machines can reach it, without encryption. Let only your proxy connect to this port.' });
    void printFindings(found);
    const endDelivery = keepDelivering(handler);
    await stopSignal();
    endDelivery();
    await stop(server);
    await handler.close();
  } catch (error) {
    throw error instanceof LendingError ? inWordsOfServe(error) : error;
  } finally {
    server.close();
    server.closeAllConnections();
  }
  return true;
}

/** Delivers the events that wait, at the start and from then on, even if no page sends a request. Returns a function that ends it. */
function keepDelivering(handler: Handler): () => void {
  const deliver = () => void handler.deliverProgress().catch(() => undefined);
  deliver();
  const timer = setInterval(deliver, DELIVER_MS);
  return () => clearInterval(timer);
}

/** The handler sees the public origin, whatever Host header a proxy passes on. */
function atOrigin(handler: Handler, origin: string): Handler {
  const move = (request: Request) => {
    const { pathname, search } = new URL(request.url);
    return new Request(origin + pathname + search, request);
  };
  return Object.assign((request: Request) => handler(move(request)), handler, {
    reply: (...[request, elements]: Parameters<Handler['reply']>) => handler.reply(move(request), elements),
  });
}

const respond = (response: ServerResponse, status: number, text: string) =>
  void response.writeHead(status, { 'content-type': 'text/plain', 'cache-control': 'no-store' }).end(`${text}\n`);

/** Responds with 503 while the database cannot be read, or if its file was deleted or replaced. */
async function respondReady(response: ServerResponse, store: Database | undefined): Promise<void> {
  try {
    await store?.ready();
    await store?.keys.read();
    respond(response, 200, 'ready');
  } catch {
    respond(response, 503, 'the database does not respond');
  }
}

/** Prints the doctor's findings that are not fine. The process starts even if the service or the network fails. */
async function printFindings(found: FoundEnv): Promise<void> {
  const findings = await checkAll(readEnvironment(found.env), { found, calls: false, seconds: 5 });
  const notable = findings.filter(({ level, topic }) => level !== 'fine' && topic !== 'the key');
  for (const finding of notable) console.error(formatFinding(finding));
}

/** Ends the requests that are under way, and accepts no others. */
async function stop(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  setTimeout(() => server.closeAllConnections(), STOP_MS).unref();
  await closed;
}
