import { expect } from '@open-wc/testing';
import { contrast, weakPairs, type ColourName } from '../../../../src/base/look/colours/page-colours.js';

/** The places of each text and of each line. WCAG 2.2 asks for 4.5 : 1 (1.4.3) and 3 : 1 (1.4.11). */
const PLACES: readonly [least: number, front: ColourName, backs: readonly ColourName[]][] = [
  [4.5, 'text', ['surface', 'tint', 'sunken', 'error-tint']],
  [4.5, 'muted', ['surface', 'tint', 'sunken']],
  [4.5, 'link', ['surface', 'tint']],
  [4.5, 'error', ['surface', 'error-tint']],
  [4.5, 'warning', ['surface']],
  [4.5, 'success', ['surface']],
  [4.5, 'on-accent', ['accent', 'accent-strong']],
  [3, 'border', ['surface']],
  [3, 'error-border', ['surface']],
  [3, 'focus', ['surface']],
];

describe('weakPairs()', () => {
  for (const [least, front, backs] of PLACES)
    it(`measures ${front} on ${backs.join(', ')}, and wants ${least} : 1`, () => {
      for (const back of backs) {
        const [pair, ...others] = weakPairs({ [front]: [9, 9, 9], [back]: [9, 9, 9] });
        expect([pair?.front, others], back).to.deep.equal([front, []]);
        expect(pair!.found).to.match(new RegExp(`on --lending-color-${back} .+ needs ${least} : 1\\.$`));
      }
    });
});

describe('contrast()', () => {
  it('agrees with the examples of WCAG', () => {
    const pairs = [
      [[0, 0, 0], [255, 255, 255], '21.00'],
      [[119, 119, 119], [255, 255, 255], '4.48'],
      [[91, 33, 182], [6, 37, 43], '1.79'],
    ] as const;
    for (const [one, other, ratio] of pairs) expect(contrast(one, other).toFixed(2)).to.equal(ratio);
  });
});
