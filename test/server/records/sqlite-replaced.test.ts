// A SQLite file that somebody deletes, replaces or locks while a handler uses it, at each moment of a journey.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import type { LendingError } from '../../../src/errors.js';
import { sqliteStore } from '../../../src/server/records/sqlite/engine.js';
import { read, setup } from '../setup.js';
import { TABLES } from '../../../src/server/records/records.js';
import { rowsOf } from '../stores.js';
import { newFile, openOther } from './files.js';

const ENDS = ['', '-wal', '-shm'];
/** Ways to lose the file. `backup` is an earlier copy. */
const WAYS: Record<string, (file: string, backup: string) => void> = {
  'mv of the file': (file) => fs.renameSync(file, newFile()),
  'rm of the file': (file) => fs.rmSync(file),
  'rm of all files': (file) => ENDS.forEach((end) => fs.rmSync(file + end)),
  'rm of the file, and cp of a backup': (file, backup) => (fs.rmSync(file), fs.copyFileSync(backup, file)),
  'mv of a backup over the file': (file, backup) => fs.renameSync(backup, file),
  'rm of the write-ahead log': (file) => fs.rmSync(`${file}-wal`),
  'rm of the shared memory': (file) => fs.rmSync(`${file}-shm`),
};
const JOURNEY = 'applications documents prequalification consent request-offers widget-token withdrawal'.split(' ');

/** A handler and its page, with a body for each route of the journey. `all`: everything that is stored, and the number of calls that change something. */
function start(file: string, patience?: number) {
  const store = sqliteStore(file, { patience });
  const { browser, sandbox, log } = setup({ store });
  const page = browser();
  const routes: Record<string, () => unknown> = { consent: () => ({}), withdrawal: () => ({ decision: 'withdrawn' }) };
  const bodyOf = async (route: string) => (routes[route] ? routes[route]() : page.good(route));
  const send = (route: string, body: unknown) => page.post(route === 'withdrawal' ? 'consent' : route, body);
  /** The remedy for the last failure, which the log prints. */
  const remedy = () => (log.at(-1)!.error!.cause as LendingError).remedy;
  const all = async (file: string) => {
    const { now: _, ...rows } = await (
      await rowsOf(store)
    ).read({ subject: 'jane', business: 'jane' }, { all: TABLES });
    const calls = sandbox.calls.filter(({ name }) => name !== 'authenticate');
    return [rows, calls.length, fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs];
  };
  return { store, sandbox, bodyOf, send, remedy, all };
}

describe('a SQLite file that is lost under a running handler', () => {
  for (const [way, lose] of Object.entries(WAYS))
    it(`stops every call before it is stored or made, until the file is back: ${way}`, async () => {
      const [file, backup] = [newFile(), newFile()];
      const { store, sandbox, bodyOf, send, remedy, all } = start(file);
      assert.equal((await send('session', {})).status, 200);
      for (const route of JOURNEY) {
        const body = await bodyOf(route);
        await store.ready();
        fs.writeFileSync(backup, 'an earlier copy');
        for (const end of ENDS) fs.linkSync(file + end, `${file}${end}-kept`);
        lose(file, backup);
        const before = await all(file);
        const { status } = await read(await send(route, body));
        assert.ok(status >= 500, `${route} ${status}`);
        assert.match(remedy()!, /^Put back the file/, route);
        await assert.rejects(store.ready(), { code: 'handler-failed', message: /deleted or replaced/ });
        assert.deepEqual(await all(file), before, route);

        for (const end of ENDS) {
          fs.renameSync(`${file}${end}-kept`, file + end);
          fs.rmSync(`${file}${end}-kept`, { force: true });
        }
        assert.equal((await send(route, body)).status, 200, route);
      }
      assert.equal(sandbox.calls.filter(({ name }) => name === 'createApplication').length, 1);
    });

  it('stops every call with the remedy if other pages were written into it', async () => {
    const file = newFile();
    const first = start(file);
    assert.equal((await first.send('applications', await first.bodyOf('applications'))).status, 200);
    await first.store.close();
    const { sandbox, send, bodyOf, remedy } = start(file);
    await send('session', {});
    const bytes = fs.readFileSync(file);
    fs.writeFileSync(file, bytes.fill(0, 2 * 4096));
    const { status } = await read(await send('prequalification', await bodyOf('prequalification')));
    assert.ok(status >= 500);
    assert.deepEqual([remedy(), sandbox.calls], ['Stop every process that uses it, and restore a backup.', []]);
  });
});

describe('a SQLite file that another program keeps locked', () => {
  it('makes each call fail soon with 503, the seconds to wait and the remedy, and works when it is free', async () => {
    const file = newFile();
    const { store, bodyOf, send, remedy } = start(file, 300);
    await send('session', {});
    const other = await openOther(file);
    const rejects = async (route: string, code: string) => {
      const response = await send(route, await bodyOf(route));
      assert.deepEqual([response.status, response.headers.get('retry-after')], [503, '5']);
      assert.equal((await read(response)).code, code);
      assert.match(remedy()!, /`lsof`/);
    };
    for (let round = 0; round < 2; round++) {
      other('BEGIN IMMEDIATE');
      await rejects('applications', 'handler-failed');
      await rejects('withdrawal', 'handler-consent-not-stored');
      other('COMMIT');
    }
    await store.ready();
    assert.equal((await send('applications', await bodyOf('applications'))).status, 200);
  });
});
