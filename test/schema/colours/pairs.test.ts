import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ColourName } from '../../../src/schema/colours/pairs.js';
import { parseColour } from '../../../src/schema/colours/parse-colour.js';
import { weakPairs } from '../../../src/schema/colours/weak-pairs.js';

/** The places of each text and of each line. WCAG 2.2 asks for 4.5 : 1 (1.4.3) and 3 : 1 (1.4.11). */
const PLACES: readonly [least: number, front: ColourName, backs: readonly ColourName[]][] = [
  [4.5, 'text', ['surface', 'tint', 'sunken', 'error-tint', 'warning-tint', 'success-tint']],
  [4.5, 'muted', ['surface', 'tint', 'sunken']],
  [4.5, 'link', ['surface', 'tint']],
  [4.5, 'error', ['surface', 'error-tint']],
  [4.5, 'warning', ['surface', 'warning-tint']],
  [4.5, 'success', ['surface', 'success-tint']],
  [4.5, 'on-accent', ['accent', 'accent-strong']],
  [3, 'border', ['surface']],
  [3, 'error-border', ['surface']],
  [3, 'warning-border', ['surface']],
  [3, 'success-border', ['surface']],
  [3, 'focus', ['surface']],
];

describe('weakPairs()', () => {
  for (const [least, front, backs] of PLACES)
    it(`measures ${front} on ${backs.join(', ')}, and wants ${least} : 1`, () => {
      for (const back of backs) {
        const [pair, ...others] = weakPairs({ [front]: [9, 9, 9], [back]: [9, 9, 9] });
        assert.deepEqual([pair?.front, others], [front, []], back);
        assert.match(pair!.found, new RegExp(`on --lending-color-${back} .+ needs ${least} : 1\\.$`));
      }
    });
});

describe('parseColour()', () => {
  const colours = {
    '#fd0': [255, 221, 0],
    '#14212B': [20, 33, 43],
    'rgb(22 163 74)': [22, 163, 74],
    'rgba(1, 2, 300)': [1, 2, 255],
    'hsl(120 100% 25%)': [0, 128, 0],
    'hsl(210deg, 50%, 40%)': [51, 102, 153],
    White: [255, 255, 255],
  };
  for (const [text, parts] of Object.entries(colours))
    it(`reads ${text}`, () => assert.deepEqual(parseColour(text), parts));

  it('leaves colours with transparency, and other notations, to a browser', () => {
    for (const text of ['#14212b80', 'rgb(1 2 3 / 50%)', 'oklch(0.4 0.1 200)', 'red', ''])
      assert.equal(parseColour(text), undefined, text);
  });
});
