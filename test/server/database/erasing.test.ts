// Erasing consents while processes use them.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { sampleConsent } from '../consent/consent-samples.js';
import { created, read } from '../setup.js';
import { engines } from './engines.js';

const [JANE, TOM] = ['subject:jane', 'subject:tom'];

for (const { name, skip, create } of engines) {
  describe(`erasing consents in ${name}`, { skip }, () => {
    it('leaves one row with the time, the reason and the numbers of entries', async () => {
      const { open, query } = await create();
      const { append, erase, entries, consents } = open();
      for (const subject of ['jane', 'tom', 'jane']) await append(sampleConsent(subject));
      assert.equal(await erase([JANE, 'subject:nobody'], 'She asked for it.'), 2);
      assert.equal(await erase([JANE], 'She asked again.'), 0);
      const [row, ...others] = await query((t) => `SELECT * FROM ${t}erasures`);
      const { number, erased_at: at, ...rest } = row!;
      const facts = { reason: 'She asked for it.', applications: 1, entries: 2 };
      assert.deepEqual([Number(number), rest, others], [1, { namespace: 'default', ...facts }, []]);
      assert.ok(Math.abs(Date.parse(at as string) - Date.now()) < 60_000);
      const { erased, broken, entries: count } = await consents.check();
      assert.deepEqual([erased, broken, count], [[{ at, ...facts }], [], 1]);
      assert.deepEqual([await entries(JANE), (await entries(TOM)).length], [[], 1]);
    });

    it('erases nothing if the number of entries differs, and nothing of another namespace', async () => {
      const { open } = await create();
      const [north, south] = [open({ namespace: 'north' }), open({ namespace: 'south' })];
      for (const { append } of [north, south]) await append(sampleConsent('jane'));
      for (const expected of [0, 2]) assert.equal(await north.consents.erase([JANE], 'A test.', expected), 0);
      assert.equal(await north.consents.erase([JANE], 'A test.', 1), 1);
      assert.equal((await south.entries(JANE)).length, 1);
      const left = [];
      for await (const [{ about }] of south.consents.chains('this') as AsyncIterable<[{ about: string }]>)
        left.push(about);
      assert.deepEqual(left, [JANE]);
      for await (const _ of north.consents.chains('this')) assert.fail('no chain is left');
    });

    it('begins a new chain in a process that has cached the end of the old one, even if both have the same length', async () => {
      const { open } = await create();
      const [old, other] = [open(), open()];
      for (const add of [0, 1, 3]) {
        for (let entry = 0; entry < 3; entry++) await old.append(sampleConsent('jane'));
        await other.erase([JANE], 'A test.');
        for (let entry = 0; entry < add; entry++) await other.append(sampleConsent('jane'));
        await Promise.all([old.append(sampleConsent('jane')), old.append(sampleConsent('tom'))]);
        assert.equal((await old.entries(JANE)).length, add + 1);
        assert.deepEqual((await other.consents.check()).broken, []);
        await other.erase([JANE], 'A test.');
      }
    });

    it('loses no new entry and leaves valid chains, however often it runs while processes write', async () => {
      const { open } = await create();
      const { erase, consents } = open();
      const ended = new AbortController();
      const write = async (subject: string, { append } = open()) => {
        for (let number = 0; number < 300; number++) await append(sampleConsent(subject));
      };
      const writing = Promise.all(['jane', 'tom'].map((subject) => write(subject))).finally(() => ended.abort());
      let erased = 0;
      for (; !ended.signal.aborted; await pause(10)) erased += await erase([JANE, TOM], 'A test.');
      await writing;
      const { entries, broken } = await consents.check();
      assert.ok(erased > 0 && erased + entries === 600, `${erased} and ${entries}`);
      assert.deepEqual(broken, []);
    });

    it('leaves the applicant without a valid consent, but able to give another one', async () => {
      const store = (await create()).open();
      const { page, agree, received } = await created({ store });
      const evidence = await page.good('request-offers');
      const receipt = async () => (await read(await page.get('consent'))).receipt;
      assert.equal((await page.post('request-offers', evidence)).status, 200);
      assert.ok(await receipt());
      assert.equal(await store.erase(['applicant:["jane","jane",1]'], 'A test.'), 3);
      assert.equal((await read(await page.post('request-offers', evidence))).code, 'handler-consent-stale');
      assert.equal(await receipt(), undefined);
      assert.equal((await agree()).status, 200);
      assert.ok(await receipt());
      assert.equal(received('requestOffers').length, 2);
      assert.deepEqual((await store.consents.check()).broken, []);
    });
  });
}
