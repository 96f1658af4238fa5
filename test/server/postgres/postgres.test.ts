import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { consentsAt, databaseAt } from '../../../src/server/node/database.js';
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

  it('rejects another object than a pool, a weak secret, and a schema that is no plain name', () => {
    for (const one of [{}, null, 'postgres://'])
      assert.throws(() => postgresStores(one as PostgresPool, { secret }), {
        code: 'config-invalid',
        remedy: /new Pool/,
      });
    for (const wrong of [undefined, '', 'short', []])
      assert.throws(() => postgresStores(pool!, { secret: wrong as string }), {
        code: 'config-invalid',
        message: /postgresStores\(\): secret/,
      });
    for (const schema of ['', 'a"; DROP TABLE x; --', 'Ä', 'x'.repeat(64), 'A'])
      assert.throws(() => migrations(schema), { code: 'config-invalid', message: /schema/ });
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

describe('LENDING_DATABASE with the URL of PostgreSQL', { skip }, () => {
  it('opens a pool of its own, whose stores another process shares', async () => {
    const [one, other] = [1, 2].map(() => databaseAt(postgresUrl, { secret: SECRET }));
    await one!.consents.append(sampleConsent('url'));
    await one!.idempotency.set('create/url', 'done', 60);
    assert.equal((await other!.consents.about('subject:url')).length, 1);
    assert.equal(await other!.idempotency.get('create/url'), 'done');
    await Promise.all([one!.close(), other!.close()]);
  });

  it('says that the schema is missing', async () => {
    const consents = consentsAt(postgresUrl.replace(/\/[^/]*$/, '/template1'), []);
    await assert.rejects(consents.check(), { code: 'config-invalid', remedy: /migratePostgres/ });
    await consents.close();
  });
});
