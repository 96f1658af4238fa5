// The lender of `npm run test:chaos`: the sandbox in its own process, sometimes slow, failing or cut off. It records when each call for
// offers came and how long the handler waited for it.
import { once } from 'node:events';
import http from 'node:http';
import process from 'node:process';
import SQLite from 'libsql';
import { createSandbox } from 'lending-elements/sandbox';
import { toNodeListener } from 'lending-elements/server/node';
import { chance, endWithParent } from './children.mjs';
import { LAST_LOOK, LIMITS } from './limits.mjs';

endWithParent();
const dice = chance(Number(process.env.SEED));
const server = http.createServer().listen(0, '127.0.0.1');
await once(server, 'listening');
const origin = `http://127.0.0.1:${server.address().port}`;
const sandbox = createSandbox({ origin, dashboard: false });
/** The lender's office: the application of each e-mail. */
const office = new Map();
const offers = [];
/** The number of the last line of consent in SQLite. */
let lastLine = () => 0;
/** The numbers of the last lines at earlier times, the newest first. */
const seen = [];
setInterval(() => {
  seen.unshift({ time: Date.now(), line: lastLine() });
  seen.length = Math.min(seen.length, (10 * LAST_LOOK) / 20);
}, 20);
/** The number of the last line at the last look before a call that comes now. */
const lineAtLook = () => seen.find(({ time }) => time <= Date.now() - LAST_LOOK)?.line ?? 0;
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const json = (status, body, headers = {}) => Response.json(body, { status, headers });

/** One call of 14 has a fault. */
function pickFault() {
  if (!dice.isOne(14)) return undefined;
  return dice.one(['slow', 'slow', 'too slow', 'failed', 'busy', 'cut before', 'cut after']);
}

/** Works on the call, and continues if the handler has given up. */
async function work(request, url, body) {
  const { method, headers } = request;
  const response = await sandbox.fetch(url, { method, headers, body });
  if (!url.endsWith('/partner-api/v1/applications') || !response.ok) return response;
  const { data } = await response.clone().json();
  const { email } = JSON.parse(new TextDecoder().decode(body)).applicant;
  office.set(email, { company_id: data.company.id, application_id: data.application_id, email });
  return response;
}

async function answer(request) {
  const url = new URL(request.url);
  if (url.pathname.startsWith('/office/')) return json(200, office.get(url.pathname.slice(8)) ?? 'none');
  const [, company_id] = /applications\/([^/]+)\/request-offers$/.exec(url.pathname) ?? [];
  const lines = company_id && { begun: lastLine(), looked: lineAtLook() };
  const call = company_id && { company_id, from: Date.now(), to: Infinity, ...lines, status: 0 };
  if (call) offers.push(call);
  const leave = () => {
    if (call) call.to = Math.min(call.to, Date.now());
  };
  request.signal.addEventListener('abort', leave);
  const body = await request.arrayBuffer();
  const fault = pickFault();
  if (fault === 'failed') return (leave(), json(500, { message: 'failed' }));
  if (fault === 'busy') return (leave(), json(429, { message: 'busy' }, { 'retry-after': '1' }));
  if (fault === 'cut before') throw cut();
  if (fault === 'slow') await pause(dice.below(LIMITS.service));
  if (fault === 'too slow') await pause(LIMITS.service + dice.below(LIMITS.slowest - LIMITS.service));
  const response = await work(request, origin + url.pathname, body);
  if (call) call.status = response.status;
  leave();
  if (fault === 'cut after') throw cut();
  return response;
}

/** The error after which the listener closes the connection without a response. */
const cut = () => Object.assign(new Error('cut'), { [Symbol.for('lending-elements/reset')]: true });

server.on('request', toNodeListener(answer));
server.keepAliveTimeout = 60_000;

process.on('message', ({ file }) => {
  if (file) {
    const statement = new SQLite(file, { readonly: true }).prepare(
      'SELECT coalesce(max(rowid), 0) AS last FROM consents',
    );
    lastLine = () => statement.get().last;
    return process.send({});
  }
  const created = sandbox.calls.filter(({ name, status }) => name === 'createApplication' && status < 300);
  const accepted = sandbox.calls.filter(({ name, status }) => name === 'requestOffers' && status < 300);
  process.send({
    created: created.map(({ company_id, body }) => ({ company_id, email: body.applicant.email })),
    accepted: accepted.length,
    offers: offers.map((call) => ({ ...call, to: Math.min(call.to, Date.now()) })),
    calls: sandbox.calls.length,
  });
});
const { secretKey, widget } = sandbox;
process.send({
  LENDING_ENVIRONMENT: 'sandbox',
  LENDING_BASE_URL: sandbox.baseUrl,
  LENDING_SECRET_KEY: secretKey,
  LENDING_WIDGET: JSON.stringify(widget),
  OFFICE: `${origin}/office`,
});
