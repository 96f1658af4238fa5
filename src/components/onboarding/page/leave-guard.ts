import type { ReactiveController } from 'lit';
import type { LendingContinuedEvent, LendingSubmittedEvent } from '../../../base/events.js';
import type { StepName } from '../../../base/step/steps.js';
import type { Journey } from '../journey.js';
import { CALL_OF, isApplicationStep } from '../rules.js';

/** The steps whose answers are lost if the page is left before a call. */
const UNSENT_STEPS: readonly StepName[] = ['company', 'applicant', 'documents', 'prequalification'];

const ask = (event: Event) => event.preventDefault();

/**
 * Makes the browser ask before the page is left with unsent answers, if the page wants that, or if the answers are only on this page.
 * Otherwise it has no listener, because a listener would keep the page out of the bfcache.
 */
class LeaveGuard implements ReactiveController {
  readonly #unsent = new Set<StepName>();

  constructor(readonly journey: Journey) {
    const { host, enteredFields } = journey;
    for (const type of ['input', 'drop']) host.addEventListener(type, this.#enter);
    for (const type of ['lending-submitted', 'lending-continued'])
      host.addEventListener(type, (event) => this.#send(event as LendingSubmittedEvent | LendingContinuedEvent));
    if (enteredFields.size > 0) this.#enter();
  }

  hostConnected(): void {
    this.#follow();
  }

  hostUpdated(): void {
    this.#follow();
  }

  hostDisconnected(): void {
    removeEventListener('beforeunload', ask);
  }

  get #isNeeded(): boolean {
    const { host, saving } = this.journey;
    return !!saving?.isAtRisk || (this.#unsent.size > 0 && (host.leaveGuard || !saving));
  }

  readonly #follow = (): void => {
    if (this.#isNeeded && this.journey.host.isConnected) addEventListener('beforeunload', ask);
    else removeEventListener('beforeunload', ask);
  };

  readonly #enter = (): void => {
    const { step } = this.journey.host;
    if (UNSENT_STEPS.includes(step)) this.#unsent.add(step);
    this.#follow();
    // The saved draft contains the change a moment later.
    setTimeout(this.#follow);
  };

  #send({ step, type }: LendingSubmittedEvent | LendingContinuedEvent): void {
    const isSent = type === 'lending-continued' || (CALL_OF[step] && !this.journey.isDraftStep(step));
    for (const one of this.#unsent)
      if (isSent && (one === step || (step === 'review' && isApplicationStep(one)))) this.#unsent.delete(one);
    this.#follow();
  }
}

const guarded = new WeakSet<Journey>();

/** Guards a journey, once. */
export function guardLeaving(journey: Journey): void {
  if (guarded.has(journey)) return;
  guarded.add(journey);
  journey.host.addController(new LeaveGuard(journey));
}
