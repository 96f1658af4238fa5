import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import { contrast, type Colour } from '../../../src/schema/colours/contrast.js';
import { derive } from '../../../src/schema/colours/derive.js';
import { PAIRS, type ColourName } from '../../../src/schema/colours/pairs.js';

type Palette = Partial<Record<ColourName, Colour>>;

const themes = fs.readdirSync('src/themes').map((file) => file.replace('.css', ''));
const cssOf = (theme: string) =>
  fs.readFileSync(theme === 'default' ? 'src/base/styles.ts' : `src/themes/${theme}.css`, 'utf8');

const colour = (hex: string): Colour => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)) as unknown as Colour;

/** Reads the colours of a style sheet for one scheme, from `light-dark()`. */
function readPalette(css: string, scheme: 'light' | 'dark'): Palette {
  const pairs = [...css.matchAll(/--lending-color-([\w-]+)(?::|,) light-dark\((#\w{6}), (#\w{6})\)/g)];
  return Object.fromEntries(pairs.map(([, name, light, dark]) => [name, colour(scheme === 'light' ? light! : dark!)]));
}

/** The colours that the elements draw with: those that they derive override the defaults. */
function drawnPalette(theme: string, scheme: 'light' | 'dark'): Record<ColourName, Colour> {
  const palette = { ...readPalette(cssOf('default'), scheme), ...readPalette(cssOf(theme), scheme) };
  const { fill, onFill, strong, link } = derive({ accent: palette.accent!, surface: palette.surface! });
  const derived = { accent: fill, 'on-accent': onFill, 'accent-strong': strong, link, focus: link };
  return { ...palette, ...derived } as Record<ColourName, Colour>;
}

describe('the themes', () => {
  it('are four', () => assert.deepEqual(themes, ['blue', 'green', 'ink', 'warm']));

  for (const theme of ['default', ...themes])
    for (const scheme of ['light', 'dark'] as const)
      it(`have 7 : 1 for text and 3 : 1 for borders and the focus: ${theme}, ${scheme}`, () => {
        const drawn = drawnPalette(theme, scheme);
        for (const [front, back, least] of PAIRS) {
          const ratio = contrast(drawn[front], drawn[back]);
          assert.ok(ratio >= (least === 3 ? 3 : 7), `${front} on ${back}: ${ratio.toFixed(2)}`);
        }
      });

  for (const theme of themes)
    it(`have the same light colours in browsers without light-dark(): ${theme}`, () => {
      const plain = [...cssOf(theme).matchAll(/--lending-color-([\w-]+): (#\w{6});/g)];
      const palette = Object.fromEntries(plain.map(([, name, hex]) => [name, colour(hex!)]));
      assert.deepEqual(palette, readPalette(cssOf(theme), 'light'));
    });
});
