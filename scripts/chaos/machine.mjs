// One handler process of `npm run test:chaos`, as the guide "Several machines" shows it. With IS_OFFICE it is the partner's office: it settles
// creations with an unknown outcome.
import http from 'node:http';
import process from 'node:process';
import { createHandler } from 'lending-elements/server';
import { fromEnv, toNodeListener } from 'lending-elements/server/node';
import { databaseAt } from '../../dist/server/node/database.js';
import { endWithParent } from './children.mjs';
import { ENGINES_AWAY, LIMITS } from './limits.mjs';

endWithParent();
const { CLOCK, STORE_CLOCK, LENDING_DATABASE, OFFICE, IS_OFFICE } = process.env;
shiftClock(Number(CLOCK ?? 0));

const env = fromEnv();
const { namespace } = env.store;
await env.store.close();
const clock = () => Date.now() + Number(STORE_CLOCK ?? 0);
const store = databaseAt(LENDING_DATABASE, { namespace, clock });
await store.ready().catch(() => process.exit(ENGINES_AWAY));
const often = { requests: 100_000, seconds: 60 };
const handle = createHandler({
  ...env,
  store,
  authorize(request) {
    const [, subject] = /user=([\w-]+)/.exec(request.headers.get('cookie') ?? '') ?? [];
    return subject ? { subject } : null;
  },
  limits: { requests: often, consents: often },
  timeoutMs: LIMITS.service,
  uploadTimeoutMs: LIMITS.service,
  hookTimeoutMs: LIMITS.hook,
  log: false,
});

/** Settles an unknown outcome with the lender's office, which sees an application as soon as it exists. */
async function settle(subject, requestId) {
  const answer = await fetch(`${OFFICE}/${subject}@sample.example`, { signal: AbortSignal.timeout(LIMITS.query) });
  await handle.settleApplication({ subject, requestId }, await answer.json());
}

const lending = toNodeListener(handle);
const server = http.createServer(async (request, response) => {
  if (!IS_OFFICE) return lending(request, response);
  const settled = await settle(...request.url.slice(1).split('/')).then(
    () => 'settled',
    ({ message }) => message,
  );
  return response.end(JSON.stringify({ settled }));
});
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
process.on('SIGTERM', () =>
  server.close(async () => {
    await handle.close().catch(() => {});
    process.exit(0);
  }),
);
process.on('message', () => {
  globalThis.gc();
  process.send({ rss: process.memoryUsage().rss, heap: process.memoryUsage().heapUsed });
});

/** Sets the clock of this process forward by a number of milliseconds. */
function shiftClock(milliseconds) {
  const { now } = Date;
  Date.now = () => now() + milliseconds;
  globalThis.Date = class extends Date {
    constructor(...given) {
      super(...(given.length > 0 ? given : [Date.now()]));
    }
  };
}
