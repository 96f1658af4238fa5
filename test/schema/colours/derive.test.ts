import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { contrast, luminance, type Colour } from '../../../src/schema/colours/contrast.js';
import { derive } from '../../../src/schema/colours/derive.js';

const parts = Array.from({ length: 18 }, (_, index) => index * 15);
const colours = parts.flatMap((red) => parts.flatMap((green) => parts.map((blue): Colour => [red, green, blue])));
const PAPER: Colour = [255, 255, 255];
const SURFACES: Record<string, Colour> = {
  white: PAPER,
  cream: [253, 246, 227],
  night: [16, 25, 31],
  black: [0, 0, 0],
};

describe('contrast()', () => {
  it('agrees with the examples of WCAG', () => {
    assert.equal(contrast([0, 0, 0], PAPER), 21);
    assert.equal(contrast([119, 119, 119], PAPER).toFixed(2), '4.48');
    assert.equal(contrast([91, 33, 182], [6, 37, 43]).toFixed(2), '1.79');
    assert.equal(luminance(PAPER), 1);
  });
});

describe('derive()', () => {
  it('finds a text with 4.5 : 1 on each of 5832 colours, and leaves the colour as it is', () => {
    for (const accent of colours) {
      const { fill, onFill } = derive({ accent, surface: PAPER });
      assert.deepEqual(fill, accent);
      assert.ok(contrast(fill, onFill) >= 4.5, `${String(accent)} has ${contrast(fill, onFill)}`);
    }
  });

  it('darkens a colour on which no text has 7 : 1, if it may', () => {
    for (const accent of colours) {
      const { fill, onFill } = derive({ accent, surface: PAPER, least: 7 });
      assert.ok(contrast(fill, onFill) >= 7, `${String(accent)} has ${contrast(fill, onFill)}`);
    }
  });

  it('keeps a colour that has 7 : 1 already', () => {
    for (const accent of [
      [91, 33, 182],
      [255, 236, 25],
    ] as const)
      assert.deepEqual(derive({ accent, surface: PAPER, least: 7 }).fill, accent);
  });

  for (const [name, surface] of Object.entries(SURFACES))
    it(`makes each colour readable on a ${name} surface`, () => {
      for (const accent of colours) {
        const { link } = derive({ accent, surface });
        assert.ok(contrast(link, surface) >= 7, `${String(accent)} becomes ${String(link)}`);
      }
    });

  it('keeps the hue of a colour that it darkens', () => {
    assert.deepEqual(derive({ accent: [255, 0, 0], surface: PAPER }).link.slice(1), [0, 0]);
  });
});
