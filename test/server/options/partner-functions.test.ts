import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import type { CallName } from '../../../src/schema/calls/calls.js';
import type { ConsentEntry } from '../../../src/schema/consent/consent.js';
import {
  LendingError,
  memoryStore,
  type HandlerOptions,
  type ServiceFetch,
  type Store,
} from '../../../src/server/index.js';
import { draftPage, typed } from '../drafts/draft-page.js';
import { agreed, authorize, created, goodBodies, KEY, read, setup, withApplication } from '../setup.js';

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

type Method = (key: unknown, ...rest: unknown[]) => Promise<unknown>;
/** A method of the store, for keys or entries of one kind. */
const inStore =
  (
    name: 'get' | 'set' | 'replace' | 'count' | 'append' | 'entries',
    kind = '',
    isMeant: (...rest: unknown[]) => boolean = () => true,
  ) =>
  (hook: Hook): Partial<HandlerOptions> => {
    const store = memoryStore();
    const real = store[name] as Method;
    const broken = hook(real);
    const method: Method = (key, ...rest) =>
      (String(key).startsWith(kind) && isMeant(...rest) ? broken : real)(key, ...rest);
    return { store: { ...store, [name]: method } };
  };
const CREATED: Pick<Row, 'calls'> = { calls: ['createApplication'] };
const NOT_STORED = { path: 'request-offers', code: 'handler-consent-not-stored' };

/** Every function of the partner's that a request waits for. */
const HOOKS: Record<string, Row> = {
  authorize: { options: (hook) => ({ authorize: hook(authorize) }) },
  'store.count': { options: inStore('count') },
  'store.get of an application': { options: inStore('get', 'application/') },
  'store.replace of an application': { options: inStore('replace', 'application/'), ...CREATED },
  prefill: {
    options: (hook) => ({ prefill: hook(() => undefined), settings: { readOnly: ['company.registered_name'] } }),
  },
  lookupCompany: { options: (hook) => ({ lookupCompany: hook(() => []) }), path: 'lookups/company' },
  lookupAddress: { options: (hook) => ({ lookupAddress: hook(() => []) }), path: 'lookups/address' },
  // No applicant waits for it.
  onProgress: { options: (hook) => ({ onProgress: hook(() => {}) }), ...CREATED, code: undefined },
  canApplyAgain: { options: (hook) => ({ canApplyAgain: hook(() => true) }), path: 'again' },
  'store.replace of an attempt': { options: inStore('replace', 'attempt/') },
  'store.get of an attempt': {
    options: inStore('get', 'attempt/'),
    ...CREATED,
    code: undefined,
  },
  // The response still reports the service’s result.
  'store.replace of an attempt that ends': {
    options: inStore('replace', 'attempt/', (before) => before !== undefined),
    ...CREATED,
    code: undefined,
  },
  'store.replace of an attempt that failed': {
    options: (hook) => ({
      ...inStore('replace', 'attempt/', (before) => before !== undefined)(hook),
      fetch: async () => Response.json({}, { status: 422 }),
    }),
    code: 'upstream-rejected',
  },
  'store.get of a draft': { options: inStore('get', 'draft/'), path: 'draft' },
  'store.replace of a draft': { options: inStore('replace', 'draft/'), path: 'draft' },
  // The draft is left over, and ends by itself.
  'store.set of a draft that ends': { options: inStore('set', 'draft/'), ...CREATED, code: undefined },
  'store.entries': { ...NOT_STORED, options: inStore('entries') },
  'store.append': { ...NOT_STORED, options: inStore('append') },
  'store.replace of a lease': { path: NOT_STORED.path, options: inStore('replace', 'lease/') },
  // A lease that is not ended expires. The sandbox does not know the company.
  'store.replace of a lease by none': {
    options: inStore('replace', 'lease/', (_before, value) => value === undefined),
    path: 'request-offers',
    code: 'upstream-denied',
    calls: ['requestOffers'],
  },
  onConsent: { path: NOT_STORED.path, options: (hook) => ({ onConsent: hook(() => {}) }) },
  secretKey: { options: (hook) => ({ secretKey: hook(() => KEY) }) },
};

/**
 * Sends the request that comes to a hook: all else goes well, and the notice was served before the hook broke. Checks what comes of it, and
 * returns the logged error if the hook has failed the request.
 */
async function ask({ options, path = 'applications', ...row }: Row, broken: () => Promise<never>) {
  let isBroken = false;
  const hook: Hook = (real) => ((...args) => (isBroken ? broken() : real(...args))) as typeof real;
  const users = /applications|draft/.test(path) ? [] : ['jane'];
  const { browser, sandbox, log } = await withApplication({ hookTimeoutMs: 30, ...options(hook) }, users);
  const page = browser();
  const body = path === 'draft' ? (await draftPage(page)).body(typed()) : ((await page.good(path)) ?? {});
  isBroken = true;
  const answer = await read(await page.post(path, body));
  const code = 'code' in row ? row.code : 'handler-failed';
  assert.equal(answer.code, code);
  assert.deepEqual(
    sandbox.calls.map((call) => call.name),
    row.calls ?? [],
  );
  assert.doesNotMatch(JSON.stringify(answer), /Jane Doe|did not answer/);
  return code?.startsWith('handler') ? inspect(log.at(-1)!.error, { depth: Infinity }) : undefined;
}

describe('a function of the partner’s that never returns', () => {
  for (const [name, row] of Object.entries(HOOKS)) {
    it(`ends: ${name}`, async () => {
      const logged = await ask(row, () => new Promise(() => {}));
      const told = `${name.split(' ')[0]} did not answer within 0.03 seconds. Make it faster, or raise hookTimeoutMs`;
      assert.ok(logged?.includes(told) ?? true, logged);
    });
  }

  it('does not affect the response if it should record that offers were requested', async () => {
    const whole = memoryStore();
    const append = (entry: ConsentEntry) =>
      entry.event === 'requested' ? new Promise<never>(() => {}) : whole.append(entry);
    const { page, received } = await created({ hookTimeoutMs: 30, store: { ...whole, append } });
    assert.equal((await page.post('request-offers', await agreed(await page.get('consent')))).status, 200);
    assert.equal(received('requestOffers').length, 1);
  });

  it('may still return or fail afterwards, without an effect', async (test) => {
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

  it('has the time limit that the option sets', async (test) => {
    const limits: unknown[] = [];
    const { setTimeout: real } = globalThis;
    test.mock.method(globalThis, 'setTimeout', (run: () => void, limit: number) => (limits.push(limit), real(run, 0)));
    for (const hookTimeoutMs of [undefined, 50_000]) {
      const { browser } = setup({ hookTimeoutMs, authorize: () => new Promise(() => {}) });
      assert.equal((await read(await browser().get('session'))).code, 'handler-failed');
    }
    assert.deepEqual(limits, [10_000, 50_000]);
  });
});

describe('a fetch of the partner’s that ignores its signal', () => {
  const fetches: Record<string, ServiceFetch> = {
    'never answers': () => new Promise(() => {}),
    'never ends its answer': async () => new Response(new ReadableStream()),
  };
  for (const [fault, fetch] of Object.entries(fetches)) {
    it(`and ${fault} still ends within the time limit`, async (test) => {
      // The time limit alone keeps no process alive.
      const alive = setInterval(() => {}, 1000);
      test.after(() => clearInterval(alive));
      const { browser } = setup({ fetch, timeoutMs: 30 });
      const page = browser();
      assert.equal((await read(await page.post('applications', goodBodies().applications))).code, 'outcome-unknown');
      const known = (await withApplication({ fetch, timeoutMs: 30 })).browser();
      const later = await read(await known.post('prequalification', goodBodies().prequalification));
      assert.equal(later.code, 'upstream-timeout');
    });
  }
});

describe('an error that a function of the partner’s throws', () => {
  const details = { remedy: TEXT, issues: [{ path: TEXT, reason: TEXT }] };
  const failures: [string, () => Promise<never>][] = [
    ['an error', () => Promise.reject(new Error(TEXT))],
    ['a LendingError', () => Promise.reject(new LendingError('handler-forbidden', TEXT, details))],
    ['one that says what nobody knows', () => Promise.reject(new LendingError('outcome-unknown', TEXT))],
    [
      'an error before it returns a promise',
      () => {
        throw new LendingError('handler-forbidden', TEXT, details);
      },
    ],
  ];
  for (const [name, row] of Object.entries(HOOKS)) {
    it(`is in the log, and not in the response: ${name}`, async () => {
      for (const [what, fail] of failures) {
        const logged = await ask(row, fail);
        assert.ok(logged?.includes(TEXT) ?? true, what);
      }
    });
  }
});

describe('a store of the partner’s', () => {
  it('may be an object of a class, and may be frozen', async () => {
    class Frozen implements Store {
      readonly #whole = memoryStore();
      get = (...given: Parameters<Store['get']>) => this.#whole.get(...given);
      set(...given: Parameters<Store['set']>) {
        return this.#whole.set(...given);
      }
      replace(...given: Parameters<Store['replace']>) {
        return this.#whole.replace(...given);
      }
      count(...given: Parameters<Store['count']>) {
        return this.#whole.count(...given);
      }
      append(...given: Parameters<Store['append']>) {
        return this.#whole.append(...given);
      }
      entries(about: string) {
        return this.#whole.entries(about);
      }
      erase(...given: Parameters<Store['erase']>) {
        return this.#whole.erase(...given);
      }
    }
    const { page, received } = await created({ store: Object.freeze(new Frozen()) });
    assert.equal((await page.post('request-offers', await page.good('request-offers'))).status, 200);
    assert.equal(received('requestOffers').length, 1);
  });
});
