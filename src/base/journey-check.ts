import { LendingError } from '../errors.js';
import { didYouMean } from '../schema/nearest.js';
import { STEPS } from './journey.js';
import type { JourneyWay } from './journey-way.js';
import { FRONT, type OrderFault } from './step-order.js';

/** Describes the fault of a list of steps in a sentence. */
export function orderInWords([fault, step]: OrderFault): string {
  if (fault === 'front') return `"${FRONT.join(' ')}" must come first, unless the application exists.`;
  if (fault === 'last') return '"widget" must come last.';
  if (fault === 'twice') return `"${step}" is there twice.`;
  const known = didYouMean(step!, STEPS) || ` The steps are ${STEPS.join(', ')}, with spaces between them.`;
  return step ? `"${step}" is not a step.${known}` : `The list is empty.${known}`;
}

/** Tells the page why its steps are not shown. */
export function refuseSteps(way: JourneyWay, fault: OrderFault): void {
  const message = `<${way.host.localName} steps>: ${orderInWords(fault)}`;
  const error = new LendingError('config-invalid', message, { remedy: 'The default steps are shown instead.' });
  way.tell(error);
}
