import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { checkConsents, exportConsents } from '../../../src/server/audit.js';
import { migratePostgres, migrations, postgresStores, type PostgresPool } from '../../../src/server/postgres/index.js';
import { sampleConsent } from '../consent/consent-samples.js';
import { read, sampleApplication, SECRET, setup } from '../setup.js';
import { openPostgres, postgresPool, startPostgres } from './open-postgres.js';

const { skip, url: postgresUrl, pool } = await openPostgres();

describe('postgresStores()', { skip }, () => {
  const secret = SECRET;

  it('refuses a server that may lose what it confirms', async (test) => {
    const lazy = postgresPool(`${postgresUrl}?options=-c%20synchronous_commit%3Doff`);
    test.after(() => lazy.end());
    await assert.rejects(postgresStores(lazy, { secret }).ready(), {
      code: 'config-invalid',
      message: /synchronous_commit/,
    });
    const server = await startPostgres({ fsync: 'off' });
    const unsafe = postgresPool(server.url);
    test.after(async () => (await unsafe.end(), await server.close()));
    await assert.rejects(postgresStores(unsafe, { secret }).ready(), {
      code: 'config-invalid',
      message: /fsync is off/,
    });
  });

  it('refuses a schema that is not there, and works once it is migrated', async () => {
    const stores = postgresStores(pool!, { secret, schema: 'late' });
    await assert.rejects(stores.ready(), { code: 'config-invalid', remedy: /migratePostgres/ });
    await assert.rejects(stores.consents.append(sampleConsent('jane')), { code: 'config-invalid' });
    await Promise.all([1, 2, 3].map(() => migratePostgres(pool!, 'late')));
    await stores.ready();
    await stores.consents.append(sampleConsent('jane'));
    await migratePostgres(pool!, 'late');
    assert.equal((await stores.consents.about('subject:jane')).length, 1);
  });

  it('works for a role that may only read and add', async (test) => {
    await migratePostgres(pool!, 'least');
    await pool!.query(`CREATE ROLE app LOGIN PASSWORD 'password'; GRANT USAGE ON SCHEMA least TO app;
      GRANT SELECT ON ALL TABLES IN SCHEMA least TO app; GRANT INSERT ON least.consents, least.notices TO app;
      GRANT INSERT, UPDATE, DELETE ON least.texts TO app`);
    const least = postgresPool(postgresUrl.replace(/lending:[^@]+@/, 'app:password@'));
    test.after(() => least.end());
    const { consents, idempotency, limiter } = postgresStores(least, { secret, schema: 'least' });
    await consents.append(sampleConsent('jane'));
    assert.equal((await consents.about('subject:jane')).length, 1);
    assert.equal(await idempotency.add('key', 'value', 60), true);
    await idempotency.set('key', 'other', 60);
    await idempotency.delete('key');
    assert.equal(await limiter.take('jane'), 0);
    await assert.rejects(least.query('DELETE FROM least.consents'), { code: '42501' });
  });

  it('rejects a pool of one, another object, a weak secret, and a schema that is no plain name', () => {
    for (const one of [{}, null, 'postgres://'])
      assert.throws(() => postgresStores(one as PostgresPool, { secret }), {
        code: 'config-invalid',
        remedy: /new Pool/,
      });
    const single = postgresPool(postgresUrl, 1);
    assert.throws(() => postgresStores(single, { secret }), { code: 'config-invalid', message: /two or more/ });
    for (const wrong of [undefined, '', 'short', []])
      assert.throws(() => postgresStores(pool!, { secret: wrong as string }), {
        code: 'config-invalid',
        message: /postgresStores\(\): secret/,
      });
    for (const schema of ['', 'a"; DROP TABLE x; --', 'Ä', 'x'.repeat(64), 'A'])
      assert.throws(() => migrations(schema), { code: 'config-invalid', message: /schema/ });
  });

  it('exports every entry as a chain', async () => {
    await migratePostgres(pool!, 'exported');
    const { consents } = postgresStores(pool!, { secret, schema: 'exported' });
    const all = Array.from({ length: 2500 }, (_, at) => sampleConsent(`jane ${at}`));
    await Promise.all(all.map((entry) => consents.append(entry)));
    const lines: string[] = [];
    for await (const line of exportConsents(consents.entries())) lines.push(line);
    const { broken, lines: count } = await checkConsents(lines);
    assert.deepEqual([broken, count], [undefined, 2500]);
    const { rows } = await pool!.query('SELECT count(*)::int AS count FROM exported.notices');
    assert.deepEqual(rows, [{ count: 1 }]);
  });
});

describe('a subject’s lock in PostgreSQL', { skip }, () => {
  const machine = (test: TestContext, { patience = 5000, max = 2 } = {}) => {
    const own = postgresPool(postgresUrl, max);
    // Not awaited: a pool does not end while a lock is held, and a test that fails holds one.
    test.after(() => void own.end());
    return { own, ...postgresStores(own, { secret: SECRET, patience }).consents };
  };

  it('is held by one machine at a time, and goes to the next', async (test) => {
    const machines = [1, 2, 3].map(() => machine(test));
    let [inside, most, done] = [0, 0, 0];
    await Promise.all(
      Array.from({ length: 30 }, async (_, at) => {
        const { lock, unlock, holds } = machines[at % 3]!;
        await lock('subject:jane');
        most = Math.max(most, (inside += 1));
        assert.equal(await holds('subject:jane'), true);
        inside -= 1;
        await unlock('subject:jane');
        done += 1;
      }),
    );
    assert.deepEqual([most, done], [1, 30]);
  });

  it('keeps nobody else waiting, and uses one connection for all subjects', async (test) => {
    const { lock, unlock, append, own } = machine(test);
    const subjects = Array.from({ length: 50 }, (_, at) => `subject:${at}`);
    await Promise.all(subjects.map(lock));
    await Promise.all(subjects.map((about) => append(sampleConsent(about, { about }))));
    assert.equal(own.totalCount, 2);
    await Promise.all(subjects.map(unlock));
    assert.deepEqual([own.idleCount, own.waitingCount], [own.totalCount, 0]);
  });

  /** A pool whose connections count the queries that they got before they had answered the last. `fault` fails a query. */
  function watched(own: PostgresPool, fault: (text: string) => Error | undefined = () => undefined) {
    const seen = { overlaps: 0, connections: 0, broken: 0 };
    const connect = async () => {
      const real = await own.connect();
      let isBusy = false;
      seen.connections += 1;
      const query: typeof real.query = async (text, values) => {
        if (isBusy) seen.overlaps += 1;
        isBusy = true;
        const error = fault(text);
        if (error) throw error;
        return real.query(text, values).finally(() => (isBusy = false));
      };
      const release: typeof real.release = (isBroken) => {
        if (isBroken) seen.broken += 1;
        real.release(isBroken);
      };
      return { query, release, on: real.on.bind(real), off: real.off.bind(real) };
    };
    return { seen, pool: { connect, query: own.query.bind(own) } as PostgresPool };
  }

  it('sends one query at a time over its connection', async (test) => {
    const { own } = machine(test);
    const { seen, pool: counted } = watched(own);
    const { lock, holds, unlock } = postgresStores(counted, { secret: SECRET }).consents;
    await Promise.all(
      Array.from({ length: 20 }, async (_, at) => {
        await lock(`subject:${at}`);
        assert.equal(await holds(`subject:${at}`), true);
        await unlock(`subject:${at}`);
      }),
    );
    assert.equal(seen.overlaps, 0);
  });

  it('leaves a connection that does not answer', async (test) => {
    const { own } = machine(test);
    let isStuck = false;
    const { seen, pool: stuck } = watched(own, (text) =>
      isStuck && /try_advisory/.test(text) ? new Error('Query read timeout') : undefined,
    );
    const { lock, holds, unlock } = postgresStores(stuck, { secret: SECRET }).consents;
    await lock('subject:jane');
    isStuck = true;
    await assert.rejects(lock('subject:tom'), /timeout/);
    isStuck = false;
    assert.equal(await holds('subject:jane'), false);
    await lock('subject:tom');
    assert.deepEqual([await holds('subject:tom'), seen.connections, seen.broken], [true, 2, 1]);
    for (const about of ['subject:tom', 'subject:jane']) await unlock(about);
  });

  it('is refused when another machine keeps it too long', async (test) => {
    const [one, two] = [machine(test), machine(test, { patience: 50 })];
    await one.lock('subject:jane');
    await assert.rejects(two.lock('subject:jane'), { code: 'handler-consent-not-stored' });
    await two.lock('subject:tom');
    await one.unlock('subject:jane');
    await two.lock('subject:jane');
    // The pool does not end while a lock is held.
    for (const about of ['subject:jane', 'subject:tom']) await two.unlock(about);
  });

  it('is lost with its connection, and its holder knows', async (test) => {
    const [one, two] = [machine(test), machine(test)];
    await one.lock('subject:jane');
    assert.equal(await one.holds('subject:jane'), true);
    await pool!.query(
      `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND pid <> pg_backend_pid()`,
    );
    await two.lock('subject:jane');
    assert.equal(await one.holds('subject:jane').catch(() => false), false);
    await one.unlock('subject:jane');
    assert.equal(await two.holds('subject:jane'), true);
    await two.unlock('subject:jane');
    await one.lock('subject:jane');
    assert.equal(await one.holds('subject:jane'), true);
    await one.unlock('subject:jane');
  });
});

describe('a PostgreSQL that crashes', { skip }, () => {
  it('has everything that it confirmed, and the handler goes on with it', async (test) => {
    const postgres = await startPostgres();
    const own = postgresPool(postgres.url);
    test.after(async () => (await own.end(), await postgres.close()));
    await migratePostgres(own);
    const { consents, idempotency, limiter } = postgresStores(own, { secret: SECRET });
    const { browser, received } = setup({ idempotency, consents });
    const page = browser();
    await page.create();
    for (let entry = 0; entry < 100; entry++) await consents.append(sampleConsent(`${entry}`));
    for (let key = 0; key < 100; key++) {
      // A count does not wait for the disk, and the next write on its connection does.
      await limiter.take('jane');
      await idempotency.add(`${key}`, 'value', 600);
    }
    const before = (await consents.about('subject:jane')).length;
    await postgres.crash();
    const request = await page.post('request-offers', { credit_score_check_consent: true }).then(read);
    assert.ok(request.status >= 400);
    assert.equal((await read(await browser('tom').post('applications', sampleApplication()))).status, 500);
    assert.equal(received('createApplication').length, 1);
    assert.equal(received('requestOffers').length, 0);
    await postgres.start();
    await until(async () => (await consents.about('subject:0')).length === 1);
    for (let entry = 0; entry < 100; entry++) assert.equal((await consents.about(`subject:${entry}`)).length, 1);
    for (let key = 0; key < 100; key++) assert.equal(await idempotency.add(`${key}`, 'value', 600), false);
    assert.equal((await consents.about('subject:jane')).length, before);
    // The session was in a cookie that this browser does not have.
    assert.equal((await browser().post('applications', sampleApplication())).status, 200);
    await browser('tom').create();
    assert.equal(received('createApplication').length, 2);
    assert.equal((await page.post('request-offers', await page.good('request-offers'))).status, 200);
    assert.equal(received('requestOffers').length, 1);
  });
});

/** Waits until a server that starts again answers. */
async function until(check: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 20_000;
  while (!(await check().catch(() => false))) {
    assert.ok(Date.now() < end, 'the server answers again');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
