// Embed code in the styles that vendors publish: what works in a plain page of HTML works in <lending-widget>. Prints a table.
// A few styles run by default, in Chromium. `EMBED_CODES=all` runs all of them in every way; another value runs those whose name has it.
// `ENGINES=firefox,webkit` mounts them there, again and again, in the page and in the frame.
import assert from 'node:assert/strict';
import process from 'node:process';
import { after, before, describe, it } from 'node:test';
import { MODES } from '../vendor/visit.mjs';
import { ENGINES as BROWSERS } from './engines.mjs';
import { createMounts } from './mounts.mjs';
import { DOCUMENTS } from './snippets/documents.mjs';
import { ELEMENTS } from './snippets/elements.mjs';
import { LOADERS } from './snippets/loaders.mjs';
import { READY } from './snippets/ready.mjs';
import { SCOPES } from './snippets/scopes.mjs';
import { startVendors } from './vendors.mjs';

const ALL = { ...LOADERS, ...READY, ...SCOPES, ...ELEMENTS, ...DOCUMENTS };
/** One of each kind. */
const FEW = [
  'DOMContentLoaded, before its place',
  'const that the next scripts read',
  'module that imports',
  'frame with an address',
];
const { EMBED_CODES, ENGINES = 'chromium' } = process.env;
const isWanted = (name) => EMBED_CODES === 'all' || (EMBED_CODES ? name.includes(EMBED_CODES) : FEW.includes(name));
const SNIPPETS = Object.fromEntries(Object.entries(ALL).filter(([name]) => isWanted(name)));

for (const engine of ENGINES.split(',')) {
  const { start, concurrency } = BROWSERS[engine];
  describe(`embed code in ${engine}`, { timeout: 1_200_000, concurrency }, () => {
    let all;
    let vendors;
    let mounts;
    const table = {};
    before(async () => {
      [all, vendors] = await Promise.all([start(), startVendors()]);
      mounts = createMounts({ ...all, vendors });
    });
    after(async () => {
      await all?.close();
      vendors?.close();
      print(engine, table);
    });

    async function check(name, column, run, expected) {
      const { cells, problems } = await run();
      const row = (table[name] ??= {});
      const [first, ...again] = cells.map((cell) => cell.slice(0, 60));
      const last = again.at(-1) ?? first;
      row[column] = first;
      if (again.length) row[`${column}, again`] = last === '✓' ? `✓ ${again.length}` : `${again.length}: ${last}`;
      if (problems.length) row[column] += ', not clean';
      expected(last, problems);
    }
    const works = (last, problems) => {
      assert.equal(last, '✓', problems.join('\n'));
      assert.deepEqual(problems, []);
    };
    /** It works, unless a reason is known why it cannot. */
    const worksUnless = (reason) =>
      reason ? (last) => assert.notEqual(last, '✓', `It works: “${reason}” is not true.`) : works;

    for (const [name, snippet] of Object.entries(SNIPPETS)) {
      const skips = (scenario) =>
        snippet.skips?.includes(scenario) || (scenario !== 'again' && (!EMBED_CODES || engine !== 'chromium'));
      const scenario = (column, title, run, expected = works) => {
        it(`${name}: ${title}`, () => check(name, column, run, expected));
      };

      if (engine === 'chromium') scenario('bare', 'works in a plain page', () => mounts.bare(snippet));
      if (!skips('strict'))
        scenario(
          'bare, strict',
          'under the doctor’s policy, a plain page',
          () => mounts.bare(snippet, true),
          worksUnless(snippet.strict),
        );
      if (!skips('strict') && !snippet.strict && !snippet.page)
        scenario('page, strict', 'under the doctor’s policy, in the page', () => mounts.strict(snippet, 'page'));
      for (const mode of MODES) {
        const cannot = mode === 'frame' ? snippet.frame : undefined;
        const code = mode === 'page' ? (snippet[engine] ?? snippet.page ?? snippet.again) : undefined;
        const expected = code
          ? (last, problems) => assert.deepEqual([last, problems], [code, []])
          : worksUnless(cannot);
        scenario(
          mode,
          `in the ${mode}, again and again`,
          () => mounts.mounted(snippet, mode, engine !== 'chromium'),
          expected,
        );
        for (const state of snippet.isOffline ? ['refused'] : ['refused', 'hung']) {
          const retry = mode === 'page' ? (snippet.page ?? snippet.retry) : undefined;
          const told = retry ? (last) => assert.match(last, new RegExp(`, then ${retry}$`)) : works;
          if (!skips(state) && !cannot)
            scenario(
              `${mode}, ${state}`,
              `in the ${mode}, after its servers have ${state}`,
              () => mounts.failedFirst(snippet, mode, state),
              told,
            );
        }
      }
    }
  });
}

const COLUMNS = ['bare', 'bare, strict', 'page, strict'].concat(
  MODES.flatMap((mode) => [mode, `${mode}, again`, `${mode}, refused`, `${mode}, hung`]),
);

function print(engine, table) {
  const rows = Object.entries(table);
  const good = (column) => rows.filter(([, row]) => /^✓[ \d]*$/.test(row[column] ?? ''));
  console.log(`What works in ${engine}, of ${rows.length} embed codes:`);
  for (const column of COLUMNS) {
    const all = rows.filter(([, row]) => row[column]);
    if (all.length) console.log(`${column.padEnd(16)}${String(good(column).length).padStart(4)} of ${all.length}`);
  }
  console.log('What does not:');
  for (const [name, row] of rows) {
    const bad = COLUMNS.filter((column) => row[column] && !/^✓[ \d]*$/.test(row[column]));
    if (bad.length) console.log(`${name}\n${bad.map((column) => `    ${column.padEnd(16)}${row[column]}`).join('\n')}`);
  }
}
