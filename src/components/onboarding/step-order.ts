import { STEPS, type StepName } from '../../base/steps.js';

/** The steps before the application exists. */
export const APPLICATION_STEPS: readonly StepName[] = STEPS.slice(0, 3);
export const isApplicationStep = (step: StepName) => APPLICATION_STEPS.includes(step);

/** Whether the figures come before the application. They are then kept until it exists. */
export const startsWithFigures = (steps: readonly StepName[]): boolean =>
  steps[0] === 'prequalification' && steps[1] === 'company';

/** The order in which the steps are taken. Kept figures are sent as soon as the application exists, after the review. */
export const stepPath = (steps: readonly StepName[], isCreated: boolean): readonly StepName[] =>
  isCreated && startsWithFigures(steps)
    ? [...APPLICATION_STEPS, 'prequalification', ...steps.slice(1 + APPLICATION_STEPS.length)]
    : steps;

/** The fault of a list of steps: an unknown name, a duplicate, or a wrong step at the start or the end. */
export type OrderFault = readonly ['name' | 'twice', step: string] | readonly ['front' | 'last'];

/** Finds the fault of a list of steps. `isCreated`: the application exists, or may exist. */
export function orderFault(steps: readonly StepName[], isCreated: boolean): OrderFault | undefined {
  const odd = steps.find((step) => !(STEPS as readonly string[]).includes(step));
  if (odd !== undefined) return ['name', odd];
  const again = steps.find((step, at) => steps.indexOf(step) < at);
  if (again) return ['twice', again];
  const start = startsWithFigures(steps) ? 1 : 0;
  const hasFront = steps.slice(start, start + 3).join() === APPLICATION_STEPS.join();
  if (!hasFront && (!isCreated || steps.some(isApplicationStep))) return ['front'];
  return steps.slice(0, -1).includes('widget') ? ['last'] : undefined;
}
