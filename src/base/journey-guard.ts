import type { LendingSkippedEvent, LendingSubmittedEvent } from './events.js';
import type { StepName } from './journey.js';
import { CALL_OF } from './journey-rules.js';
import { isFront } from './step-order.js';

/** The steps in which something is entered that only a call takes to safety. */
const ENTERED: readonly StepName[] = ['company', 'applicant', 'documents', 'prequalification'];

/** Asks before the page is left, and only while something was entered that is not sent: a listener keeps pages out of the bfcache. */
export function guardLeaving(journey: HTMLElement & { readonly step: StepName }, signal: AbortSignal): void {
  const unsent = new Set<StepName>();
  const ask = (event: Event) => event.preventDefault();
  const follow = () => {
    if (unsent.size > 0) addEventListener('beforeunload', ask, { signal });
    else removeEventListener('beforeunload', ask);
  };
  const enter = () => {
    if (ENTERED.includes(journey.step)) unsent.add(journey.step);
    follow();
  };
  const leave = ({ step, type }: LendingSubmittedEvent | LendingSkippedEvent) => {
    const isSent = type === 'lending-skipped' || CALL_OF[step];
    for (const one of unsent) if (isSent && (one === step || (step === 'review' && isFront(one)))) unsent.delete(one);
    follow();
  };
  for (const type of ['input', 'drop']) journey.addEventListener(type, enter, { signal });
  journey.addEventListener('lending-submitted', leave, { signal });
  journey.addEventListener('lending-skipped', leave, { signal });
}
