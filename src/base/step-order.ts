import { readSteps, STEPS, type StepName } from './journey.js';

/** The steps before the application exists. */
export const FRONT: readonly StepName[] = STEPS.slice(0, 3);
export const isFront = (step: StepName) => FRONT.includes(step);

/** The fault of a list of steps: an unknown name, a name that is there twice, or the order at the front or at the end. */
export type OrderFault = readonly ['name' | 'twice', step: string] | readonly ['front' | 'last'];

/** Why steps cannot be in this order. `isCreated` where the application exists, or may exist. */
export function faultOf(steps: readonly StepName[], isCreated: boolean): OrderFault | undefined {
  const odd = steps.find((step) => !(STEPS as readonly string[]).includes(step));
  if (odd !== undefined) return ['name', odd];
  const again = steps.find((step, at) => steps.indexOf(step) < at);
  if (again) return ['twice', again];
  const hasFront = steps.slice(0, 3).join() === FRONT.join();
  if (!hasFront && (!isCreated || steps.some(isFront))) return ['front'];
  return steps.slice(0, -1).includes('widget') ? ['last'] : undefined;
}

/** Chooses the steps that are shown. */
export class StepOrder {
  #refused: string | undefined;
  #untold: OrderFault | undefined;

  /** The steps of the page's list; where they cannot be in that order, the default ones. */
  choose(list: string | undefined, isCreated: boolean): StepName[] {
    const steps = readSteps(list);
    const fault = faultOf(steps, isCreated);
    if (fault && list !== this.#refused) this.#untold = fault;
    this.#refused = fault && list;
    return fault ? readSteps() : steps;
  }

  /** Why the list was refused, where the page was not told of it yet. */
  untold(): OrderFault | undefined {
    const fault = this.#untold;
    this.#untold = undefined;
    return fault;
  }
}
