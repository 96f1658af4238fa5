import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { didYouMean, nearest } from '../../src/schema/nearest.js';

const STEPS = ['company', 'applicant', 'review', 'documents', 'prequalification', 'consent', 'widget'];

describe('nearest()', () => {
  for (const [typed, meant] of [
    ['documnets', 'documents'],
    ['Documents', 'documents'],
    ['pre-qualification', 'prequalification'],
    ['prequal', undefined],
    ['widgit', 'widget'],
    ['offers', undefined],
    ['', undefined],
    ['c', undefined],
    ['x'.repeat(100_000), undefined],
  ] as const) {
    it(`maps ${typed.slice(0, 20) || 'nothing'} to ${meant ?? 'none of the steps'}`, () =>
      assert.equal(nearest(typed, STEPS), meant));
  }

  it('returns nothing for an empty list', () => assert.equal(nearest('a', []), undefined));

  it('returns a question, or nothing', () => {
    assert.equal(didYouMean('orgins', ['path', 'origins']), ' Did you mean "origins"?');
    assert.equal(didYouMean('colour', ['path', 'origins']), '');
  });
});
