import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import type { CallName } from '../../../src/schema/calls.js';
import type { ConsentEntry } from '../../../src/schema/consent/consent.js';
import {
  LendingError,
  memoryConsents,
  memoryDrafts,
  memoryLimiter,
  memoryIdempotency,
  type ConsentStore,
  type DraftStore,
  type HandlerOptions,
  type IdempotencyStore,
  type ServiceFetch,
  type SessionStore,
} from '../../../src/server/index.js';
import { draftPage, typed } from '../drafts/draft-page.js';
import { agreed, authorize, created, EMAIL, goodBodies, KEY, read, SECRET, setup } from '../setup.js';

const COMPANY = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
const TEXT = 'Jane Doe owes 5000 pounds.';

/** Puts something broken in a function's place, once it is broken. */
type Hook = <T extends (...args: never[]) => unknown>(real: T) => T;

interface Row {
  options: (hook: Hook) => Partial<HandlerOptions>;
  /** The request that comes to the hook. Default: the creation. */
  path?: string;
  /** The expected code. Default: `handler-failed`. */
  code?: string | undefined;
  /** The calls that the service gets all the same. */
  calls?: CallName[];
}

const inIdempotency = (name: keyof IdempotencyStore) => (hook: Hook) => {
  const idempotency = memoryIdempotency();
  return { idempotency: { ...idempotency, [name]: hook(idempotency[name]) } };
};
const inConsents = (name: keyof ConsentStore) => (hook: Hook) => {
  const consents = memoryConsents();
  return { consents: { ...consents, [name]: hook(consents[name] as () => unknown) } };
};
const inSessions = (name: keyof SessionStore) => (hook: Hook) => ({
  sessions: { secret: SECRET, store: { get: () => undefined, set() {}, delete() {}, [name]: hook(() => undefined) } },
});
const inDrafts = (name: keyof DraftStore) => (hook: Hook) => {
  const store = memoryDrafts();
  return { drafts: { store: { ...store, [name]: hook(store[name] as () => undefined) } } };
};
const CREATED: Pick<Row, 'calls'> = { calls: ['createApplication'] };
const NOT_STORED = { path: 'request-offers', code: 'handler-consent-not-stored' };

/** Every function of the partner's that a request waits for. */
const HOOKS: Record<string, Row> = {
  authorize: { options: (hook) => ({ authorize: hook(authorize) }) },
  'limiter.take': { options: (hook) => ({ limiter: { take: hook(memoryLimiter().take) } }) },
  'sessions.store.get': { options: inSessions('get') },
  'sessions.store.set': { options: inSessions('set'), ...CREATED },
  existingApplication: { options: (hook) => ({ existingApplication: hook(() => undefined) }) },
  prefill: {
    options: (hook) => ({ prefill: hook(() => undefined), settings: { readOnly: ['company.registered_name'] } }),
  },
  lookupCompany: { options: (hook) => ({ lookupCompany: hook(() => []) }), path: 'lookups/company' },
  lookupAddress: { options: (hook) => ({ lookupAddress: hook(() => []) }), path: 'lookups/address' },
  'limiter.lookup': {
    options: (hook) => ({ limiter: { ...memoryLimiter(), lookup: hook(() => 0) }, lookupCompany: () => [] }),
    path: 'lookups/company',
  },
  onApplicationCreated: { options: (hook) => ({ onApplicationCreated: hook(() => {}) }), ...CREATED },
  'idempotency.add': { options: inIdempotency('add') },
  'idempotency.get': { options: (hook) => ({ ...inIdempotency('get')(hook), onApplicationCreated() {} }), ...CREATED },
  // The answer still tells what the service has done or refused.
  'idempotency.set': { options: inIdempotency('set'), ...CREATED, code: undefined },
  'idempotency.delete': {
    options: (hook) => ({ ...inIdempotency('delete')(hook), fetch: async () => Response.json({}, { status: 422 }) }),
    code: 'upstream-refused',
  },
  'drafts.store.get': { options: inDrafts('get'), path: 'draft' },
  'drafts.store.set': { options: inDrafts('set'), path: 'draft' },
  // The draft is left over, and ends by itself.
  'drafts.store.delete': { options: inDrafts('delete'), ...CREATED, code: undefined },
  'consents.about': { ...NOT_STORED, options: inConsents('about') },
  'consents.append': { ...NOT_STORED, options: inConsents('append') },
  'consents.lock': { ...NOT_STORED, options: inConsents('lock') },
  // The sandbox does not know the company.
  'consents.unlock': {
    options: inConsents('unlock'),
    path: 'request-offers',
    code: 'upstream-denied',
    calls: ['requestOffers'],
  },
  onConsent: { path: NOT_STORED.path, options: (hook) => ({ onConsent: hook(() => {}) }) },
  secretKey: { options: (hook) => ({ secretKey: hook(() => KEY) }) },
};

/** Sends the request that comes to a hook: all else goes well, and the notice was served before the hook broke. */
async function ask({ options, path = 'applications' }: Row, broken: () => Promise<never>) {
  let isBroken = false;
  const hook: Hook = (real) => ((...args) => (isBroken ? broken() : real(...args))) as typeof real;
  const existing = { company_id: COMPANY, email: EMAIL };
  const known = /applications|draft/.test(path) ? {} : { existingApplication: () => existing };
  const one = setup({ hookTimeout: 30, ...known, ...options(hook) });
  const page = one.browser();
  const body = path === 'draft' ? (await draftPage(page)).body(typed()) : await page.good(path);
  isBroken = true;
  return { ...one, page, answer: await read(await page.post(path, body)) };
}

const causes = (error: unknown): string => inspect(error, { depth: Infinity });

describe('a function of the partner’s that never answers', () => {
  for (const [name, row] of Object.entries(HOOKS)) {
    const { code = 'code' in row ? undefined : 'handler-failed', calls = [] } = row;
    it(`ends: ${name} is ${code ?? 'done without'}, and the service gets ${calls.join() || 'nothing'}`, async () => {
      const { answer, sandbox, log } = await ask(row, () => new Promise(() => {}));
      assert.equal(answer.code, code);
      assert.deepEqual(
        sandbox.calls.map((call) => call.name),
        calls,
      );
      if (!code?.startsWith('handler')) return;
      const said = causes(log.at(-1)!.error);
      assert.ok(
        said.includes(`${name} did not answer within 0.03 seconds. Make it faster, or raise hookTimeout`),
        said,
      );
      assert.doesNotMatch(JSON.stringify(answer), /did not answer/);
    });
  }

  it('costs nothing where it comes to say that offers were requested: they were', async () => {
    const whole = memoryConsents();
    const append = (entry: ConsentEntry) =>
      entry.event === 'requested' ? new Promise<never>(() => {}) : whole.append(entry);
    const { page, received } = await created({ hookTimeout: 30, consents: { ...whole, append } });
    assert.equal((await page.post('request-offers', await agreed(await page.get('consent')))).status, 200);
    assert.equal(received('requestOffers').length, 1);
  });

  it('keeps nobody from going on: what was created is not created again, and the hook gets its ids once more', async () => {
    const ids: string[] = [];
    const { browser, received } = setup({
      hookTimeout: 30,
      onApplicationCreated: ({ company_id }) =>
        ids.push(company_id) === 1 ? new Promise<never>(() => {}) : Promise.resolve(),
    });
    const page = browser();
    assert.equal((await read(await page.post('applications', goodBodies().applications))).code, 'handler-failed');
    await page.create();
    assert.equal(received('createApplication').length, 1);
    assert.deepEqual(ids, [ids[0], ids[0]]);
    assert.equal((await page.post('prequalification', goodBodies().prequalification)).status, 200);
  });

  it('may answer or fail afterwards: nobody listens any more', async (test) => {
    const late: (() => void)[] = [];
    const rejections: unknown[] = [];
    const listen = (reason: unknown) => void rejections.push(reason);
    process.on('unhandledRejection', listen);
    test.after(() => process.off('unhandledRejection', listen));
    await ask(HOOKS['authorize']!, () => new Promise((_, reject) => late.push(() => reject(new Error('late')))));
    late.forEach((reject) => reject());
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual([late.length, rejections], [1, []]);
  });

  it('is waited for as long as the option says, and no longer', async (test) => {
    const limits: unknown[] = [];
    const { setTimeout: real } = globalThis;
    test.mock.method(globalThis, 'setTimeout', (run: () => void, limit: number) => (limits.push(limit), real(run, 0)));
    for (const hookTimeout of [undefined, 50_000]) {
      const { browser } = setup({ hookTimeout, authorize: () => new Promise(() => {}) });
      assert.equal((await read(await browser().get('session'))).code, 'handler-failed');
    }
    assert.deepEqual(limits, [10_000, 50_000]);
  });
});

describe('a fetch of the partner’s that does not heed its signal', () => {
  const fetches: Record<string, ServiceFetch> = {
    'never answers': () => new Promise(() => {}),
    'never ends its answer': async () => new Response(new ReadableStream()),
  };
  for (const [fault, fetch] of Object.entries(fetches)) {
    it(`and ${fault} ends in its time all the same`, async (test) => {
      // The time limit alone keeps no process alive.
      const alive = setInterval(() => {}, 1000);
      test.after(() => clearInterval(alive));
      const { browser } = setup({ fetch, timeout: 30 });
      const page = browser();
      assert.equal((await read(await page.post('applications', goodBodies().applications))).code, 'outcome-unknown');
      const known = setup({
        fetch,
        timeout: 30,
        existingApplication: () => ({ company_id: COMPANY, email: EMAIL }),
      }).browser();
      const later = await read(await known.post('prequalification', goodBodies().prequalification));
      assert.equal(later.code, 'upstream-timeout');
    });
  }
});

describe('an error that a function of the partner’s throws', () => {
  const errors: [string, () => Error][] = [
    ['an error', () => new Error(TEXT)],
    [
      'a LendingError',
      () => new LendingError('handler-forbidden', TEXT, { remedy: TEXT, issues: [{ path: TEXT, reason: TEXT }] }),
    ],
    ['one that says what nobody knows', () => new LendingError('outcome-unknown', TEXT)],
  ];
  for (const [name, row] of Object.entries(HOOKS)) {
    const { code = 'code' in row ? undefined : 'handler-failed' } = row;
    it(`is for the log, and says nothing to the page: ${name}`, async () => {
      for (const [what, make] of errors) {
        const { answer, log } = await ask(row, () => Promise.reject(make()));
        assert.equal(answer.code, code, what);
        assert.doesNotMatch(JSON.stringify(answer), /Jane Doe/);
        if (code?.startsWith('handler')) assert.ok(causes(log.at(-1)!.error).includes(TEXT), what);
      }
    });
  }
});

describe('a store of the partner’s', () => {
  it('may be an object of a class, and may be frozen', async () => {
    class Idempotency implements IdempotencyStore {
      readonly #whole = memoryIdempotency();
      add = (...given: Parameters<IdempotencyStore['add']>) => this.#whole.add(...given);
      get(key: string) {
        return this.#whole.get(key);
      }
      set(...given: Parameters<IdempotencyStore['set']>) {
        return this.#whole.set(...given);
      }
      delete(key: string) {
        return this.#whole.delete(key);
      }
    }
    const { page, received } = await created({
      idempotency: Object.freeze(new Idempotency()),
      consents: Object.freeze(memoryConsents()),
    });
    assert.equal((await page.post('request-offers', await page.good('request-offers'))).status, 200);
    assert.equal(received('requestOffers').length, 1);
  });
});
