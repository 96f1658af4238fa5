import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import { findingsOf } from '../../src/cli/doctor/colours.js';
import { defaultColours } from '../../src/schema/colours/defaults.js';
import { parseColour } from '../../src/schema/colours/parse-colour.js';

const wrongOf = (css: string, html = '') =>
  findingsOf(css, html).flatMap(({ level, found }) => (level === 'wrong' ? [found] : []));

describe('doctor: the colours of a page', () => {
  it('says nothing about a page without colours of its own', () => {
    assert.deepEqual(findingsOf('body { color: red }'), []);
  });

  it('accepts any brand colour', () => {
    for (const accent of ['#5b21b6', '#fd0', 'rgb(22 163 74)', 'hsl(0 100% 50%)'])
      assert.deepEqual(
        findingsOf(`lending-onboarding { --lending-color-accent: ${accent} }`).map(({ level }) => level),
        ['fine'],
      );
  });

  it('reports the text on an accent with its contrast, its place and a remedy', () => {
    const [finding] = findingsOf(
      ':root { --lending-color-accent: #5b21b6; --lending-color-on-accent: #06252b; --lending-color-accent-strong: #fff }',
    );
    assert.deepEqual(finding, {
      topic: 'the colours',
      level: 'wrong',
      found:
        '--lending-color-on-accent (#06252b) has a contrast of 1.78 : 1 on --lending-color-accent (#5b21b6), and needs 4.5 : 1. (light)',
      meaning: 'Some applicants cannot read or see it.',
      remedy: 'Remove --lending-color-on-accent: without it, the elements derive a colour that can be read.',
    });
  });

  it('measures dark colours where the page has them', () => {
    const css = '@media (prefers-color-scheme: dark) { lending-onboarding { --lending-color-muted: #333 } }';
    assert.match(wrongOf(css).join(), /color-muted \(#333333\) .+\(dark\)/);
    assert.deepEqual(wrongOf(css.replace('dark', 'light')), []);
    const pair = ':root { --lending-color-muted: light-dark(#43525e, #333) }';
    assert.ok(wrongOf(pair).every((found) => found.endsWith('(dark)')) && wrongOf(pair).length > 0);
    assert.match(wrongOf(pair).join(), /color-muted \(#333333\)/);
  });

  it('knows dark pages by a selector, by their color-scheme and by their meta tag', () => {
    const bySelector = wrongOf('.dark lending-onboarding { --lending-color-muted: #333 }');
    assert.ok(bySelector.length > 0 && bySelector.every((found) => found.endsWith('(dark)')), bySelector.join());
    const css = 'lending-company { --lending-color-text: #14212b }';
    assert.deepEqual(wrongOf(css), []);
    for (const found of [
      wrongOf(`:root { color-scheme: light dark } ${css}`),
      wrongOf(css, '<meta name="color-scheme" content="light dark">'),
    ])
      assert.match(found.join(), /color-text \(#14212b\) .+\(dark\)/);
  });

  it('leaves out rules for forced colours, for more contrast, for older browsers and of animations', () => {
    const pale = 'lending-company { --lending-color-text: #eee }';
    assert.equal(wrongOf(`@media (min-width: 1px) { ${pale} }`).length > 0, true);
    for (const condition of [
      '@media (forced-colors: active)',
      '@media (prefers-contrast: more)',
      '@supports not (color: color-mix(in srgb, red, red))',
      '@keyframes pale',
    ])
      assert.deepEqual(wrongOf(`${condition} { ${pale} }`), [], condition);
  });

  it('takes the last rule, and what var() has instead of a missing property', () => {
    const rules = ['#14212b', '#eee'].map((colour) => `lending-company { --lending-color-text: ${colour} }`);
    assert.match(wrongOf(rules.join(' ')).join(), /color-text \(#eeeeee\)/);
    assert.deepEqual(wrongOf(rules.toReversed().join(' ')), []);
    assert.match(
      wrongOf('lending-company { --lending-color-text: var(--none, #ddd) }').join(),
      /color-text \(#dddddd\)/,
    );
  });

  it('measures the accent that --lending-contrast darkens', () => {
    const css = 'lending-company { --lending-color-accent: #808080; --lending-color-on-accent: #fff }';
    assert.match(wrongOf(css).join(), /color-on-accent \(#ffffff\) has a contrast of 3\.94 : 1/);
    assert.deepEqual(wrongOf(`${css} :root { --lending-contrast: 7 }`), []);
  });

  it('measures a surface that was changed without its texts', () => {
    assert.match(
      wrongOf('lending-onboarding { --lending-color-surface: #123 }').join(),
      /color-text \(#14212b\) .+ --lending-color-surface \(#112233\)/,
    );
  });

  it('resolves the page’s own properties, and skips rules for print', () => {
    const css = `:root { --brand: #ccc } @media print { lending-company { --lending-color-text: #eee } }
      lending-company { --lending-color-text: var(--brand) } /* lending-company { --lending-color-text: #000 } */`;
    assert.match(wrongOf(css).join(), /color-text \(#cccccc\)/);
    assert.deepEqual(wrongOf(css.replace('#ccc', '#111')), []);
  });

  it('says which colours it cannot read', () => {
    const [finding] = findingsOf('lending-company { --lending-color-text: oklch(0.4 0.1 200) }');
    assert.equal(finding?.level, 'unsure');
    assert.match(finding.found, /^--lending-color-text cannot be measured/);
  });

  it('knows the defaults of the style sheet', () => {
    const css = fs.readFileSync('src/base/styles.ts', 'utf8');
    const pairs = [...css.matchAll(/--lending-color-([\w-]+), light-dark\((#\w{6}), (#\w{6})\)/g)];
    const names = new Set(Object.keys(defaultColours('light')));
    const known = pairs.filter(([, name]) => names.has(name!));
    assert.equal(known.length, names.size);
    for (const [, name, light, dark] of known)
      for (const [scheme, hex] of [['light', light!] as const, ['dark', dark!] as const])
        assert.deepEqual(defaultColours(scheme)[name as 'text'], parseColour(hex), `${name} ${scheme}`);
  });
});
