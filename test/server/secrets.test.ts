import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import { inspect, parseEnv } from 'node:util';
import { createHandler, createPartnerClient, memoryStore, type HandlerOptions } from '../../src/server/index.js';
import type { ServiceCall } from '../../src/server/service/types.js';
import { draftPage, typed } from './drafts/draft-page.js';
import {
  COMPANY,
  documentForm,
  EMAIL,
  goodBodies,
  KEY,
  progressOf,
  read,
  sampleApplication,
  samplePrequalification,
  SECRET,
  setup,
  testStore,
} from './setup.js';
import { added, begun, storeWith, type Coming, type TestStore } from './stores.js';

/** Every way to look at a value, also at what is hidden in it. */
const everythingIn = (value: unknown): string => {
  const own = (one: unknown, depth = 0): string =>
    typeof one === 'object' && one !== null && depth < 6
      ? Reflect.ownKeys(one)
          .map((key) => `${String(key)}: ${own((one as Record<PropertyKey, unknown>)[key], depth + 1)}`)
          .join('\n')
      : String(one);
  return [
    JSON.stringify(value),
    String(value),
    own(value),
    inspect(value, { depth: Infinity, showHidden: true, getters: true }),
  ].join('\n');
};

/** A service that repeats what it was sent, as a debugging proxy does. */
const echo =
  (status: number, headers: Record<string, string> = {}): HandlerOptions['fetch'] =>
  async (_, init) => {
    const sent = [...new Headers(init?.headers)].map((pair) => pair.join(': ')).join('\n');
    return new Response(JSON.stringify({ success: status < 300, message: sent, body: String(init?.body) }), {
      status,
      headers,
    });
  };

/** The key where a service has words for people. */
const wordy: HandlerOptions['fetch'] = async (_, init) => {
  const key = new Headers(init?.headers).get('x-bs-sk')!;
  const errors = { key: [{ message: `of ${key}`, more: [key, `"${key}"`] }] };
  return Response.json({ success: false, message: key, error: { key }, errors, detail: `(${key})` }, { status: 401 });
};

/** The applicant’s input where a service has words for people. */
const repeating: HandlerOptions['fetch'] = async (_, init) =>
  Response.json({ success: false, message: String(init?.body) }, { status: 422 });

const hanging: HandlerOptions['fetch'] = (_, init) =>
  new Promise((_resolve, reject) => {
    // The time limit alone keeps no process alive.
    const alive = setInterval(() => {}, 1000);
    init!.signal!.addEventListener('abort', () => {
      clearInterval(alive);
      reject(init!.signal!.reason as Error);
    });
  });

const fails = () => Promise.reject(new Error('down'));
/** Breaks the store in which Tom has an application. */
type Break = (store: TestStore) => TestStore | Promise<void>;
/** A store that fails instead of making some changes. */
const failing =
  (isMeant: (coming: Coming) => boolean): Break =>
  (store) =>
    storeWith({ change: (coming) => (isMeant(coming) ? fails() : undefined) }, store);
/** A creation of Jane's, that has ended or not. */
const creation = (facts: Parameters<typeof begun>[2]) => (store: TestStore) =>
  begun(store, { subject: 'jane', business: 'jane' }, facts);

/** What goes wrong: options of the handler, each wrong in its way, or its store. */
const faults: [name: string, options: Partial<HandlerOptions>, change?: Break][] = [
  ['nothing', {}],
  ['an echo', { fetch: echo(200) }],
  ['an echo that rejects', { fetch: echo(422) }],
  ['an echo that fails', { fetch: echo(500) }],
  ['an echo that redirects', { fetch: echo(307, { location: `https://evil.example/?${KEY}` }) }],
  ['success: false', { fetch: async () => Response.json({ success: false, message: KEY }) }],
  [
    'a token with the key in it',
    { fetch: async () => Response.json({ success: true, data: { access_token: `eyJ.${KEY}.sig` } }) },
  ],
  [
    'an error whose name and codes are the key',
    {
      fetch: () =>
        Promise.reject(
          Object.assign(new Error(KEY), { name: `Name ${KEY}`, code: `E_${KEY}`, cause: { code: `C_${KEY}` } }),
        ),
    },
  ],
  ['a page with the key', { fetch: async () => new Response(`<p>${KEY}`) }],
  [
    'a body that breaks',
    { fetch: async () => new Response(new ReadableStream({ pull: (it) => it.error(new Error('broken')) })) },
  ],
  ['no connection', { fetch: undefined, baseUrl: 'http://127.0.0.1:1' }],
  ['a key with a newline', { secretKey: () => `${KEY}\n` }],
  ['a key that no header takes', { secretKey: () => `${KEY}\u2028` }],
  ['no key', { secretKey: () => undefined as never }],
  ['a hook that fails', { onProgress: () => Promise.reject(new Error('down')) }],
  ['nobody signed in', { authorize: () => null }],
  ['an authorize that fails', { authorize: fails }],
  ['an echo in every place for words', { fetch: wordy }],
  ['an echo of the input in words', { fetch: repeating }],
  ['an echo that is busy', { fetch: echo(503, { 'retry-after': '0' }) }],
  ['an echo that wants to be asked later', { fetch: echo(429, { 'retry-after': '60' }) }],
  ['a service that hangs', { fetch: hanging, timeoutMs: 20, uploadTimeoutMs: 20 }],
  ['a consent hook that fails', { onConsent: fails }],
  ['a prefill that fails', { prefill: fails }],
  ['too many requests', { limits: { requests: { requests: 1, seconds: 60 } } }],
  ['a store that cannot be opened', {}, (store) => ({ ...store, keys: { read: fails, replace: fails } })],
  ['a store that cannot be read', {}, (store) => storeWith({ read: fails }, store)],
  ['a store that cannot be written', {}, failing(() => true)],
  ['a store that begins no call', {}, failing((coming) => added(coming, 'calls').length > 0)],
  ['a store that records no notice', {}, (store) => storeWith({ record: fails }, store)],
  ['a store that adds no entry', {}, failing((coming) => added(coming, 'consents').length > 0)],
  ['a creation that has begun', { timeoutMs: 20 }, creation({ begun_at: 1e15, deadline: 1e15 + 40 })],
  ['a creation that nobody knows the end of', {}, creation({ state: 'unknown' })],
];

const requests = (): [string, unknown][] => [
  ...Object.entries(goodBodies()),
  ...Object.keys(goodBodies()).map((path): [string, unknown] => [path, { canary: true }]),
  ['applications', { ...sampleApplication(), region: 5, company: { ...sampleApplication().company, type: '' } }],
  ['applications', '{"applicant":{"email":"jane.doe@example.com"'],
  ['prequalification', { ...samplePrequalification(), funding_amount: 'jane.doe@example.com' }],
  ['documents', documentForm({ file: new File(['Jane Doe'], 'Jane Doe.exe') })],
  ['consent', { decision: 'withdrawn' }],
  ['consent', { decision: 'given', evidence: { servedId: 'x', sha256: 'a'.repeat(64), translated: false } }],
  ['nowhere', {}],
];

/** Sends everything through every fault, as an applicant without an application and as one with it, and gathers what came of it. */
async function sweep() {
  const answers: string[] = [];
  const logged: string[] = [];
  const handlers: string[] = [];
  for (const [, options, change] of faults) {
    const store = testStore();
    await setup({ store }).handle.settleApplication({ subject: 'tom' }, { company_id: COMPANY, email: EMAIL });
    const { browser, handle, log } = setup({ ...options, store: (await change?.(store)) ?? store });
    for (const page of [browser('jane'), browser('tom')]) {
      for (const [path, body] of [...requests(), ['request-offers', await page.good('request-offers')] as const]) {
        const response = await page.send(path, { body });
        answers.push(JSON.stringify([...response.headers]), await response.text());
      }
      for (const path of ['session', 'consent', 'frame', 'nowhere']) {
        const response = await page.get(path);
        answers.push(JSON.stringify([...response.headers]), await response.text());
      }
    }
    handlers.push(everythingIn(handle));
    logged.push(...log.map(everythingIn));
  }
  return { answers, logged, handlers };
}

let sweeping: ReturnType<typeof sweep> | undefined;
const swept = () => (sweeping ??= sweep());

describe('the secret key', () => {
  it('never appears in any response, log line or description, whatever goes wrong', async () => {
    const { answers, logged, handlers } = await swept();
    assert.ok(answers.length > 400 && logged.length > 200);
    for (const text of [...answers, ...logged, ...handlers]) {
      assert.ok(!text.includes(KEY) && !text.includes(KEY.slice(7)), text.slice(0, 2000));
      assert.ok(!text.includes(SECRET));
    }
  });

  it('never appears in an error of createHandler', () => {
    const wrong: Partial<HandlerOptions>[] = [
      { secretKey: `${KEY}\n` },
      { secretKey: { toString: () => KEY } as never },
      { baseUrl: `https://api.lender.example/?key=${KEY}` },
      { baseUrl: KEY },
      { secret: KEY },
      { settings: { region: 5, currencySign: KEY } as never },
      { widget: { scriptUrl: KEY } as never },
      { notice: { heading: KEY } as never },
    ];
    for (const options of wrong) {
      const good = {
        environment: 'sandbox' as const,
        baseUrl: 'http://lender.localhost',
        secretKey: KEY,
        authorize: () => null,
        secret: SECRET,
      };
      assert.throws(
        () => createHandler({ ...good, ...options }),
        (error) => !everythingIn(error).includes(KEY) && !everythingIn((error as Error).cause).includes(KEY),
      );
    }
  });
});

describe('the client of the service, without a handler', () => {
  it('never reveals the key, in an error or to the listener of its calls', async () => {
    const said: string[] = [];
    for (const [, options] of faults.filter(([, options]) => 'fetch' in options || 'secretKey' in options)) {
      const whole = {
        baseUrl: 'https://api.lender.example',
        secretKey: KEY,
        timeoutMs: 50,
        fetch: echo(500),
        ...options,
      };
      const client = createPartnerClient(whole);
      const heard: ServiceCall[] = [];
      const given = { onAnswer: (call: ServiceCall) => void heard.push(call) };
      const id = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
      const calls: Promise<unknown>[] = [
        client.createApplication(sampleApplication(), given),
        client.prequalify(id, samplePrequalification(), given),
        client.requestOffers(id, { credit_score_check_consent: true }, given),
        client.authenticate({ company_id: id, email: 'jane.doe@example.com' }, given),
      ];
      const ends = calls.map((call) => call.catch((error: Error) => (said.push(everythingIn(error.cause)), error)));
      said.push(...(await Promise.all(ends)).map(everythingIn));
      said.push(everythingIn(heard), everythingIn(client));
    }
    assert.ok(said.length > 50);
    for (const text of said) assert.ok(!text.includes(KEY.slice(7)), text.slice(0, 2000));
  });
});

describe('the applicant’s input', () => {
  it('never appears in the log, whatever goes wrong', async () => {
    const { company, applicant } = sampleApplication();
    const [address] = applicant.addresses;
    const personal = [
      applicant.email,
      applicant.last_name,
      applicant.phone_number,
      applicant.date_of_birth,
      address!.line_1,
      address!.postcode,
      company.registered_name,
      company.address.line_1,
      'statement june',
      'Jane',
    ];
    for (const text of (await swept()).logged)
      for (const word of personal) assert.ok(!text.includes(word!), `${word} in ${text}`);
  });

  it('never appears in an error that the page gets', async () => {
    for (const text of (await swept()).answers)
      assert.doesNotMatch(text, /jane\.doe|Acme LTD|12321321|Sample (Road|Street)/i);
  });
});

describe('the change of the session secret', () => {
  // The environment of the guide.
  const [, environment] = /```ini\n([^]*?)```/.exec(fs.readFileSync('docs/keys.md', 'utf8'))!;
  const { LENDING_SESSION_SECRET: later, LENDING_SESSION_SECRET_PREVIOUS: earlier } = parseEnv(environment!);
  const [old, both, changed] = [[earlier!], [later!, earlier!], [later!]];

  it('ends no journey and stops no process while the machines restart one after the other', async () => {
    const store = memoryStore();
    const { sandbox } = setup();
    const start = (secret: string[]) => setup({ store, secret, fetch: sandbox.fetch });
    const page = start(old).browser();
    await page.create();
    await page.post('prequalification', samplePrequalification());
    const machines = [start(old), start(old)];
    const draft = (await draftPage(start(old).browser('ann'))).body(typed(), 'revision');
    let answer = await page.good('request-offers');
    // Machines also restart with the secrets that they had, after another one has sealed the key again.
    for (const [at, secret] of [both, old, both, both, changed, both, changed, changed].entries()) {
      machines[at % 2] = start(secret);
      for (const { browser } of machines) {
        const same = browser();
        assert.equal((await progressOf(same))[1], 'prequalify');
        // The other machine, or this one before, has shown the notice.
        assert.equal((await same.post('request-offers', answer)).status, 200);
        answer = await same.good('request-offers');
        const ann = browser('ann');
        assert.equal((await ann.post('draft', draft)).status, 200);
        assert.deepEqual((await read(await ann.get('draft'))).saved!.draft, typed());
      }
    }
  });

  it('is complete with the first process that has only the new secret, which rejects the old one', async () => {
    const store = memoryStore();
    const found = [];
    for (const secret of [old, changed, both, old, changed, old]) {
      const { browser, log } = setup({ store, secret });
      await browser().get('session');
      found.push(log[0]!.error?.message);
    }
    const rejected = 'None of the secrets opens this store.';
    assert.deepEqual(found, [undefined, rejected, undefined, undefined, undefined, rejected]);
  });
});
