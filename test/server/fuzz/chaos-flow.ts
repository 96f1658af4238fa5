import assert from 'node:assert/strict';
import { createRequestListener } from '@remix-run/node-fetch-server';
import { createSandbox } from '../../../src/sandbox/index.js';
import { toNodeListener } from '../../../src/server/node/index.js';
import { startFaultProxy, type NetworkFault } from '../../support/fault-proxy.js';
import { sampleApplication, samplePrequalification } from '../../schema/samples.js';
import {
  Browser,
  documentForm,
  evidenceOf,
  serve,
  setup,
  testStore,
  UNLIMITED,
  type Answer,
  type Sending,
} from '../setup.js';

/** Milliseconds for the service, and what it may take besides on a machine that is busy. */
const LIMIT = 300;
const SLACK = 5000;
/** When a page gives up waiting, and tries again. */
const PATIENCE = 2 * LIMIT;

/** Chance that can be had again by its seed (mulberry32). */
export function chance(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count: number) => Math.floor(next() * count);
  return { below, one: <T>(list: readonly T[]) => list[below(list.length)]!, isOne: (of: number) => below(of) === 0 };
}
type Chance = ReturnType<typeof chance>;

/** What happens to a connection: to one of so many something does. */
function pickFault({ below, one, isOne }: Chance, of: number): NetworkFault {
  if (!isOne(of)) return { kind: 'none' };
  const direction = one(['request', 'answer'] as const);
  const at = one([0, 1, below(400), below(2000)]);
  return one<NetworkFault>([
    { kind: 'delay', milliseconds: below(2 * LIMIT) },
    { kind: 'cut', direction, at },
    { kind: 'reset', direction, at },
    { kind: 'half-open', direction, at },
    { kind: 'garbage', direction, at },
    { kind: 'drip', direction, bytes: 16 + below(100) },
  ]);
}

/** A page, and for whom the tokens are that it may get. */
interface Tab {
  page: Browser;
  tokens: ReadonlyMap<string, string>;
}

/** A world of one flow: two proxies, the handler, the service, and two subjects. */
async function createWorld(dice: Chance) {
  // Of this flow alone: what is left of another one may come to a port that it has left.
  const secretKey = crypto.randomUUID();
  const sandbox = createSandbox({ secretKey });
  const rarity = dice.one([3, 6, 12]);
  /** For whom each token is, as the service knows it. */
  const tokens = new Map<string, string>();
  const answer = async (request: Request) => {
    const response = await sandbox.fetch(`${sandbox.baseUrl}${new URL(request.url).pathname}`, request);
    const { access_token } = (await response.clone().json()) as { access_token?: string };
    if (access_token) tokens.set(access_token, (sandbox.calls.at(-1)!.body as { email: string }).email);
    return response;
  };
  const service = await serve(createRequestListener(answer));
  const toService = await startFaultProxy(service.port, () => pickFault(dice, rarity));
  const store = testStore();
  /** The recorded consents at each request for offers. */
  const offers: boolean[] = [];
  const spied: typeof fetch = (url, init) => {
    if (String(url).endsWith('/request-offers')) offers.push(store.entries.some(({ event }) => event === 'given'));
    return fetch(url, { ...init, headers: { ...(init?.headers as object), connection: 'close' } });
  };
  const { handle, log } = setup({
    baseUrl: toService.origin,
    fetch: spied,
    secretKey,
    store,
    limits: UNLIMITED,
    timeoutMs: LIMIT,
    uploadTimeoutMs: LIMIT,
  });
  const handler = await serve(toNodeListener(handle));
  const toHandler = await startFaultProxy(handler.port, () => pickFault(dice, rarity));
  const close = async () => {
    for (const one of [toHandler, handler, toService, service]) await one.close();
  };
  /** How many calls the service has accepted; bytes that were garbled on the way it rejects. */
  const accepted = (name: string) => sandbox.calls.filter((call) => call.name === name && call.status < 300).length;
  return { log, origin: toHandler.origin, accepted, tokens, offers, store, close };
}

const overNetwork = async (request: Request) => {
  const body = request.body && new Uint8Array(await request.arrayBuffer());
  const headers = new Headers(request.headers);
  const { method } = request;
  return fetch(request.url, { method, headers, body, signal: AbortSignal.timeout(PATIENCE) });
};

/** A call as a page makes it: the same again while it may help, with one idempotency key; within its time each. */
async function call(
  { page }: Tab,
  path: string,
  sending: Sending = {},
): Promise<(Answer & { status: number }) | undefined> {
  const headers = { ...sending.headers, 'idempotency-key': crypto.randomUUID() };
  for (let time = 0; time < 4; time++) {
    const begun = performance.now();
    const body = sending.body instanceof FormData ? documentForm() : sending.body;
    const answer = await page
      .send(path, { ...sending, body, headers })
      .then(async (response) => ({ ...((await response.json()) as Answer), status: response.status }))
      .catch(() => undefined);
    assert.ok(performance.now() - begun < PATIENCE + SLACK, `${path} was stuck`);
    if (answer && (answer.status < 500 || answer.code === 'outcome-unknown') && answer.code !== 'handler-in-flight')
      return answer;
  }
  return undefined;
}

/** The whole way of an applicant, as far as it goes. Answers which steps were done. */
async function journey(tab: Tab, subject: string, dice: Chance): Promise<string[]> {
  const done: string[] = [];
  const step = async (path: string, sending?: Sending) => {
    const answer = await call(tab, path, sending);
    if (answer?.status === 200) done.push(path);
    return answer;
  };
  const sample = sampleApplication();
  const application = { ...sample, applicant: { ...sample.applicant, email: `${subject}@sample.example` } };
  await step('session', { body: {} });
  const created = await step('applications', { body: application });
  // A page goes no further without one.
  if (created?.status !== 200) return done;
  if (dice.isOne(2)) await step('documents', { body: documentForm() });
  await step('prequalification', { body: samplePrequalification() });
  const served = await call(tab, 'consent', { body: {} });
  if (served?.status === 200) {
    const evidence = await evidenceOf(Response.json(served));
    // Some want offers without having agreed.
    const isGiven = !dice.isOne(5);
    const answer = await step('request-offers', { body: { credit_score_check_consent: isGiven, evidence } });
    assert.ok(isGiven || answer?.status !== 200);
  }
  const token = await step('widget-token', { body: {} });
  const { email } = application.applicant;
  // One that the network garbled is nobody's.
  if (token?.status === 200) assert.equal(tab.tokens.get(token.access_token!) ?? email, email);
  return done;
}

/** One flow with faults at every hop: sometimes in two tabs, and with another subject beside. Answers how far it came. */
export async function flow(seed: number): Promise<string[]> {
  const dice = chance(seed);
  const world = await createWorld(dice);
  const tab = (subject: string): Tab => ({
    page: new Browser(overNetwork, subject, world.origin),
    tokens: world.tokens,
  });
  try {
    const subjects = ['jane', ...(dice.isOne(2) ? ['jane'] : []), ...(dice.isOne(3) ? ['tom'] : [])];
    const done = await Promise.all(subjects.map((subject) => journey(tab(subject), subject, dice)));
    check(world, new Set(subjects).size);
    return done.flat();
  } finally {
    await world.close();
  }
}

function check({ accepted, offers, store, log }: Awaited<ReturnType<typeof createWorld>>, subjects: number): void {
  const created = accepted('createApplication');
  assert.ok(created <= subjects, `${created} applications of ${subjects}: ${JSON.stringify(log)}`);
  assert.ok(offers.every(Boolean), 'offers were asked for before consent was on record');
  const given = store.entries.filter(({ event }) => event === 'given').length;
  assert.ok(given > 0 || accepted('requestOffers') === 0);
}
