import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withConnection } from '../../../src/cli/database/connection.js';
import { databaseAt } from '../../../src/server/node/database.js';
import { migratePostgres, postgresStore, type PostgresPool } from '../../../src/server/postgres/index.js';
import { storeTests } from '../../../src/server/testing/index.js';
import { sampleConsent } from '../consent/consent-samples.js';
import { read, sampleApplication, setup } from '../setup.js';
import { openPostgres, postgresPool, startPostgres } from './open-postgres.js';

const { skip, url: postgresUrl, pool } = await openPostgres();

describe('postgresStore()', { skip }, () => {
  it('rejects a server that may lose confirmed writes', async (test) => {
    const lazy = postgresPool(`${postgresUrl}?options=-c%20synchronous_commit%3Doff`);
    test.after(() => lazy.end());
    await assert.rejects(postgresStore(lazy).ready(), { code: 'config-invalid', message: /synchronous_commit/ });
    const server = await startPostgres({ fsync: 'off' });
    const unsafe = postgresPool(server.url);
    test.after(async () => (await unsafe.end(), await server.close()));
    await assert.rejects(postgresStore(unsafe).ready(), { code: 'config-invalid', message: /fsync is off/ });
  });

  it('rejects a missing schema, and works once it is migrated', async () => {
    const store = postgresStore(pool!, { schema: 'late' });
    await assert.rejects(store.ready(), { code: 'config-invalid', remedy: /database migrate/ });
    await assert.rejects(store.append(sampleConsent('jane')), { code: 'config-invalid' });
    await Promise.all([1, 2, 3].map(() => migratePostgres(pool!, 'late')));
    await store.ready();
    await store.append(sampleConsent('jane'));
    await migratePostgres(pool!, 'late');
    assert.equal((await store.entries('subject:jane')).length, 1);
  });

  it('works with a role that may only read and add consents', async (test) => {
    await migratePostgres(pool!, 'least');
    await pool!.query(`CREATE ROLE app LOGIN PASSWORD 'password'; GRANT USAGE ON SCHEMA least TO app;
      GRANT SELECT ON ALL TABLES IN SCHEMA least TO app; GRANT INSERT ON least.consents, least.notices TO app;
      GRANT INSERT, UPDATE, DELETE ON least.records, least.leases TO app`);
    const least = postgresPool(postgresUrl.replace(/lending:[^@]+@/, 'app:password@'));
    test.after(() => least.end());
    const store = postgresStore(least, { schema: 'least' });
    for (const { name, run } of storeTests(() => store))
      if (name.startsWith('erases')) await assert.rejects(run, { code: '42501' });
      else await run().catch((cause: unknown) => assert.fail(`${name}: ${String(cause)}`));
    await pool!.query('CREATE ROLE nobody LOGIN PASSWORD $$password$$');
    const none = postgresPool(postgresUrl.replace(/lending:[^@]+@/, 'nobody:password@'));
    test.after(() => none.end());
    const rejection = { code: 'config-invalid', message: /lacks a right.*42501/, remedy: /rights\.sql/ };
    await assert.rejects(postgresStore(none, { schema: 'least' }).ready(), rejection);
    await assert.rejects(
      withConnection(postgresUrl.replace(/lending:[^@]+@/, 'nobody:password@'), ({ query }) =>
        query('SELECT * FROM least.records'),
      ),
      rejection,
    );
    const { browser, handle } = setup({ store, canApplyAgain: () => true });
    const page = browser();
    await page.create();
    for (const path of ['documents', 'prequalification', 'request-offers', 'widget-token'])
      assert.equal((await page.post(path, await page.good(path))).status, 200, path);
    await handle.closeApplication({ subject: 'jane' });
    for (const table of ['consents', 'notices'])
      for (const change of [
        `DELETE FROM least.${table}`,
        `UPDATE least.${table} SET ${table === 'consents' ? 'entry' : 'notice'} = ''`,
      ])
        await assert.rejects(least.query(change), { code: '42501' }, change);
  });

  it('frees the space of erased consents if the role owns the tables', async () => {
    await migratePostgres(pool!, 'freed');
    const { append, erase } = postgresStore(pool!, { schema: 'freed' });
    const size = async () =>
      Number((await pool!.query(`SELECT pg_relation_size('freed.consents') AS size`)).rows[0]!['size']);
    const fill = () => Promise.all(Array.from({ length: 500 }, () => append(sampleConsent('jane'))));
    await fill();
    const before = await size();
    for (let round = 0; round < 3; round++) {
      assert.equal(await erase(['subject:jane'], 'A test.'), 500);
      await fill();
    }
    assert.ok((await size()) < 1.5 * before, `${await size()} of ${before} bytes`);
  });

  it('compares keys by their bytes, even in a database with a language-specific collation', async (test) => {
    await pool!.query(`CREATE DATABASE english TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'en' LOCALE 'C'`);
    const english = postgresPool(postgresUrl.replace(/\/[^/]*$/, '/english'));
    test.after(() => english.end());
    await migratePostgres(english);
    const store = postgresStore(english);
    const keys = ['-', 'A', '_', 'a', 'b'].map((one) => `draft/${one}`);
    for (const key of keys) await store.set(key, key);
    const listed = [];
    for await (const [key] of store.list('draft/')) listed.push(key);
    assert.deepEqual(listed, keys);
  });

  it('rejects an object that is not a pool, and a schema that is not a plain name', () => {
    for (const one of [{}, null, 'postgres://'])
      assert.throws(() => postgresStore(one as PostgresPool), { code: 'config-invalid', remedy: /new Pool/ });
    for (const schema of ['', 'a"; DROP TABLE x; --', 'Ä', 'x'.repeat(64), 'A'])
      assert.throws(() => postgresStore(postgresPool('postgres://localhost/none'), { schema }), {
        code: 'config-invalid',
        message: /schema/,
      });
  });
});

describe('a PostgreSQL that crashes', { skip }, () => {
  it('keeps every confirmed write, and the handler continues with it', async (test) => {
    const postgres = await startPostgres();
    const own = postgresPool(postgres.url);
    test.after(async () => (await own.end(), await postgres.close()));
    await migratePostgres(own);
    const store = postgresStore(own);
    const { browser, received } = setup({ store });
    const page = browser();
    await page.create();
    for (let entry = 0; entry < 100; entry++) await store.append(sampleConsent(`${entry}`));
    for (let key = 0; key < 100; key++) {
      // A count does not wait for the disk, and the next write on its connection does.
      await store.count('lease/jane', 60);
      await store.set(`draft/${key}`, 'value', 600);
    }
    const about = 'applicant:["jane","jane",1]';
    const before = (await store.entries(about)).length;
    await postgres.crash();
    const request = await page.post('request-offers', { credit_score_check_consent: true }).then(read);
    assert.ok(request.status >= 400);
    assert.equal((await read(await browser('tom').post('applications', sampleApplication()))).status, 500);
    assert.equal(received('createApplication').length, 1);
    assert.equal(received('requestOffers').length, 0);
    await postgres.start();
    await until(async () => (await store.entries('subject:0')).length === 1);
    for (let entry = 0; entry < 100; entry++) assert.equal((await store.entries(`subject:${entry}`)).length, 1);
    for (let key = 0; key < 100; key++) assert.equal(await store.get(`draft/${key}`), 'value');
    assert.equal((await store.entries(about)).length, before);
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
  it('opens one pool in a process, and closes it after its last user; another process can use the same store', async () => {
    const [one, other] = [1, 2].map(() => databaseAt(postgresUrl));
    const shared = postgresStore(pool!);
    await one!.append(sampleConsent('url'));
    await one!.set('draft/url', 'value');
    await one!.close();
    assert.equal((await other!.entries('subject:url')).length, 1);
    for (const store of [other!, shared]) assert.equal(await store.get('draft/url'), 'value');
    await other!.close();
    await assert.rejects(other!.get('draft/url'), /pool/);
  });
});
