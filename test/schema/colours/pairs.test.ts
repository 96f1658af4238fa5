import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { contrast } from '../../../src/base/colours/contrast.js';
import type { ColourName } from '../../../src/base/colours/pairs.js';
import { weakPairs } from '../../../src/base/colours/weak-pairs.js';

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

describe('contrast()', () => {
  it('agrees with the examples of WCAG', () => {
    assert.equal(contrast([0, 0, 0], [255, 255, 255]), 21);
    assert.equal(contrast([119, 119, 119], [255, 255, 255]).toFixed(2), '4.48');
    assert.equal(contrast([91, 33, 182], [6, 37, 43]).toFixed(2), '1.79');
  });
});
