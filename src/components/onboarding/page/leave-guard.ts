import type { LendingSkippedEvent, LendingSubmittedEvent } from '../../../base/events.js';
import type { StepName } from '../../../base/steps.js';
import type { JourneyState } from '../journey-state.js';
import { isApplicationStep } from '../step-order.js';
import { CALL_OF } from '../step-rules.js';

/** The steps whose answers are lost if the page is left before a call. */
const UNSENT_STEPS: readonly StepName[] = ['company', 'applicant', 'documents', 'prequalification'];

/**
 * Makes the browser ask before the page is left with unsent answers. It listens only then: the listener keeps pages out of the
 * bfcache.
 */
export function guardLeaving(state: JourneyState, signal: AbortSignal): void {
  const journey = state.host;
  const unsent = new Set<StepName>();
  const ask = (event: Event) => event.preventDefault();
  const follow = () => {
    if (unsent.size > 0) addEventListener('beforeunload', ask, { signal });
    else removeEventListener('beforeunload', ask);
  };
  const enter = () => {
    if (UNSENT_STEPS.includes(journey.step)) unsent.add(journey.step);
    follow();
  };
  const leave = ({ step, type }: LendingSubmittedEvent | LendingSkippedEvent) => {
    const isSent = type === 'lending-skipped' || (CALL_OF[step] && !state.isDraftStep(step));
    for (const one of unsent)
      if (isSent && (one === step || (step === 'review' && isApplicationStep(one)))) unsent.delete(one);
    follow();
  };
  for (const type of ['input', 'drop']) journey.addEventListener(type, enter, { signal });
  journey.addEventListener('lending-submitted', leave, { signal });
  journey.addEventListener('lending-skipped', leave, { signal });
}
