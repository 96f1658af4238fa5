import type { LendingContinuedEvent, LendingSubmittedEvent } from '../../../base/events.js';
import type { StepName } from '../../../base/step/steps.js';
import type { Journey } from '../journey.js';
import { CALL_OF, isApplicationStep } from '../rules.js';

/** The steps whose answers are lost if the page is left before a call. */
const UNSENT_STEPS: readonly StepName[] = ['company', 'applicant', 'documents', 'prequalification'];

const ask = (event: Event) => event.preventDefault();

const guarded = new WeakSet<Journey>();

/**
 * Makes the browser ask before the page is left with unsent answers, if the page wants that, or if the answers are only on this page.
 * Otherwise it has no listener, because a listener would keep the page out of the bfcache. It guards a journey once.
 */
export function guardLeaving(journey: Journey): void {
  if (guarded.has(journey)) return;
  guarded.add(journey);
  const { host, enteredFields } = journey;
  const unsent = new Set<StepName>();
  const follow = (): void => {
    const { saving } = journey;
    const isNeeded = saving?.isAtRisk || (unsent.size > 0 && (host.leaveGuard || !saving));
    if (isNeeded && host.isConnected) addEventListener('beforeunload', ask);
    else removeEventListener('beforeunload', ask);
  };
  const enter = (): void => {
    if (UNSENT_STEPS.includes(host.step)) unsent.add(host.step);
    follow();
    // The saved draft contains the change a moment later.
    setTimeout(follow);
  };
  const send = ({ step, type }: LendingSubmittedEvent | LendingContinuedEvent): void => {
    const isSent = type === 'lending-continued' || (CALL_OF[step] && !journey.isDraftStep(step));
    for (const one of unsent)
      if (isSent && (one === step || (step === 'review' && isApplicationStep(one)))) unsent.delete(one);
    follow();
  };
  for (const type of ['input', 'drop']) host.addEventListener(type, enter);
  for (const type of ['lending-submitted', 'lending-continued'] as const) host.addEventListener(type, send);
  if (enteredFields.size > 0) enter();
  host.addController({ hostConnected: follow, hostUpdated: follow, hostDisconnected: follow });
}
