// The rules of the journey: the order of its steps, the way between them, and the figures.
import { STEPS, type JourneyDraft, type StepName } from '../../base/step/steps.js';
import type { CallName, Session } from '../../schema/calls/session.js';

/** The steps before the application exists. */
export const APPLICATION_STEPS: readonly StepName[] = STEPS.slice(0, 3);
export const isApplicationStep = (step: StepName) => APPLICATION_STEPS.includes(step);

/** Whether the figures come before the application. They are then kept until it exists. */
export const startsWithFigures = (steps: readonly StepName[]): boolean =>
  steps[0] === 'prequalification' && steps[1] === 'company';

/** The order in which the applicant goes through the steps. Kept figures are sent as soon as the application exists, after the review. */
export const stepPath = (steps: readonly StepName[], isCreated: boolean): readonly StepName[] =>
  isCreated && startsWithFigures(steps)
    ? [...APPLICATION_STEPS, 'prequalification', ...steps.slice(1 + APPLICATION_STEPS.length)]
    : steps;

/** An error in a list of steps: an unknown name, a duplicate, or a wrong step at the start or the end. */
export type OrderError = readonly ['name' | 'twice', step: string] | readonly ['front' | 'last'];

/** Finds the error in a list of steps. `isCreated`: the application exists, or may exist. */
export function orderError(steps: readonly StepName[], isCreated: boolean): OrderError | undefined {
  const odd = steps.find((step) => !(STEPS as readonly string[]).includes(step));
  if (odd !== undefined) return ['name', odd];
  const again = steps.find((step, at) => steps.indexOf(step) < at);
  if (again) return ['twice', again];
  const start = startsWithFigures(steps) ? 1 : 0;
  const hasFront = steps.slice(start, start + 3).join() === APPLICATION_STEPS.join();
  if (!hasFront && (!isCreated || steps.some(isApplicationStep))) return ['front'];
  return steps.slice(0, -1).includes('widget') ? ['last'] : undefined;
}

export const CALL_OF: Partial<Record<StepName, CallName>> = {
  review: 'createApplication',
  documents: 'uploadDocument',
  prequalification: 'prequalify',
  consent: 'requestOffers',
};

export const stepAfter = (steps: readonly StepName[], step: StepName): StepName =>
  steps[steps.indexOf(step) + 1] ?? (step === 'widget' ? step : 'end');

/** The previous step, if the applicant can go back. After the application is created, its answers can only be read. */
export function stepBefore(steps: readonly StepName[], step: StepName, isCreated: boolean): StepName | undefined {
  return isCreated && isApplicationStep(step) ? undefined : steps[steps.indexOf(step) - 1];
}

/** Whether the applicant may go back to a finished step from the list of the steps. */
export function mayReturnTo(step: StepName, shown: StepName, steps: readonly StepName[], isCreated: boolean): boolean {
  const isSent = isCreated && (isApplicationStep(step) || !steps.includes(step));
  return !isSent && steps.indexOf(step) < steps.indexOf(shown);
}

/** The step after the last of the finished calls. */
export function stepToResume(steps: readonly StepName[], done: readonly CallName[]): StepName {
  if (!done.includes('createApplication')) return steps[0]!;
  const last = steps.findLast((step) => CALL_OF[step] && done.includes(CALL_OF[step]));
  return stepAfter(steps, last ?? 'review');
}

/**
 * The step that is shown if `step` is requested. After the application is created, its answers can only be read; before that, unanswered
 * steps come first.
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

interface Known {
  readonly session: Session | undefined;
  readonly host: { readonly draft: JourneyDraft };
}

/** Whether offers were requested for the application as it is now. Documents and figures that are sent later need a new consent. */
export const offersAreUpToDate = ({ session, host }: Known): boolean =>
  !!session?.progress.done.includes('requestOffers') && !host.draft.changedSinceOffers;
