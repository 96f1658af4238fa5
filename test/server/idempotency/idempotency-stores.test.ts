import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { createRequestListener } from '@remix-run/node-fetch-server';
import { memoryIdempotency, type IdempotencyStore } from '../../../src/server/index.js';
import { sampleApplication } from '../../schema/samples.js';
import { engines } from '../database/engines.js';
import { openPostgres } from '../postgres/open-postgres.js';
import { faultAt, gate, later, read, serve, setup, startBackend, type Browser, type Fetch } from '../setup.js';

const { skip: noPostgres, url: postgres } = await openPostgres();

type Row = [string, () => IdempotencyStore | Promise<IdempotencyStore>, string | false];
const stores: Row[] = [
  ['memoryIdempotency', memoryIdempotency, false],
  ...engines.map(({ name, skip, create }): Row => [name, async () => (await create()).stores().idempotency, skip]),
];

for (const [name, create, skip] of stores) {
  describe(name, { skip }, () => {
    it('keeps the first of fifty who add at once, and tells each who it was', async () => {
      const store = await create();
      const added = await Promise.all(Array.from({ length: 50 }, async (_, at) => store.add('key', `${at}`, 60)));
      assert.equal(added.filter(Boolean).length, 1);
      assert.equal(await store.get('key'), `${added.indexOf(true)}`);
    });

    it('forgets what was added or set when its seconds are over, and then takes it again', async () => {
      const store = await create();
      await store.add('added', 'a', 1);
      await store.set('set', 's', 1);
      await store.set('longer', 'l', 1);
      await store.set('longer', 'l', 60);
      assert.deepEqual([await store.get('added'), await store.get('set')], ['a', 's']);
      const end = performance.now() + 20_000;
      while (((await store.get('added')) ?? (await store.get('set'))) && performance.now() < end)
        await new Promise(setImmediate);
      assert.deepEqual([await store.get('added'), await store.get('set')], [undefined, undefined]);
      assert.equal(await store.add('added', 'again', 60), true);
      assert.equal(await store.get('longer'), 'l');
    });

    it('takes what was set over what was added, and what was deleted for new', async () => {
      const store = await create();
      assert.equal(await store.get('key'), undefined);
      assert.equal(await store.add('key', 'one', 60), true);
      await store.set('key', 'two', 60);
      assert.equal(await store.add('key', 'three', 60), false);
      assert.equal(await store.get('key'), 'two');
      await store.delete('key');
      await store.delete('key');
      assert.equal(await store.get('key'), undefined);
      assert.equal(await store.add('key', 'three', 60), true);
    });

    const texts = [
      'ä 漢字 עברית 🏦',
      '__proto__',
      'constructor',
      ' ',
      'a\r\nDEL b\r\n',
      '*',
      'x'.repeat(5000),
      '{"a":"\\"}',
    ];
    for (const text of texts) {
      it(`keeps ${JSON.stringify(text.slice(0, 20))} as a key and as a value, beside another`, async () => {
        const store = await create();
        assert.equal(await store.add(text, text, 60), true);
        assert.equal(await store.add(`${text}.`, 'other', 60), true);
        assert.equal(await store.get(text), text);
        await store.delete(`${text}.`);
        assert.equal(await store.get(text), text);
      });
    }

    it('lets ten handlers create one application', async () => {
      const store = await create();
      const { service, open } = gate();
      const handlers = Array.from({ length: 10 }, () => setup({ idempotency: store, service }));
      const asked = Promise.all(handlers.map(({ browser }) => browser().post('applications', sampleApplication())));
      open();
      const codes = (await Promise.all((await asked).map(read))).map(({ status, code }) => code ?? status);
      assert.ok(
        codes.includes(200) && codes.every((code) => code === 200 || code === 'handler-in-flight'),
        codes.join(' '),
      );
      assert.equal(handlers.flatMap(({ received }) => received('createApplication')).length, 1);
    });
  });
}

describe('memoryIdempotency, when it is full', () => {
  it('drops nothing before its time, takes no more, and has room again when the time of some is over', async () => {
    const store = memoryIdempotency({ most: 100 });
    for (let at = 0; at < 100; at++) await store.add(`${at}`, 'value', at < 50 ? 60 : 0.05);
    assert.throws(() => store.set('one more', 'value', 60), { code: 'upstream-unavailable', retryAfter: 60 });
    await store.set('0', 'changed', 60);
    assert.deepEqual([await store.get('0'), await store.get('49')], ['changed', 'value']);
    await new Promise((resolve) => setTimeout(resolve, 60));
    assert.equal(await store.add('one more', 'value', 60), true);
    assert.equal(await store.get('49'), 'value');
  });
});

describe('a creation, where nobody is told of it', () => {
  it('is remembered for a day, whatever others send', async (test) => {
    test.mock.timers.enable({ apis: ['Date'], now: Date.now() });
    let now = performance.now();
    test.mock.method(performance, 'now', () => now);
    const { browser, received } = setup();
    await browser().create();
    now += 23 * 3600 * 1000;
    // The cookie is lost.
    await browser().create();
    assert.equal(received('createApplication').length, 1);
  });
});

/** The lender behind a real connection. */
async function startLender(test: TestContext, service: (real: Fetch) => Fetch) {
  const { sandbox, received } = setup();
  const fetch = service(sandbox.fetch);
  const listener = createRequestListener((request) =>
    fetch(`${sandbox.baseUrl}${new URL(request.url).pathname}`, request),
  );
  const { origin: baseUrl } = await serve(listener, test);
  const worker = (timeout: number) => startBackend(test, 'postgres', { baseUrl, postgres, timeout });
  return { worker, received };
}

const ask = async (page: Browser) => {
  const { code, status } = await read(await page.post('applications', sampleApplication()));
  return code ?? status;
};

describe('two processes that share PostgreSQL', { skip: noPostgres }, () => {
  it('create one application when one subject asks twenty times at once', async (test) => {
    const { worker, received } = await startLender(test, (real) => real);
    const workers = await Promise.all([1, 2].map(() => worker(10_000)));
    const pages = Array.from({ length: 20 }, (_, at) => workers[at % 2]!.browser());
    const codes = await Promise.all(pages.map(ask));
    assert.ok(
      codes.includes(200) && codes.every((code) => code === 200 || code === 'handler-in-flight'),
      codes.join(' '),
    );
    assert.equal(received('createApplication').length, 1);
    for (const page of pages) {
      assert.equal(await ask(page), 200);
      assert.equal((await page.post('widget-token', {})).status, 200);
    }
    assert.equal(received('createApplication').length, 1);
    const tokens = received('authenticate').map((body) => (body as { company_id: string }).company_id);
    assert.deepEqual([tokens.length, new Set(tokens).size], [20, 1]);
  });

  it('never create a second one when the first process was killed while it asked', async (test) => {
    const [asked, answered] = [later(), later()];
    const service = faultAt('', async (real) => (asked.resolve(), await answered.promise, real()));
    const lender = await startLender(test, service);
    const [first, second] = await Promise.all([1, 2].map(() => lender.worker(300)));
    const lost = ask(first!.browser('joan')).catch(() => 'lost');
    await asked.promise;
    await first!.kill();
    assert.equal(await lost, 'lost');
    answered.resolve();
    const page = second!.browser('joan');
    let code = await ask(page);
    // As long as the first one might still be at it.
    while (code === 'handler-in-flight') code = await ask(page);
    assert.equal(code, 'outcome-unknown');
    for (let time = 0; time < 5; time++) assert.equal(await ask(second!.browser('joan')), 'outcome-unknown');
    assert.ok(lender.received('createApplication').length <= 1);
    assert.equal(await ask(second!.browser('tom')), 200);
  });
});
