import type { LendingError, Problem } from '../errors.js';
import { bubbling } from './bubbling.js';
import type { StepName } from './step/steps.js';

export type * from './later-events.js';

/** Asks whether a completed step may continue. Cancel the event to stop the step from making its call. */
export class LendingBeforeSubmitEvent extends Event {
  constructor(readonly step: StepName) {
    super('lending-before-submit', { ...bubbling, cancelable: true });
  }
}

/** A step is done. Read the answers from its `value`. */
export class LendingSubmittedEvent extends Event {
  constructor(readonly step: StepName) {
    super('lending-submitted', bubbling);
  }
}

/** The journey shows another step. */
export class LendingStepChangedEvent extends Event {
  constructor(readonly step: StepName) {
    super('lending-step-changed', bubbling);
  }
}

/**
 * The step or the service rejected answers. `problems` has the path and the reason of each, as in `{ path: 'addresses.0.postcode', reason: 'empty'
 * }`. In the review, a path begins with the step that asks for the answer.
 */
export class LendingProblemsEvent extends Event {
  constructor(
    readonly step: StepName,
    readonly problems: readonly Pick<Problem, 'path' | 'reason'>[],
  ) {
    super('lending-problems', bubbling);
  }
}

/** Something failed. The error has a code, a cause and a remedy. The applicant has already been shown a sentence. */
export class LendingErrorEvent extends Event {
  constructor(
    readonly step: StepName,
    readonly error: LendingError,
  ) {
    super('lending-error', bubbling);
  }
}

declare global {
  interface HTMLElementEventMap {
    'lending-before-submit': LendingBeforeSubmitEvent;
    'lending-submitted': LendingSubmittedEvent;
    'lending-step-changed': LendingStepChangedEvent;
    'lending-problems': LendingProblemsEvent;
    'lending-error': LendingErrorEvent;
  }
}
