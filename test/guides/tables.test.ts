// The tables of the guides: docs/stores.md, against everything that the handler writes in a journey, the tables of a database, and the commands;
// and the handler's routes in docs/testing-against-the-sandbox.md, against the handler.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import { session } from '../../src/schema/calls/session.js';
import { createPrefillStore } from '../../src/cli/serve/prefill.js';
import type { UserClaims } from '../../src/cli/serve/user-token.js';
import { TABLES } from '../../src/server/records/records.js';
import { engines } from '../server/records/engines.js';
import { foundCompany, setup } from '../server/setup.js';
import { begun, rowsOf, SECRET } from '../server/stores.js';

const textOf = (file: string) => fs.readFileSync(file, 'utf8');
const guideToStores = textOf('docs/stores.md').split('## The tables')[1]!.split('\n## ')[0]!;
const codeIn = (text = '') => [...text.matchAll(/`([^`]+)`/g)].map(([, code]) => code!);
/** The columns that the guide names once for all tables of an owner. */
const OF_OWNERS = ['namespace', 'subject', 'business'];
const sections = guideToStores
  .split('\n### ')
  .slice(1)
  .map((section) => {
    const line = (name: string) => new RegExp(`^- \\*\\*${name}:\\*\\* (.*)$`, 'm').exec(section)?.[1];
    const columns = [...section.matchAll(/^\| `(\w+)` +\| (.*?) *\|$/gm)].map(([, name, meaning]) => ({
      name: name!,
      meaning: meaning!,
    }));
    const isOwned = line('Deleted by') !== undefined;
    return {
      table: codeIn(section)[0]!,
      columns: [...(isOwned ? OF_OWNERS : []), ...columns.map(({ name }) => name)],
      sealed: columns.flatMap(({ name, meaning }) => (meaning.startsWith('sealed:') ? name : [])),
      until: line('Until')!,
      setBy: codeIn(line('Set by')),
      deletedBy: codeIn(line('Deleted by')),
    };
  });

const UNITS = { second: 1, minute: 60, hour: 3600, day: 24 * 3600 };
/** The periods of a text in seconds: 60 and 600 for "1 or 10 minutes". */
const periodsIn = (text: string) =>
  [...text.matchAll(/((?:\d+ or )?\d+) (second|minute|hour|day)/g)].flatMap(([, numbers, unit]) =>
    numbers!.split(' or ').map((number) => Number(number) * UNITS[unit as keyof typeof UNITS]),
  );

/** The rows of an applicant after every call, a call whose process is gone, and values for a later applicant. */
async function everyRow() {
  const onProgress = () => Promise.reject(new Error('No.'));
  const given = setup({ lookupCompany: () => [foundCompany()], onProgress, canApplyAgain: () => true });
  const page = given.browser();
  assert.equal((await page.post('applications', {})).status, 422);
  const calls = ['applications', 'documents', 'prequalification', 'request-offers', 'widget-token', 'lookups/company'];
  for (const path of calls) {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    assert.equal((await page.send(path, { body: await page.good(path), headers })).status, 200, path);
  }
  await begun(given.store, OWNER, { call: 'uploadDocument', key: 'gone' });
  await page.post('prequalification', await page.good('prequalification'));
  await page.good('request-offers');
  const { draftOwner } = (await (await page.get('session')).json()) as { draftOwner: string };
  const saved = await page.post('draft', { owner: draftOwner, revision: 'revision-1', after: [], draft: DRAFT });
  assert.equal(saved.status, 200);
  const claims = { sub: OWNER.subject, businesses: [OWNER.business], prefill: true } as UserClaims;
  const prefill = createPrefillStore(given.store, SECRET, async () => claims);
  const body = JSON.stringify({ company: { registered_name: 'Acme LTD' } });
  const headers = { 'content-type': 'application/json' };
  const response = await prefill.receive(new Request('https://partner.example/', { method: 'POST', headers, body }));
  assert.equal(response.status, 200);
  return (await rowsOf(given.store)).read(OWNER, { all: TABLES });
}

const OWNER = { subject: 'jane', business: 'jane' };
const DRAFT = { step: 'prequalification', inputs: { prequalification: { monthly_revenue: '1' } }, answers: {} };
const SEALED = /^eyJ[\w-]+\.(\.[\w-]+){3}$/;
/** Where a period begins: `until` is its end. */
const STARTS = ['ended_at', 'saved_at', 'served_at', 'at'];
const secondsOf = (row: Record<string, unknown>) => {
  const [start, end] = [STARTS.find((name) => row[name]), row['forget_at'] ?? row['ends_at']];
  return end && start ? [Math.round((Number(end) - Number(row[start])) / 1000)] : [];
};

describe('the guide to the tables', () => {
  it('names the columns that are sealed, and the periods after which the handler deletes or empties a row', async () => {
    const records = await everyRow();
    for (const name of TABLES) {
      const all = records[name] as readonly Record<string, unknown>[];
      assert.ok(all.length > 0, name);
      const sealed = all.flatMap((row) => Object.keys(row).filter((column) => SEALED.test(String(row[column]))));
      const { sealed: named, until } = sections.find(({ table }) => table === name)!;
      assert.deepEqual(new Set(sealed), new Set(named), name);
      const periods = name === 'prefills' ? [3600] : all.flatMap(secondsOf);
      assert.deepEqual(new Set(periods), new Set(periodsIn(until)), name);
    }
  });

  for (const { name, skip, create } of engines)
    it(`contains each table of a database, and each of its columns in their order: ${name}`, { skip }, async () => {
      const { open, query } = await create();
      await open().ready();
      const isServer = name === 'PostgreSQL';
      const select = isServer
        ? `SELECT table_name AS name, column_name AS col FROM information_schema.columns WHERE table_schema = current_schema() ORDER BY table_name, ordinal_position`
        : `SELECT m.name, c.name AS col FROM sqlite_schema AS m, pragma_table_info(m.name) AS c WHERE m.type = 'table' ORDER BY m.name, c.cid`;
      const found: Record<string, unknown[]> = {};
      for (const row of await query(select))
        if (row['col'] !== 'added') (found[String(row['name'])] ??= []).push(row['col']);
      const wanted = sections.filter(({ table }) => !isServer || table !== 'clock');
      assert.deepEqual(found, Object.fromEntries(wanted.map(({ table, columns }) => [table, columns])));
    });

  it('names variables, options, commands and methods that exist', () => {
    const { handle } = setup();
    const [options, variables, help] = ['docs/reference.md', 'docs/backend.md', 'src/cli/help.ts'].map(textOf) as [
      string,
      string,
      string,
    ];
    for (const name of sections.flatMap(({ setBy }) => setBy))
      assert.ok(options.includes(`\n- \`${name}\` (`) || variables.includes(`\n| \`${name}\` `), name);
    for (const name of sections.flatMap(({ deletedBy }) => deletedBy)) {
      const [, method] = /^lending\.(\w+)\(\)$/.exec(name) ?? [];
      const [command, option = ''] = name.split(/ (?=--)/);
      if (method) assert.equal(typeof handle[method as 'close'], 'function', name);
      else assert.ok(help.includes(`lending-elements ${command} `) && help.includes(option), name);
    }
  });
});

const guide = textOf('docs/testing-against-the-sandbox.md');
const namesIn = (cell: string) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name!);
const routes = [...guide.matchAll(/^\| `POST \/([\w-]+)` +\|(.*)\|(.*)\|$/gm)].map(([, route, sends, gets]) => ({
  route: route!,
  sends: namesIn(sends!),
  gets: namesIn(gets!),
}));

describe('the table of the handler’s routes', () => {
  it('contains every name that a page sends or receives', async () => {
    const page = setup().browser();
    const [start, ...calls] = routes;
    assert.deepEqual([start!.route, start!.gets.toSorted()], ['session', namesOf(session.shape)]);
    assert.equal((await page.post('session', {})).status, 200);
    for (const { route, sends, gets } of calls) {
      const body = await page.good(route);
      const response = await page.post(route, body);
      assert.equal(response.status, 200, route);
      assert.deepEqual([namesOf(body), namesOf(await response.json())], [sends.toSorted(), gets], route);
    }
    assert.equal(calls.length, 5);
  });
});

const namesOf = (body: unknown): string[] =>
  body instanceof FormData ? [...body.keys()].toSorted() : Object.keys(body as object).toSorted();
