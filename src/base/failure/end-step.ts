import type { LendingError } from '../../errors.js';
import type { TextController } from '../text/text.js';
import { loadFailureHelp } from './failure.js';

export interface EndingStep {
  readonly isBusy: boolean;
  readonly text: TextController;
  failure: LendingError | undefined;
  report(failure: LendingError): LendingError;
  fail(failure: LendingError): Promise<void>;
}

/**
 * Shows in a step that the page can only be loaded again, as another call has learnt. The focus stays where it is, unless it is in the step. A step
 * whose own call is under way learns it from that call.
 */
export async function endStep(step: EndingStep, over: LendingError): Promise<void> {
  await loadFailureHelp();
  if (step.isBusy || step.failure === over) return;
  if (step.text.isFocused) await step.fail(over);
  else step.failure = step.report(over);
}
