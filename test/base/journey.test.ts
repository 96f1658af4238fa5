import { expect } from '@open-wc/testing';
import { resumeAt, stepAfter, stepBefore, STEPS, type StepName } from '../../src/base/journey.js';
import type { CallName } from '../../src/schema/session.js';

describe('the journey', () => {
  it('leads from the first step to the last', () => {
    const seen: StepName[] = ['company'];
    while (seen.at(-1) !== 'widget') seen.push(stepAfter(seen.at(-1)!));
    expect(seen).to.deep.equal(STEPS);
    expect(stepAfter('widget')).to.equal('widget');
  });

  it('has no way back before the first step and behind the created application', () => {
    expect(STEPS.filter((step) => !stepBefore(step))).to.deep.equal(['company', 'documents']);
  });

  for (const [done, step] of [
    [[], 'company'],
    [['createApplication'], 'documents'],
    [['createApplication', 'uploadDocument'], 'prequalification'],
    [['createApplication', 'prequalify'], 'consent'],
    [['requestOffers', 'createApplication'], 'widget'],
    [['createApplication', 'uploadDocument', 'prequalify', 'requestOffers', 'authenticate'], 'widget'],
    [['prequalify', 'requestOffers'], 'company'],
    [['authenticate'], 'company'],
  ] as [CallName[], StepName][]) {
    it(`goes on at ${step} after ${done.join(', ') || 'nothing'}`, () => {
      expect(resumeAt(done)).to.equal(step);
    });
  }
});
