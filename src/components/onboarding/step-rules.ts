import type { StepName } from '../../base/steps.js';
import type { CallName } from '../../schema/session.js';
import { isApplicationStep } from './step-order.js';

/** The call of each step. */
export const CALL_OF: Partial<Record<StepName, CallName>> = {
  review: 'createApplication',
  documents: 'uploadDocument',
  prequalification: 'prequalify',
  consent: 'requestOffers',
};

/** The step after a step. */
export const stepAfter = (steps: readonly StepName[], step: StepName): StepName =>
  steps[steps.indexOf(step) + 1] ?? (step === 'widget' ? step : 'end');

/** The previous step, if the applicant can go back. After the application is created, its answers can only be read. */
export function stepBefore(steps: readonly StepName[], step: StepName, isCreated: boolean): StepName | undefined {
  if (step === 'end') return steps.findLast((one) => one !== 'widget');
  return isCreated && isApplicationStep(step) ? undefined : steps[steps.indexOf(step) - 1];
}

/** The step after the last of the finished calls. */
export function stepToResume(steps: readonly StepName[], done: readonly CallName[]): StepName {
  if (!done.includes('createApplication')) return steps[0]!;
  const last = steps.findLast((step) => CALL_OF[step] && done.includes(CALL_OF[step]));
  return stepAfter(steps, last ?? 'review');
}

/**
 * The step that is shown if this one is requested. After the application is created, its answers can only be read; before
 * that, unanswered steps come first.
 */
export function reachableStep(
  step: StepName,
  steps: readonly StepName[],
  done: readonly CallName[],
  answers: object = {},
): StepName {
  if (done.includes('createApplication')) {
    if (isApplicationStep(step)) return 'review';
    return step === 'end' || steps.includes(step) ? step : stepToResume(steps, done);
  }
  const front = steps.slice(0, steps.indexOf('review') + 1);
  return step !== 'review' && front.includes(step) ? step : front.find((one) => !(one in answers))!;
}
