import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import { withConnection } from '../../../src/cli/database/connection.js';
import { databaseAt } from '../../../src/server/node/database.js';
import { migratePostgres, postgresStore, type PostgresPool } from '../../../src/server/postgres/index.js';
import { newSchema } from '../records/engines.js';
import { MANY } from '../../../src/server/testing/given.js';
import {
  adding,
  application,
  call,
  entry,
  newOwner,
  notice,
  nothing,
  raising,
  STORE_KEY,
} from '../../../src/server/testing/samples.js';
import { storeTests } from '../../../src/server/testing/index.js';
import { openPostgres, postgresPool, startPostgres, withSend } from './open-postgres.js';

const { skip, url: postgresUrl, pool } = await openPostgres();
const asRole = (role: string) => postgresPool(postgresUrl.replace(/lending:[^@]+@/, `${role}:password@`));
/** A rule about clocks of the machine. The clock of PostgreSQL is its own. */
const OF_MACHINES = ['has a time that never goes back, and goes on after a clock that was ahead'];
const RIGHTS = fs.readFileSync('examples/docker/rights.sql', 'utf8');
const given = adding((now) => ({ consents: [entry('given', now)] }));

describe('a store of records in PostgreSQL', { skip }, () => {
  async function create() {
    let time: number | undefined;
    const { pool: clocked } = withSend(
      pool!,
      (send) => (text) => send(text.replace('clock_timestamp()', time ? `to_timestamp(${time / 1000})` : '$&')),
    );
    const schema = await newSchema();
    const one = () => postgresStore(clocked, { schema });
    return { databases: [one(), one()] as const, setClock: (next: number) => void (time = next) };
  }
  for (const rule of storeTests(create)) if (!OF_MACHINES.includes(rule.name)) it(rule.name, rule.run);
});

describe('a change in PostgreSQL', { skip }, () => {
  it('needs three round trips and one commit, a look two, none of which writes if it changes nothing, and each statement names the owner', async () => {
    const texts: string[] = [];
    const { pool: counting } = withSend(pool!, (send) => (text) => (texts.push(text), send(text)));
    const { change, read } = postgresStore(counting, { schema: await newSchema() }).open(STORE_KEY);
    const owner = newOwner();
    await change(owner, raising);
    const works: [string, () => Promise<unknown>][] = [
      [
        'COMMIT',
        () =>
          change(
            owner,
            adding((now) => ({ calls: [call()], consents: [entry('given', now)] })),
          ),
      ],
      ['ROLLBACK', () => change(owner, nothing)],
      ['ROLLBACK', () => change(newOwner(), nothing)],
      ['COMMIT', () => read(owner)],
      ['ROLLBACK', () => change(owner, () => assert.fail('refused')).catch(() => undefined)],
      ['COMMIT', () => change(newOwner(), raising, { call: ['prequalify', 'key'], all: ['drafts', 'events'] })],
    ];
    for (const [end, work] of works) {
      texts.length = 0;
      await work();
      assert.equal(texts.length, work === works[3]![1] ? 2 : 3, texts.join('\n\n'));
      assert.ok(texts.at(-1)!.endsWith(end));
      const statements = texts.join(';\n').split(';\n');
      const own = statements.filter((one) => !/^(BEGIN|SET LOCAL|COMMIT|ROLLBACK|SELECT CAST)/.test(one));
      assert.ok(own.length >= 6);
      for (const one of own) assert.ok(/namespace.*subject.*business/s.test(one), one);
      assert.equal(texts.join().includes('INSERT'), work === works[0]![1] || work === works[5]![1]);
    }
  });

  it('leaves no row of a new owner if it writes nothing', async () => {
    const schema = await newSchema();
    const { change } = postgresStore(pool!, { schema }).open(STORE_KEY);
    await Promise.all(MANY.map((at) => (at % 50 ? change(newOwner(), nothing) : change(newOwner(), raising))));
    assert.equal((await pool!.query(`SELECT * FROM ${schema}.owners`)).rows.length, 4);
  });

  it('of one owner holds one connection of its process, so others go on', async () => {
    const { pool: counting, count } = withSend(pool!, (send) => send);
    const { change, read } = postgresStore(counting, { schema: await newSchema() }).open(STORE_KEY);
    const [owner, other] = [newOwner(), newOwner()];
    const changes = Array.from({ length: 120 }, () => change(owner, raising));
    await change(other, raising);
    assert.ok(((await read(owner)).applications[0]?.version ?? 0) < 120);
    await Promise.all(changes);
    assert.ok(count.most <= 3, `${count.most}`);
  });

  it('is undone as a whole if a constraint rejects it, and other changes are made', async () => {
    const { change, read } = postgresStore(pool!, { schema: await newSchema() }).open(STORE_KEY);
    const owner = newOwner();
    const row = call({ key: 'the same' });
    await change(owner, adding({ calls: [row] }));
    const wrong = [
      adding({ calls: [call(), call({ key: 'the same' })] }),
      adding({ calls: [call()], applications: [application(2)] }),
    ];
    for (const one of wrong) {
      await assert.rejects(change(owner, one), { code: '23505' });
      assert.deepEqual((await read(owner)).calls, [row]);
    }
    await change(owner, raising);
  });

  for (const [what, isSent] of [
    ['is made once if it was committed', true],
    ['is made again if it was not committed', false],
  ] as const)
    it(`whose answer to COMMIT is lost ${what}`, async () => {
      let lost = 1;
      const { pool: failing } = withSend(pool!, (send) => async (text) => {
        if (!text.endsWith(';\nCOMMIT') || lost > 0) return send(text);
        lost += 1;
        await send(isSent ? text : 'ROLLBACK');
        throw new Error('Connection terminated unexpectedly');
      });
      const database = postgresStore(failing, { schema: await newSchema() });
      await database.ready();
      const { change, read, erase } = database.open(STORE_KEY);
      for (const owner of [newOwner(), { subject: 'tom', business: 'bakery' }]) {
        let times = 0;
        lost = 0;
        const version = await change(owner, (records) => {
          times += 1;
          const [next, version] = raising(records);
          return [{ ...next, calls: [call({ id: 'an id from outside' })] }, version];
        });
        const { applications, calls } = await read(owner);
        assert.deepEqual([version, applications[0]!.version, calls.length, lost], [1, 1, 1, 1]);
        assert.equal(times, isSent ? 1 : 2);
        // A row that is changed only.
        lost = 0;
        assert.equal(await change(owner, raising), 2);
        assert.equal((await read(owner)).applications[0]!.version, 2);
        await change(owner, given);
        lost = 0;
        assert.deepEqual(await erase(owner, () => 'looked', 'A test.'), ['looked', 1]);
      }
    });

  it('fails after a while if the server is away, and works as soon as it is back', async (test) => {
    const postgres = await startPostgres();
    const own = postgresPool(postgres.url);
    test.after(async () => (await own.end(), await postgres.close()));
    await migratePostgres(own);
    const { change, read } = postgresStore(own).open(STORE_KEY);
    const owners = Array.from({ length: 100 }, newOwner);
    for (const owner of owners) await change(owner, given);
    const late = newOwner();
    let confirmed = 0;
    const writing = (async () => {
      for (;;) confirmed = await change(late, raising);
    })();
    await Promise.all([assert.rejects(writing), until(async () => confirmed > 20).then(() => postgres.crash())]);
    await assert.rejects(change(owners[0]!, given));
    await postgres.start();
    await until(async () => (await read(owners[0]!)).counts.entries === 1);
    for (const owner of owners) assert.equal((await read(owner)).counts.entries, 1);
    const { version } = (await read(late)).applications[0]!;
    assert.ok(version === confirmed || version === confirmed + 1, `${version} ${confirmed}`);
    await change(late, given);
  });
});

/** Waits until something is true. */
async function until(check: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 20_000;
  while (!(await check().catch(() => false))) {
    assert.ok(Date.now() < end, 'it is true in time');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

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
    const database = postgresStore(pool!, { schema: 'late' });
    const { change, read } = database.open(STORE_KEY);
    const owner = newOwner();
    await assert.rejects(database.ready(), { code: 'config-invalid', remedy: /database migrate/ });
    await assert.rejects(change(owner, raising), { code: 'config-invalid' });
    await Promise.all([1, 2, 3].map(() => migratePostgres(pool!, 'late')));
    await database.ready();
    await change(owner, raising);
    await migratePostgres(pool!, 'late');
    assert.equal((await read(owner)).applications.length, 1);
    await pool!.query('DROP TABLE late.prefills');
    await assert.rejects(read(owner, { all: ['prefills'] }), { message: /not all/, remedy: /database migrate/ });
  });

  it('rejects the tables of an earlier version in words, and those of a newer one', async () => {
    const change = (statement: string) => pool!.query(`SET search_path = old; ${statement}; RESET search_path`);
    await pool!.query('CREATE SCHEMA old; CREATE TABLE old.migrations (version integer PRIMARY KEY, oldest integer)');
    const rejects = async (message: RegExp) => {
      for (const use of [() => postgresStore(pool!, { schema: 'old' }).ready(), () => migratePostgres(pool!, 'old')])
        await assert.rejects(use, { code: 'config-invalid', message });
    };
    await change('INSERT INTO migrations VALUES (1, 1)');
    await rejects(/before 0\.1\.0/);
    await change('INSERT INTO migrations VALUES (9, 9)');
    await rejects(/newer version/);
  });

  it('works with a role that may only read and add consents', async (test) => {
    await migratePostgres(pool!, 'least');
    const rights = RIGHTS.replaceAll('lending', 'least').replaceAll('backend', 'app');
    await pool!.query(`CREATE ROLE app LOGIN PASSWORD 'password'; ${rights}`);
    const named = rights.match(/DELETE ON ([^;]*?)\s+TO/)![1]!.split(/,\s+/);
    const least = asRole('app');
    test.after(() => least.end());
    const database = postgresStore(least, { schema: 'least' });
    const [store, shown, owner] = [database.open(STORE_KEY), notice('one'), newOwner()];
    await database.keys.replace(undefined, 'sealed');
    await store.record(shown);
    await store.change(owner, given);
    await store.sweep();
    assert.equal((await database.consents.check()).entries, 1);
    const owners = { code: 'config-invalid', message: /only the owner .*42501/, remedy: /--database/ };
    await assert.rejects(
      store.erase(owner, () => 0, 'A test.'),
      owners,
    );
    await assert.rejects(store.eraseEntries([{ ...owner, number: 1 }], 'A test.', 1), owners);
    assert.deepEqual(await store.erase(owner, () => 'looked'), ['looked', 0]);
    assert.equal((await database.consents.check()).entries, 1);
    for (const table of ['consents', 'notices', 'erasures'])
      for (const change of [
        `DELETE FROM least.${table}`,
        `TRUNCATE least.${table} CASCADE`,
        `UPDATE least.${table} SET id = ''`,
        `INSERT INTO least.${table} SELECT * FROM least.${table} ON CONFLICT DO UPDATE SET id = ''`,
      ])
        await assert.rejects(least.query(change), (error: Error & { code?: string }) =>
          ['42501', '42601', '428C9'].includes(error.code ?? ''),
        );
    // No foreign key of another table deletes their rows.
    for (const table of named) await least.query(`DELETE FROM ${table}`);
    assert.equal((await database.consents.check()).entries, 1);
    assert.equal((await store.notice(shown.sha256))?.notice, shown.notice);
    assert.equal(
      await postgresStore(pool!, { schema: 'least' })
        .open(STORE_KEY)
        .eraseEntries([{ ...owner, number: 1 }], 'A test.', 1),
      1,
    );
  });

  it('names the right that its role lacks, and the file that gives it', async (test) => {
    const schema = await newSchema();
    await pool!.query(`CREATE ROLE lacking LOGIN PASSWORD 'password';
      ${RIGHTS.replaceAll('lending', schema).replaceAll('backend', 'lacking')}`);
    const lacking = asRole('lacking');
    test.after(() => lacking.end());
    const store = postgresStore(lacking, { schema }).open(STORE_KEY);
    const owner = newOwner();
    await store.change(owner, given);
    const works: [right: string, on: string, work: () => Promise<unknown>][] = [
      ['USAGE', `SCHEMA ${schema}`, () => postgresStore(lacking, { schema }).ready()],
      ['SELECT', `${schema}.migrations`, () => postgresStore(lacking, { schema }).ready()],
      ['INSERT', `${schema}.consents`, () => store.change(owner, given)],
      ['UPDATE', `${schema}.owners`, () => store.change(owner, given)],
      ['SELECT', `${schema}.notices`, () => store.notice('any')],
      ['DELETE', `${schema}.served`, () => store.sweep()],
    ];
    for (const [right, on, work] of works) {
      await pool!.query(`REVOKE ${right} ON ${on} FROM lacking`);
      const name = on.replace('SCHEMA', 'the schema').replace(/.*\./, '');
      const message = `PostgreSQL: the role lacks ${right} on ${name} (42501).`;
      await assert.rejects(work(), { code: 'config-invalid', message, remedy: /rights\.sql.*examples\/docker/ });
      await pool!.query(`GRANT ${right} ON ${on} TO lacking`);
      await store.change(owner, given);
    }
    await pool!.query('GRANT USAGE ON SCHEMA lending TO lacking');
    await assert.rejects(
      withConnection(postgresUrl.replace(/lending:[^@]+@/, 'lacking:password@'), ({ query }) =>
        query('SELECT * FROM lending.owners'),
      ),
      { code: 'config-invalid', message: /lacks .*SELECT on owners/ },
    );
  });

  it('frees the space of erased consents if the role owns the tables', async () => {
    const schema = await newSchema();
    const { change, eraseEntries } = postgresStore(pool!, { schema }).open(STORE_KEY);
    const size = async () =>
      Number((await pool!.query(`SELECT pg_relation_size('${schema}.consents') AS size`)).rows[0]!['size']);
    const owner = newOwner();
    const fill = () =>
      change(
        owner,
        adding((now) => ({ consents: Array.from({ length: 500 }, () => entry('changed', now)) })),
      );
    await fill();
    const before = await size();
    for (let round = 0; round < 3; round++) {
      assert.equal(await eraseEntries([{ ...owner, number: 1 }], 'A test.', 500), 500);
      await fill();
    }
    assert.ok((await size()) < 1.5 * before, `${await size()} of ${before} bytes`);
  });

  it('compares owners by their bytes, even in a database with a language-specific collation', async (test) => {
    await pool!.query(`CREATE DATABASE english TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'en' LOCALE 'C'`);
    const english = postgresPool(postgresUrl.replace(/\/[^/]*$/, '/english'));
    test.after(() => english.end());
    await migratePostgres(english);
    const store = postgresStore(english).open(STORE_KEY);
    const subjects = ['-', 'A', '_', 'a', 'b'];
    for (const subject of subjects) await store.change({ subject, business: 'bakery' }, given);
    const listed = [];
    for await (const { subject } of store.owners()) listed.push(subject);
    assert.deepEqual(listed, subjects);
    assert.equal(await store.eraseEntries([{ subject: 'a', business: 'bakery', number: 1 }], 'A test.', 1), 1);
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

describe('LENDING_DATABASE with the URL of PostgreSQL', { skip }, () => {
  it('opens one pool in a process, and closes it after its last user; another process can use the same store', async () => {
    const [one, other] = [1, 2].map(() => databaseAt(postgresUrl));
    const owner = newOwner();
    await one!.open(STORE_KEY).change(owner, given);
    await one!.close();
    for (const database of [other!, postgresStore(pool!)])
      assert.equal((await database.open(STORE_KEY).read(owner)).counts.entries, 1);
    await other!.close();
    await assert.rejects(other!.open(STORE_KEY).read(owner), /pool/);
  });
});
