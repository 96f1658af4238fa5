import type { LendingError, Problem } from '../errors.js';
import type { StepName } from './journey.js';

const told = { bubbles: true, composed: true };

/** Asks whether a step that was filled in correctly may go on. Cancel it to keep the step from making its call. */
export class LendingSubmitEvent extends Event {
  constructor(readonly step: StepName) {
    super('lending-submit', { ...told, cancelable: true });
  }
}

/** Tells that a step is done. What was entered is the `value` of the step, and never travels in an event. */
export class LendingSubmittedEvent extends Event {
  constructor(readonly step: StepName) {
    super('lending-submitted', told);
  }
}

/** Tells that the applicant passed over a step. */
export class LendingSkippedEvent extends Event {
  constructor(readonly step: StepName) {
    super('lending-skipped', told);
  }
}

/** Tells that the applicant wants to change the answers of an earlier step, and which of them were refused. */
export class LendingChangeEvent extends Event {
  constructor(
    readonly step: StepName,
    readonly problems: readonly Problem[] = [],
  ) {
    super('lending-change', told);
  }
}

/** Tells that the applicant took the suggestion for an answer. The answers are the `value` of the step. */
export class LendingCorrectedEvent extends Event {
  constructor(readonly step: StepName) {
    super('lending-corrected', told);
  }
}

/** Tells that the applicant did not consent to the credit checks. */
export class LendingDeclinedEvent extends Event {
  constructor() {
    super('lending-declined', told);
  }
}

/** Tells that the applicant has withdrawn the consent. The withdrawal is on record; what was shared stays shared. */
export class LendingWithdrawnEvent extends Event {
  constructor() {
    super('lending-withdrawn', told);
  }
}

/** Tells which step the journey shows now. */
export class LendingStepChangedEvent extends Event {
  constructor(readonly step: StepName) {
    super('lending-step-changed', told);
  }
}

/** Tells that the widget's script and token are being fetched. */
export class LendingLoadingEvent extends Event {
  constructor() {
    super('lending-loading', told);
  }
}

/** Tells that a token is asked for: at every start, and when the widget says that its token has expired. */
export class LendingTokenRequestEvent extends Event {
  constructor() {
    super('lending-token-request', told);
  }
}

/** Tells that the service's widget took the token and started. */
export class LendingReadyEvent extends Event {
  constructor() {
    super('lending-ready', told);
  }
}

/** Tells what went wrong: a code, a cause and a remedy for the developer. The applicant was shown a sentence already. */
export class LendingErrorEvent extends Event {
  constructor(
    readonly step: StepName,
    readonly error: LendingError,
  ) {
    super('lending-error', told);
  }
}

declare global {
  interface HTMLElementEventMap {
    'lending-submit': LendingSubmitEvent;
    'lending-submitted': LendingSubmittedEvent;
    'lending-skipped': LendingSkippedEvent;
    'lending-change': LendingChangeEvent;
    'lending-corrected': LendingCorrectedEvent;
    'lending-declined': LendingDeclinedEvent;
    'lending-withdrawn': LendingWithdrawnEvent;
    'lending-step-changed': LendingStepChangedEvent;
    'lending-loading': LendingLoadingEvent;
    'lending-token-request': LendingTokenRequestEvent;
    'lending-ready': LendingReadyEvent;
    'lending-error': LendingErrorEvent;
  }
}
