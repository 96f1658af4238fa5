// Checks that `npm run lint:browsers` rejects what the oldest browsers do not have.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, it } from 'node:test';
import { BASELINE } from '../scripts/browsers/baseline.mjs';
import { newerApis } from '../scripts/browsers/apis.mjs';
import { newerCss } from '../scripts/browsers/css.mjs';

/** Each line uses an API that Chromium 109, Firefox 115 or Safari 16.4 does not have. */
const NEWER = [
  "URL.canParse('/')",
  "URL.parse('/')",
  'AbortSignal.any([])',
  '[2, 1].toSorted()',
  '[2, 1].with(0, 1)',
  '[1].values().map(String)',
  'Promise.withResolvers()',
  'Promise.try(() => 1)',
  'Object.groupBy([1], String)',
  'Array.fromAsync([1])',
  'new Set([1]).union(new Set([2]))',
  'document.body.checkVisibility()',
  'document.body.showPopover()',
  'document.startViewTransition(() => {})',
  "new Intl.Segmenter('en')",
  'new CloseWatcher()',
  'requestIdleCallback(() => {})',
  "navigation.navigate('/')",
  "document.body.attachInternals().states.add('a')",
  "'a'.isWellFormed()",
  '/[a--b]/v',
];

/** Each line is as old as the baseline, or is behind a check. */
const OLDER = [
  'structuredClone({})',
  '[1].findLast(Boolean)',
  '[1].at(-1)',
  "Object.hasOwn({}, 'a')",
  'AbortSignal.timeout(1)',
  'document.body.checkVisibility?.()',
  'document.body.inert = true',
  'globalThis.navigation?.updateCurrentEntry',
  "document.body.attachInternals().states?.add('a')",
  'crypto.randomUUID()',
];

describe('the check for the oldest browsers', () => {
  it('has the browsers for which the files are built', () => {
    const [, targets] = /const OLDEST = (\[.*\]);/.exec(fs.readFileSync('vite.config.ts', 'utf8'));
    assert.deepEqual(
      ['chrome', 'firefox', 'safari'].map((browser) => `'${browser}${BASELINE[browser]}'`).join(', '),
      targets.slice(1, -1),
    );
  });

  it('rejects every newer API, and nothing else', () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lending-newer-'));
    try {
      const lines = [...NEWER, ...OLDER];
      const file = path.join(folder, 'page.ts');
      fs.writeFileSync(file, `${lines.map((line) => `void (${line});`).join('\n')}\nexport {};\n`);
      const numbers = newerApis([file]).map((message) => Number(/page\.ts\((\d+),/.exec(message)?.[1]));
      assert.deepEqual(
        [...new Set(numbers)].map((number) => lines[number - 1]),
        NEWER,
      );
    } finally {
      fs.rmSync(folder, { recursive: true, force: true });
    }
  });

  for (const css of [
    'a { color: oklch(from red l c h) }',
    'a { color: light-dark(red, blue) }',
    'a { --x: color-mix(in srgb, red, blue) }',
    'a { field-sizing: content }',
    'a { & b { color: red } }',
    'a { b { color: red } }',
    'a:has(b) { color: red }',
    ':host(:user-invalid) { color: red }',
    '@starting-style { a { color: red } }',
    '@scope (a) { b { color: red } }',
    'a { width: 1rlh }',
    'a { transition-behavior: allow-discrete }',
  ]) {
    it(`rejects ${css}`, () => assert.notDeepEqual(newerCss(css, {}), []));
  }

  for (const css of [
    'a { color: red; color: light-dark(red, blue) }',
    '@supports (color: light-dark(red, red)) { a { --x: light-dark(red, blue) } }',
    'a:is(b, c):not(d, e) { inset: 0 }',
    '@container (min-width: 1rem) { a { width: 1cqi } }',
  ]) {
    it(`allows ${css}`, () => assert.deepEqual(newerCss(css, {}), []));
  }
});
