import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { memoryStore } from '../../../src/server/index.js';
import { OTHER, read, sampleApplication, SECRET, setup } from '../setup.js';
import { sampleConsent } from '../consent/consent-samples.js';
import { all, engines } from './engines.js';

const TOPICS = [
  'jane',
  'Jane',
  'jane ',
  'jane%',
  'jan_',
  "jane' OR 1=1 --",
  '$1',
  '',
  '__proto__',
  'jané',
  'jane\u0301',
  '\n',
  '"',
];
const TEXTS = {
  'line separators': 'a\nb\r\nc\u2028d\u2029e\u0085f\vg',
  'invisible letters': '\u0000\u0007\u001b\u200b\u202e\ufeff',
  'letters of all kinds': 'ä ñ Ł 漢字 עברית 🏦👩‍👩‍👧 e\u0301',
  'half a letter': '\ud83d and \ude00',
  'a text like JSON': '{"a":"\\"}\n{"hash":"0"}',
  'ten kilobytes': 'Zustimmung — '.repeat(800),
  'a line longer than one read': 'é\u2028'.repeat(50_000),
};

for (const { name, skip, now: clock, create } of engines) {
  describe(`a store in ${name}`, { skip }, () => {
    it('compares the answers of two tabs on two machines, also after a change of the secret', async () => {
      const { open } = await create();
      const first = setup({ store: open() });
      const second = setup({ store: open(), secret: [OTHER, SECRET], service: () => first.sandbox.fetch });
      const { applicant, ...rest } = sampleApplication();
      const others = { ...rest, applicant: { ...applicant, first_name: 'Janet' } };
      const createdWith = async ({ browser }: typeof first, body: object) =>
        (await read(await browser().post('applications', body))).createdWith;
      await first.browser().create();
      assert.deepEqual(
        [await createdWith(second, others), await createdWith(second, sampleApplication())],
        ['other', undefined],
      );
      const rotated = setup({ store: open(), secret: OTHER });
      assert.deepEqual(
        [await createdWith(rotated, others), await createdWith(rotated, sampleApplication())],
        ['other', undefined],
      );
      assert.equal([first, second, rotated].flatMap(({ received }) => received('createApplication')).length, 1);
    });

    it('lists the values whose keys have a prefix', async () => {
      const { open } = await create();
      for (const store of [open(), memoryStore()]) {
        const keys = ['-', 'B', '_', 'a', 'z', ...Array.from({ length: 1100 }, (_, at) => `${at}`)].map(
          (one) => `draft/${one}`,
        );
        await Promise.all(keys.map((key) => store.set(key, key)));
        for (const key of ['draft', 'draft0', 'drafts/1', 'Draft/1', 'lease/1']) await store.set(key, 'other');
        await store.set('draft/ended', 'value', 0.001);
        const listed = await all(store.list!('draft/'));
        assert.deepEqual(listed.map(([key]) => key).sort(), keys.sort());
        assert.ok(listed.every(([key, value]) => key === value));
      }
    });

    it('keeps consents with any strings, and separates those about similar topics', async () => {
      const { open } = await create();
      for (const { append, entries } of [open(), memoryStore()]) {
        for (const about of TOPICS) await append(sampleConsent('', { about }));
        for (const about of TOPICS)
          assert.deepEqual(
            (await entries(about)).map((one) => one.about),
            [about],
          );
        for (const [what, text] of Object.entries(TEXTS)) {
          const { notice } = sampleConsent('jane');
          const entry = sampleConsent(text, { notice: { ...notice!, text }, origin: text });
          await append(entry);
          assert.deepEqual(await entries(entry.about), [entry], what);
        }
      }
    });

    it('has each consent in a valid chain, and each notice once', async () => {
      const { query, open } = await create();
      const { append, consents } = open();
      const entries = Array.from({ length: 2500 }, (_, at) =>
        sampleConsent(`jane ${at % 1200}`, { servedId: `${at}` }),
      );
      await Promise.all(entries.map((entry) => append(entry)));
      const listed = (await all(consents.chains())).flat().map(({ servedId }) => Number(servedId));
      assert.deepEqual(
        listed.sort((one, other) => one - other),
        entries.map((_, at) => at),
      );
      let turns = 0;
      const counting = setInterval(() => turns++);
      const { broken, entries: count, chains } = await consents.check();
      clearInterval(counting);
      assert.deepEqual([broken, count, chains], [[], 2500, 1200]);
      assert.ok(turns > 1, 'the check lets other requests go on');
      assert.equal((await query((t) => `SELECT sha256 FROM ${t}notices`)).length, 1);
    });
  });

  describe(`namespaces in ${name}`, { skip }, () => {
    it('never see each other’s values, leases, consents and lists', async () => {
      const { open } = await create();
      const [north, south] = ['north', 'south'].map((namespace) => open({ namespace })) as [
        ReturnType<typeof open>,
        ReturnType<typeof open>,
      ];
      for (const key of ['draft/1', 'lease/1']) {
        await north.set(key, 'north');
        assert.equal(await south.get(key), undefined);
        assert.equal(await south.replace(key, 'north', 'south'), false);
        assert.equal(await south.replace(key, undefined, 'south'), true);
        assert.deepEqual([await north.get(key), await south.get(key)], ['north', 'south']);
        assert.deepEqual(
          [await north.count(`${key}/count`, 60), await south.count(`${key}/count`, 60)].map(({ count }) => count),
          [1, 1],
        );
        await south.set(key, undefined);
        assert.equal(await north.get(key), 'north');
      }
      await north.append(sampleConsent('jane'));
      await south.append(sampleConsent('jane', { event: 'declined' }));
      const events = async ({ entries }: typeof north) =>
        (await entries('subject:jane')).map(({ event }) => event).join();
      assert.deepEqual([await events(north), await events(south)], ['given', 'declined']);
      assert.deepEqual(await all(south.list('draft/')), [['draft/1/count', '1']]);
      // The check is one of the whole database.
      const { chains, broken } = await south.consents.check();
      assert.deepEqual([chains, broken, (await all(north.consents.chains())).length], [2, [], 2]);
    });

    it('have 1 to 200 characters', async () => {
      const { open } = await create();
      for (const namespace of ['', 'x'.repeat(201), 'a\nb', 7 as unknown as string])
        assert.throws(() => open({ namespace }), { code: 'config-invalid', message: /namespace/ });
      await open({ namespace: 'Ü'.repeat(200) }).set('draft/1', 'value');
    });
  });

  describe(`a sealed value in ${name}`, { skip }, () => {
    it('keeps the changes of twenty machines that change it at the same time', async () => {
      const { kept } = await create();
      const machines = Array.from({ length: 20 }, () => kept());
      const change = (at: number) => (value: string | undefined) => (value ? `${value},${at}` : `${at}`);
      await Promise.all(machines.map(({ update }, at) => update('application', 'jane', change(at))));
      const marks = (await machines[0]!.get('application', 'jane'))!.split(',').map(Number);
      assert.deepEqual(
        marks.sort((one, other) => one - other),
        machines.map((_, at) => at),
      );
    });

    it('does not change if a change is undefined', async () => {
      const { get, set, update } = (await create()).kept();
      await update('application', 'jane', (value) => (assert.equal(value, undefined), undefined));
      assert.equal(await get('application', 'jane'), undefined);
      await set('application', 'jane', 'value');
      await update('application', 'jane', () => undefined);
      assert.equal(await get('application', 'jane'), 'value');
    });

    it('has the same key on ten machines that start at the same time', async () => {
      const { kept } = await create();
      const machines = Array.from({ length: 10 }, () => kept());
      const added = await Promise.all(machines.map(({ add }) => add('attempt', 'key', 'value', 60)));
      assert.equal(added.filter(Boolean).length, 1);
    });
  });

  describe(`a limit in ${name}`, { skip }, () => {
    it('counts the requests to all machines, separately for each subject', async () => {
      const { open } = await create();
      const limits = { requests: { requests: 3, seconds: 60 } };
      const [one, two] = [1, 2].map(() => setup({ store: open(), limits }));
      for (let time = 0; time < 3; time++) assert.equal((await one!.browser().get('session')).status, 200);
      const { code, retryAfter } = await read(await two!.browser().get('session'));
      assert.equal(code, 'handler-too-many');
      assert.ok(retryAfter! > 0 && retryAfter! <= 60, `${retryAfter}`);
      assert.equal((await two!.browser('tom').get('session')).status, 200);
    });
  });

  describe(`expired values in ${name}`, { skip }, () => {
    const count = async (query: Awaited<ReturnType<typeof create>>['query'], table: string) =>
      Number((await query((t) => `SELECT count(*) AS count FROM ${t}${table}`))[0]!['count']);

    it('are deleted eventually', async (test) => {
      const { query, open } = await create();
      const { set } = open();
      for (const kind of ['draft', 'lease'])
        for (let key = 0; key < 5; key++) await set(`${kind}/${key}`, 'value', 0.001);
      assert.deepEqual([await count(query, 'records'), await count(query, 'leases')], [5, 5]);
      await new Promise((resolve) => setTimeout(resolve, 10));
      const later = performance.now() + 61_000;
      test.mock.method(performance, 'now', () => later);
      for (const kind of ['draft', 'lease']) await set(`${kind}/one more`, 'value', 60);
      assert.deepEqual([await count(query, 'records'), await count(query, 'leases')], [1, 1]);
    });

    it('are deleted as fast as they are added', async (test) => {
      const { query, open } = await create();
      const { set, ready } = open();
      await ready();
      const numbers =
        'WITH RECURSIVE numbers(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < 3500)';
      await query(
        (t) =>
          `${numbers} INSERT INTO ${t}records SELECT 'default', 'expired' || number, 'text', ${clock} - 1 FROM numbers RETURNING name`,
      );
      const later = performance.now() + 61_000;
      test.mock.method(performance, 'now', () => later);
      for (let key = 0; key < 6; key++) await set(`draft/${key}`, 'value', 60);
      assert.equal(await count(query, 'records'), 6);
    });
  });
}
