import { STEPS } from '../../base/step/steps.js';
import { LendingError } from '../../errors.js';
import { didYouMean } from '../../schema/nearest.js';
import type { Journey } from './journey.js';
import { APPLICATION_STEPS, type OrderError } from './rules.js';

export function orderErrorInWords([error, step]: OrderError): string {
  if (error === 'front')
    return `"${APPLICATION_STEPS.join(' ')}" must come first, or directly after "prequalification", unless the application exists.`;
  if (error === 'last') return '"widget" must come last.';
  if (error === 'twice') return `"${step}" appears twice.`;
  const known = didYouMean(step!, STEPS) || ` The steps are ${STEPS.join(', ')}, with spaces between them.`;
  return step ? `"${step}" is not a step.${known}` : `The list is empty.${known}`;
}

export function reportSteps(journey: Journey, wrong: OrderError): void {
  const message = `<${journey.host.localName} steps>: ${orderErrorInWords(wrong)}`;
  const error = new LendingError('config-invalid', message, {
    remedy: 'Correct the list. Until then the default steps are shown.',
  });
  journey.report(error);
}
