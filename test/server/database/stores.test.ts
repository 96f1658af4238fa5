import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Limits } from '../../../src/server/postgres/index.js';
import type { LendingSession } from '../../../src/server/index.js';
import { created, EMAIL, OTHER, progressOf, read, samplePrequalification, SECRET, setup } from '../setup.js';
import { sampleConsent } from '../consent/consent-samples.js';
import { engines } from './engines.js';

const session: LendingSession = {
  company_id: '0191f2a0-0000-7000-8000-000000000001',
  application_id: '0191f2a0-0000-7000-8000-000000000002',
  email: EMAIL,
  marks: {},
};

for (const { name, skip, now: clock, create } of engines) {
  describe(`the stores in ${name}`, { skip }, () => {
    it('serve an applicant on two machines, from the application to the widget’s token', async () => {
      const { idempotency, sessions, drafts } = (await create()).stores();
      const stores = { idempotency, sessions: { secret: SECRET, store: sessions }, drafts: { store: drafts } };
      const first = setup(stores);
      const second = setup({ ...stores, service: () => first.sandbox.fetch });
      const machines = [first, second];
      const [one, two] = machines.map(({ browser }) => browser());
      await one!.create();
      assert.equal((await two!.post('prequalification', samplePrequalification())).status, 200);
      assert.deepEqual(await progressOf(one!), ['createApplication', 'prequalify']);
      assert.equal(machines.flatMap(({ received }) => received('createApplication')).length, 1);
      assert.deepEqual([...one!.cookies.keys(), ...two!.cookies.keys()], ['user', 'user']);
      assert.deepEqual(await progressOf(machines[0]!.browser('tom')), []);
    });

    it('keep the changes of twenty machines that change one session at the same time', async () => {
      const { sessions } = (await create()).stores();
      await sessions.set('jane', session);
      const marks = Array.from({ length: 20 }, (_, at) => `mark${at}`);
      await Promise.all(
        marks.map(async (mark) =>
          sessions.update('jane', (now) => ({
            ...now!,
            marks: { ...now!.marks, [mark]: mark } as LendingSession['marks'],
          })),
        ),
      );
      assert.deepEqual(Object.keys((await sessions.get('jane'))!.marks).sort(), marks.sort());
    });

    it('change nothing if a change of a session is undefined, and begin one that is not there', async () => {
      const { sessions } = (await create()).stores();
      await sessions.update('jane', (now) => (assert.equal(now, undefined), undefined));
      assert.equal(await sessions.get('jane'), undefined);
      await sessions.update('jane', () => session);
      assert.deepEqual(await sessions.get('jane'), session);
      await sessions.delete('jane');
      assert.equal(await sessions.get('jane'), undefined);
    });

    it('keep keys of one store apart from the same keys of another', async () => {
      const { idempotency, sessions, drafts } = (await create()).stores();
      await idempotency.set('jane', 'attempt', 60);
      await drafts.set('jane', 'draft', 60);
      await sessions.set('jane', session);
      assert.deepEqual([await idempotency.get('jane'), await drafts.get('jane')], ['attempt', 'draft']);
    });
  });

  describe(`the consents in ${name}`, { skip }, () => {
    it('are each in the list and in a whole chain, and have each notice once', async () => {
      const { query, stores } = await create();
      const { consents } = stores();
      const all = Array.from({ length: 2500 }, (_, at) => sampleConsent(`jane ${at % 1200}`, { servedId: `${at}` }));
      await Promise.all(all.map((entry) => consents.append(entry)));
      const listed = [];
      for await (const { servedId } of consents.entries()) listed.push(servedId);
      assert.deepEqual(
        listed,
        all.map(({ servedId }) => servedId),
      );
      const { broken, entries, chains } = await consents.check();
      assert.deepEqual([broken, entries, chains], [[], 2500, 1200]);
      assert.equal((await query((t) => `SELECT sha256 FROM ${t}notices`)).length, 1);
    });
  });

  describe(`a stored text in ${name}`, { skip }, () => {
    it('says nothing of an applicant who went to the offers', async () => {
      const { query, stores } = await create();
      const { idempotency, limiter, sessions, drafts } = stores();
      const { page, agree } = await created({
        idempotency,
        limiter,
        sessions: { secret: SECRET, store: sessions },
        drafts: { store: drafts },
      });
      await page.post('prequalification', samplePrequalification());
      assert.equal((await agree()).status, 200);
      const { company_id } = (await sessions.get('jane'))!;
      const texts = JSON.stringify(await query((t) => `SELECT * FROM ${t}texts`));
      for (const word of ['jane', EMAIL, company_id!, 'createApplication', '25000'])
        assert.ok(!texts.includes(word), `it has "${word}"`);
    });

    it('is found while the secret is changed, and not with another secret', async () => {
      const { stores } = await create();
      await stores().sessions.set('jane', session);
      for (const secret of [[OTHER, SECRET], [OTHER]])
        assert.deepEqual(await stores({ secret }).sessions.get('jane'), session, String(secret.length));
      await assert.rejects(stores({ secret: 'y'.repeat(40) }).ready(), {
        code: 'config-invalid',
        message: /none of the secrets/,
      });
    });

    it('is rejected when it was altered', async () => {
      const { query, stores } = await create();
      const { idempotency } = stores();
      await idempotency.set('create/jane', 'done', 60);
      await query(
        (t) =>
          `UPDATE ${t}texts SET content = substr(content, 1, length(content) - 4) || 'AAAA' WHERE name <> 'key' RETURNING name`,
      );
      await assert.rejects(async () => idempotency.get('create/jane'), { code: 'handler-failed', message: /altered/ });
    });

    it('has one key when ten machines start at the same time', async () => {
      const { stores } = await create();
      const machines = Array.from({ length: 10 }, () => stores());
      await Promise.all(machines.map(({ ready }) => ready()));
      const added = await Promise.all(machines.map(async ({ idempotency }) => idempotency.add('key', 'value', 60)));
      assert.equal(added.filter(Boolean).length, 1);
    });
  });

  describe(`the limiter in ${name}`, { skip }, () => {
    const aMinute = (requests: number) => ({ requests, seconds: 60 });
    /** The limiters of two machines. */
    const open = async (limits: Limits = { take: aMinute(3), record: aMinute(1), lookup: aMinute(1) }) => {
      const { stores } = await create();
      return [stores({ limits }).limiter, stores({ limits }).limiter] as const;
    };

    it('counts the requests of all machines, of each subject by itself', async () => {
      const [one, two] = await open();
      const waits = [];
      for (const limiter of [one, two, one, two, one]) waits.push(await limiter.take('jane'));
      assert.deepEqual(waits.slice(0, 3), [0, 0, 0]);
      assert.ok(
        waits.slice(3).every((wait) => wait > 0 && wait <= 60),
        waits.join(),
      );
      assert.equal(await two.take('tom'), 0);
      assert.deepEqual([await two.record('jane'), await two.lookup('jane')], [0, 0]);
    });

    it('counts each of the requests that two machines get at the same time', async () => {
      const [one, two] = await open({ take: aMinute(25) });
      const waits = await Promise.all(Array.from({ length: 50 }, async (_, at) => (at % 2 ? one : two).take('jane')));
      assert.equal(waits.filter((wait) => wait === 0).length, 25);
    });

    it('has room again when the seconds are over', async () => {
      const [limiter] = await open({ record: { requests: 1, seconds: 0.5 } });
      assert.equal(await limiter.record('jane'), 0);
      assert.equal(await limiter.record('jane'), 1);
      const end = performance.now() + 5000;
      while ((await limiter.record('jane')) > 0 && performance.now() < end)
        await new Promise((resolve) => setTimeout(resolve, 20));
      assert.ok(performance.now() < end);
      assert.equal(await limiter.record('jane'), 1);
    });

    it('rejects a request of one machine after those of another', async () => {
      const [one, two] = (await open()).map((limiter) => setup({ limiter }).browser());
      for (let time = 0; time < 3; time++) assert.equal((await one!.get('session')).status, 200);
      const { code, retryAfter } = await read(await two!.get('session'));
      assert.equal(code, 'handler-too-many');
      assert.ok(retryAfter! > 0);
    });
  });

  describe(`expired texts in ${name}`, { skip }, () => {
    it('are deleted in the end', async (test) => {
      const { query, stores } = await create();
      const count = async () => Number((await query((t) => `SELECT count(*) AS count FROM ${t}texts`))[0]!['count']);
      const { idempotency, limiter } = stores({ limits: { take: { requests: 1, seconds: 0.001 } } });
      for (let key = 0; key < 5; key++) await idempotency.add(`${key}`, 'value', 0.001);
      await limiter.take('jane');
      assert.deepEqual(await count(), 7);
      await new Promise((resolve) => setTimeout(resolve, 10));
      const later = performance.now() + 61_000;
      test.mock.method(performance, 'now', () => later);
      await idempotency.add('one more', 'value', 60);
      assert.deepEqual(await count(), 2);
    });

    it('are deleted as fast as they are added', async (test) => {
      const { query, stores } = await create();
      const { idempotency, ready } = stores();
      await ready();
      const numbers =
        'WITH RECURSIVE numbers(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < 3500)';
      await query(
        (t) =>
          `${numbers} INSERT INTO ${t}texts SELECT 'expired' || number, 'text', ${clock} - 1 FROM numbers RETURNING name`,
      );
      const later = performance.now() + 61_000;
      test.mock.method(performance, 'now', () => later);
      for (let key = 0; key < 6; key++) await idempotency.add(`${key}`, 'value', 60);
      const left = await query((t) => `SELECT name FROM ${t}texts WHERE name LIKE 'expired%'`);
      assert.equal(left.length, 0);
    });
  });
}
