import { expect } from '@open-wc/testing';
import { readSteps, STEPS, type StepName } from '../../../src/base/step/steps.js';
import { orderErrorInWords } from '../../../src/components/onboarding/report-steps.js';
import {
  orderError,
  reachableStep,
  stepAfter,
  stepBefore,
  stepPath,
  stepToResume,
} from '../../../src/components/onboarding/rules.js';
import type { CallName } from '../../../src/schema/calls/session.js';

const FRONT = 'company applicant review';
const LATE = `"${FRONT}" must come first, or directly after "prequalification", unless the application exists.`;
const ALL =
  'The steps are company, applicant, review, documents, prequalification, consent, widget, with spaces between them.';
const CREATED: CallName[] = ['createApplication'];

describe('the journey', () => {
  it('leads from the first step to the last', () => {
    const seen: StepName[] = ['company'];
    while (seen.at(-1) !== 'widget') seen.push(stepAfter(STEPS, seen.at(-1)!));
    expect(seen).to.deep.equal(STEPS);
    expect(stepAfter(STEPS, 'widget')).to.equal('widget');
  });

  it('ends after its last step where it has no widget', () => {
    expect(stepAfter(readSteps(`${FRONT} consent documents`), 'documents')).to.equal('end');
  });

  it('continues after the review if the review is left out', () => {
    expect(stepAfter(['documents', 'widget'], 'review')).to.equal('documents');
  });

  it('has no way back from the first step and the end, nor from the answers of a created application', () => {
    const without = (isCreated: boolean) => STEPS.filter((step) => !stepBefore(STEPS, step, isCreated));
    expect(without(false)).to.deep.equal(['company']);
    expect(without(true)).to.deep.equal(['company', 'applicant', 'review']);
    expect(stepBefore(STEPS, 'end', true)).to.be.undefined;
  });

  for (const [list, why] of [
    [STEPS.join(' '), undefined],
    [`  ${FRONT}\n consent  documents widget `, undefined],
    [FRONT, undefined],
    [`${FRONT} prequalification documents`, undefined],
    [`prequalification ${FRONT} consent documents widget`, undefined],
    [`prequalification company review`, LATE],
    [`prequalification ${FRONT} prequalification`, '"prequalification" appears twice.'],
    ['', `The list is empty. ${ALL}`],
    [`${FRONT} documnets`, '"documnets" is not a step. Did you mean "documents"?'],
    ['compny applicant review', '"compny" is not a step. Did you mean "company"?'],
    [`${FRONT} Consent`, '"Consent" is not a step. Did you mean "consent"?'],
    [`${FRONT} offers`, `"offers" is not a step. ${ALL}`],
    ['company,applicant,review', `"company,applicant,review" is not a step. ${ALL}`],
    [`${FRONT} end`, `"end" is not a step. ${ALL}`],
    [`${FRONT} documents documents`, '"documents" appears twice.'],
    ['applicant company review widget', LATE],
    ['company review widget', LATE],
    [`documents ${FRONT}`, LATE],
    ['documents widget', LATE],
    [`${FRONT} widget consent`, '"widget" must come last.'],
  ] as const) {
    it(`${why ? 'rejects' : 'takes'} the steps “${list.trim()}”`, () => {
      const error = orderError(readSteps(list), false);
      expect(error && orderErrorInWords(error)).to.equal(why);
    });
  }

  it('accepts a list without the steps of the application if it exists, but not with only some of them', () => {
    expect(orderError(['documents', 'widget'], true)).to.be.undefined;
    expect(orderError(['review', 'widget'], true)).to.deep.equal(['front']);
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
      expect(stepToResume(STEPS, done)).to.equal(step);
    });
  }

  it('continues after the last call in an order that the page has set', () => {
    const steps = readSteps(`${FRONT} prequalification documents`);
    expect(stepToResume(steps, ['createApplication', 'prequalify'])).to.equal('documents');
    expect(stepToResume(steps, ['createApplication', 'uploadDocument'])).to.equal('end');
    expect(stepToResume(['consent', 'widget'], CREATED)).to.equal('consent');
  });

  it('sends figures that come first as soon as the application exists', () => {
    const steps = readSteps(`prequalification ${FRONT} documents consent`);
    expect(stepPath(steps, false)).to.equal(steps);
    const path = stepPath(steps, true);
    expect(path).to.deep.equal(readSteps(`${FRONT} prequalification documents consent`));
    expect(stepToResume(path, CREATED)).to.equal('prequalification');
    expect(stepToResume(path, [...CREATED, 'prequalify'])).to.equal('documents');
    expect(stepBefore(path, 'documents', true)).to.equal('prequalification');
    expect(reachableStep('review', steps, [], { company: 1, applicant: 1 })).to.equal('prequalification');
    expect(reachableStep('prequalification', steps, [])).to.equal('prequalification');
  });

  for (const [what, wanted, done, answers, step] of [
    ['the applicant before the company', 'applicant', [], {}, 'applicant'],
    ['the review without answers', 'review', [], {}, 'company'],
    ['the review without the applicant', 'review', [], { company: 1 }, 'applicant'],
    ['the review with both', 'review', [], { company: 1, applicant: 1 }, 'review'],
    ['documents before the application exists', 'documents', [], { company: 1, applicant: 1 }, 'review'],
    ['the end before the application exists', 'end', [], {}, 'company'],
    ['a step that does not exist', 'offers', [], {}, 'company'],
    ['the company of a created application', 'company', CREATED, {}, 'review'],
    ['the widget of a created application', 'widget', CREATED, {}, 'widget'],
    ['the end of a created application', 'end', CREATED, {}, 'end'],
    ['a step that does not exist, with an application', 'offers', CREATED, {}, 'documents'],
  ] as [string, StepName, CallName[], object, StepName][]) {
    it(`shows ${step} if the wanted step is ${what}`, () => {
      expect(reachableStep(wanted, STEPS, done, answers)).to.equal(step);
    });
  }
});
