// Embed code in the styles that vendors publish: what works in a plain page of HTML works in <lending-widget>.
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
import { OWN } from './snippets/own.mjs';
import { READY } from './snippets/ready.mjs';
import { SCOPES } from './snippets/scopes.mjs';
import { startVendors } from './vendors.mjs';

const ALL = { ...LOADERS, ...READY, ...SCOPES, ...ELEMENTS, ...DOCUMENTS, ...OWN };
/** One of each kind. */
const FEW = [
  'DOMContentLoaded, before its place',
  'const that the next scripts read',
  'module that imports',
  'frame with an address',
  'words in the code, which a module changes',
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
    before(async () => {
      [all, vendors] = await Promise.all([start(), startVendors()]);
      mounts = createMounts({ ...all, vendors });
    });
    after(async () => {
      await all?.close();
      vendors?.close();
    });

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
      const scenario = (title, run, expected = works) => {
        it(`${name}: ${title}`, async () => {
          const { last, problems } = await run();
          expected(last, problems);
        });
      };

      if (engine === 'chromium') scenario('works in a plain page', () => mounts.bare(snippet));
      if (!skips('strict'))
        scenario(
          'a plain page under the doctor’s policy',
          () => mounts.bare(snippet, true),
          worksUnless(snippet.strict),
        );
      if (!skips('strict') && !snippet.strict && !snippet.page)
        scenario('in the page under the doctor’s policy', () => mounts.strict(snippet));
      for (const mode of MODES) {
        const cannot = mode === 'frame' ? snippet.frame : undefined;
        const code = mode === 'page' ? (snippet[engine] ?? snippet.page ?? snippet.again) : undefined;
        const isFew = engine !== 'chromium';
        scenario(
          `in the ${mode}, again and again`,
          () => mounts.mounted(snippet, mode, isFew),
          code ? (last, problems) => assert.deepEqual([last, problems], [code, []]) : worksUnless(cannot),
        );
        for (const state of snippet.isOffline ? ['rejected'] : ['rejected', 'hung']) {
          const retry = mode === 'page' ? (snippet.page ?? snippet.retry) : undefined;
          const told = retry ? (last) => assert.match(last, new RegExp(`, then ${retry}$`)) : works;
          if (!skips(state) && !cannot)
            scenario(
              `in the ${mode}, after its servers have ${state}`,
              () => mounts.failedFirst(snippet, mode, state),
              told,
            );
        }
      }
    }
  });
}
