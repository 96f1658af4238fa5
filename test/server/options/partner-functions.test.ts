import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import type { CallName } from '../../../src/schema/calls/calls.js';
import {
  LendingError,
  memoryStore,
  type Database,
  type HandlerOptions,
  type ServiceFetch,
} from '../../../src/server/index.js';
import { draftPage, typed } from '../drafts/draft-page.js';
import { authorize, created, goodBodies, KEY, read, setup, withApplication } from '../setup.js';
import { added, storeWith, type Coming } from '../stores.js';

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

/** A method of the store that is broken, for some changes. */
const inStore =
  (method: 'change' | 'read' | 'record', isMeant: (coming: Coming) => boolean = () => true) =>
  (hook: Hook): Partial<HandlerOptions> => {
    const broken = hook(async () => undefined);
    return {
      store: storeWith({
        [method]: (coming: Coming) => (method !== 'change' || isMeant(coming) ? broken() : undefined),
      }),
    };
  };
const adds = (table: Parameters<typeof added>[1]) => (coming: Coming) => added(coming, table).length > 0;
/** The change that ends a call. */
const ends = ({ before, after }: Coming) =>
  before.calls.some(
    ({ id, state }) => state === 'begun' && !after!.calls.some((one) => one.id === id && one.state === state),
  );
/** A store that cannot be read directly before a request for offers. */
function lastLook(hook: Hook): Partial<HandlerOptions> {
  const broken = hook(async () => undefined);
  let isLast = false;
  const change = (coming: Coming) =>
    void (isLast = added(coming, 'consents').some(({ event }) => event === 'requesting'));
  return { store: storeWith({ change, read: () => (isLast ? broken() : undefined) }) };
}
const CREATED: Pick<Row, 'calls'> = { calls: ['createApplication'] };
const NOT_STORED = { path: 'request-offers', code: 'handler-consent-not-stored' };

/** Every function of the partner's that a request waits for. */
const HOOKS: Record<string, Row> = {
  authorize: { options: (hook) => ({ authorize: hook(authorize) }) },
  'store.keys.read': {
    options(hook) {
      const store = memoryStore();
      return { store: { ...store, keys: { ...store.keys, read: hook(store.keys.read) } } };
    },
  },
  'store.read': { options: inStore('read') },
  prefill: {
    options: (hook) => ({ prefill: hook(() => undefined), settings: { readOnly: ['company.registered_name'] } }),
  },
  lookupCompany: { options: (hook) => ({ lookupCompany: hook(() => []) }), path: 'lookups/company' },
  lookupAddress: { options: (hook) => ({ lookupAddress: hook(() => []) }), path: 'lookups/address' },
  // No applicant waits for it.
  onProgress: { options: (hook) => ({ onProgress: hook(() => {}) }), ...CREATED, code: undefined },
  canApplyAgain: { options: (hook) => ({ canApplyAgain: hook(() => true) }), path: 'again' },
  'store.change that begins a call': { options: inStore('change', adds('calls')) },
  'store.change that ends a creation': { options: inStore('change', ends), ...CREATED },
  'store.change that ends a call': {
    options: (hook) => ({ ...inStore('change', ends)(hook), fetch: async () => Response.json({}) }),
    path: 'request-offers',
  },
  'store.change that ends a call that failed': {
    options: (hook) => ({ ...inStore('change', ends)(hook), fetch: async () => Response.json({}, { status: 422 }) }),
    code: 'upstream-rejected',
  },
  'store.change of a draft': { options: inStore('change', adds('drafts')), path: 'draft' },
  'store.record': { ...NOT_STORED, options: inStore('record'), path: 'consent' },
  'store.change of a consent': { ...NOT_STORED, options: inStore('change', adds('consents')) },
  'store.read before a request for offers': { ...NOT_STORED, options: lastLook },
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
    class Frozen implements Database {
      readonly #whole = memoryStore();
      readonly namespace = this.#whole.namespace;
      readonly keys = Object.freeze(this.#whole.keys);
      readonly consents = this.#whole.consents;
      open = (key: string) => Object.freeze(this.#whole.open(key));
      async ready() {}
      async close() {}
    }
    const { page, received } = await created({ store: Object.freeze(new Frozen()) });
    assert.equal((await page.post('request-offers', await page.good('request-offers'))).status, 200);
    assert.equal(received('requestOffers').length, 1);
  });
});
