import type { CallName } from '../schema/session.js';
import { isImmediate, type StepName } from './journey.js';
import { FRONT, isFront } from './step-order.js';

/** The call that a step makes. */
export const CALL_OF: Partial<Record<StepName, CallName>> = {
  review: 'createApplication',
  documents: 'uploadDocument',
  prequalification: 'prequalify',
  consent: 'requestOffers',
};

/** The step after a step. */
export const stepAfter = (steps: readonly StepName[], step: StepName): StepName =>
  steps[steps.indexOf(step) + 1] ?? (step === 'widget' ? step : 'end');

/** The step before a step, if there is a way back: behind the created application there are only its answers to read. */
export function stepBefore(steps: readonly StepName[], step: StepName, isCreated: boolean): StepName | undefined {
  if (step === 'end') return steps.findLast((one) => one !== 'widget');
  return isCreated && isFront(step) ? undefined : steps[steps.indexOf(step) - 1];
}

/** Where an applicant goes on who has made these calls: after the last of them. */
export function resumeAt(steps: readonly StepName[], done: readonly CallName[]): StepName {
  if (!done.includes('createApplication')) return steps[0]!;
  const last = steps.findLast((step) => CALL_OF[step] && done.includes(CALL_OF[step]));
  return stepAfter(steps, last ?? 'review');
}

/**
 * The step that is shown where one is asked for: behind the created application there are its answers to read, and before
 * it is created what is missing for that.
 */
export function reachable(
  step: StepName,
  steps: readonly StepName[],
  done: readonly CallName[],
  answers: object = {},
): StepName {
  if (done.includes('createApplication')) {
    if (isFront(step)) return 'review';
    return step === 'end' || steps.includes(step) ? step : resumeAt(steps, done);
  }
  return isImmediate(step) ? step : FRONT.find((one) => !(one in answers))!;
}
