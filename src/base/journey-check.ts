import { LendingError } from '../errors.js';
import { isImmediate, readSteps, STEPS, type StepName } from './journey.js';
import { FRONT, isFront } from './journey-rules.js';
import type { JourneyWay } from './journey-way.js';

/** Why steps cannot stand in this order. */
export function whyNot(steps: readonly StepName[], isCreated: boolean): string | undefined {
  const odd = steps.find((step, at) => !(STEPS as readonly string[]).includes(step) || steps.indexOf(step) < at);
  if (odd !== undefined) return `“${odd}” is no step, or stands there twice`;
  const hasFront = steps.slice(0, 3).join() === FRONT.join();
  if (!hasFront && (!isCreated || steps.some(isFront))) return `“${FRONT.join(' ')}” must come first`;
  return steps.slice(0, -1).includes('widget') ? '“widget” must come last' : undefined;
}

/** Where the steps that the page wants cannot be, it is told so, and the default ones are taken. */
export function checkSteps(way: JourneyWay): void {
  const why = whyNot(way.steps, !way.session || way.isCreated);
  if (!why) return;
  way.steps = readSteps();
  const message = `<${way.host.localName}>: its steps are refused: ${why}.`;
  const error = new LendingError('config-invalid', message, { remedy: 'The default steps are shown instead.' });
  console.error(error.message);
  way.tell(error);
  if (!isImmediate(way.shown)) void way.go(way.shown, true);
}
