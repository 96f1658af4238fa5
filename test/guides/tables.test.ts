// The tables of the guides: docs/kept-data.md, against everything that the handler writes in a journey, the tables of a database, and the commands;
// and the handler's routes in docs/testing-against-the-sandbox.md, against the handler.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import { session } from '../../src/schema/calls/session.js';
import { tables } from '../../src/server/database/migrations.js';
import { memoryStore, type Store } from '../../src/server/index.js';
import { draftPage } from '../server/drafts/draft-page.js';
import { foundCompany, setup } from '../server/setup.js';

const textOf = (file: string) => fs.readFileSync(file, 'utf8');
const [, table] = /^\| data .*\n\| -.*\n([^]*?)\n\n/m.exec(textOf('docs/kept-data.md'))!;
const codeIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code!);
const rows = table!.split('\n').map((line) => {
  const [, , place, how, until, setBy, deletedBy] = line.split('|').map((cell) => cell.trim()) as string[];
  return { place: codeIn(place!), how, until: until!, setBy: codeIn(setBy!), deletedBy: codeIn(deletedBy!) };
});

const UNITS = { second: 1, minute: 60, hour: 3600, day: 24 * 3600 };
/** The periods of a text in seconds: 60 and 600 for "1 or 10 minutes". */
const periodsIn = (text: string) =>
  [...text.matchAll(/((?:\d+ or )?\d+) (second|minute|hour|day)/g)].flatMap(([, numbers, unit]) =>
    numbers!.split(' or ').map((number) => Number(number) * UNITS[unit as keyof typeof UNITS]),
  );

/** A store that remembers the values that it gets, and for how many seconds, by their kinds. */
function recordingStore() {
  const inner = memoryStore();
  const written: { kind: string; value: string; seconds: number | undefined }[] = [];
  const note = (key: string, value = '', seconds?: number) =>
    void (value && written.push({ kind: key.replace(/\/.*/, '/…'), value, seconds }));
  const store: Store = {
    ...inner,
    set: (...given) => (note(...given), inner.set(...given)),
    replace: (key, before, value, seconds) => (note(key, value, seconds), inner.replace(key, before, value, seconds)),
    count: (key, seconds) => (note(key, '1', seconds), inner.count(key, seconds)),
  };
  return { store, written };
}

/** Makes every call. */
async function everyCall(store: Store) {
  const page = setup({ store, lookupCompany: () => [foundCompany()], onProgress: () => {} }).browser();
  assert.equal((await (await draftPage(page)).save()).status, 200);
  assert.equal((await page.post('applications', {})).status, 422);
  const calls = ['applications', 'documents', 'prequalification', 'request-offers', 'widget-token', 'lookups/company'];
  for (const path of calls) {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    assert.equal((await page.send(path, { body: await page.good(path), headers })).status, 200, path);
  }
}

describe('the table of stored data', () => {
  it('contains each kind of value that a handler writes, its periods, and whether it is sealed', async () => {
    const { store, written } = recordingStore();
    await everyCall(store);
    const inRows = rows.flatMap(({ place, how, until }) => {
      const kind = place.find((one) => /…$|^key$/.test(one));
      const periods = periodsIn(until);
      return kind ? (periods.length > 0 ? periods : ['no end']).map((end) => `${kind} ${how} ${end}`) : [];
    });
    const isSealed = (value: string) => value.split(' ').every((one) => /^eyJ[\w-]+\.(\.[\w-]+){3}$/.test(one));
    const inStore = written.map(
      ({ kind, value, seconds }) => `${kind} ${isSealed(value) ? 'sealed' : 'no personal data'} ${seconds ?? 'no end'}`,
    );
    assert.deepEqual(new Set(inStore), new Set(inRows));
  });

  it('contains each table of a database', () => {
    const statements = tables('', { number: '', key: '', unlogged: 'UNLOGGED' }).flat().join('\n');
    const names = [...statements.matchAll(/^CREATE (?:UNLOGGED )?TABLE (\w+)/gm)].map(([, name]) => name);
    const inRows = rows.flatMap(({ place }) => place.filter((one) => /^\w+s$/.test(one)));
    assert.deepEqual(new Set(inRows), new Set([...names, 'migrations']));
  });

  it('names variables, options, commands and methods that exist', () => {
    const { handle } = setup();
    const [options, variables, help] = ['docs/reference.md', 'docs/backend.md', 'src/cli/help.ts'].map(textOf) as [
      string,
      string,
      string,
    ];
    for (const name of rows.flatMap(({ setBy }) => setBy))
      assert.ok(options.includes(`\n- \`${name}\` (`) || variables.includes(`\n| \`${name}\` `), name);
    for (const name of rows.flatMap(({ deletedBy }) => deletedBy)) {
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
