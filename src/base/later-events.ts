/** The events of the steps after the first one, of the layout `screens` and of the widget, with which they load. */
import type { Problem } from '../errors.js';
import { bubbling } from './bubbling.js';
import type { StepName } from './step/steps.js';

/** The applicant skipped a step. */
export class LendingContinuedEvent extends Event {
  constructor(readonly step: StepName) {
    super('lending-continued', bubbling);
  }
}

/** The applicant wants to change answers of an earlier step: all, or the one at the path `field`. `problems` are those of rejected answers. */
export class LendingEditEvent extends Event {
  constructor(
    readonly step: StepName,
    readonly problems: readonly Problem[] = [],
    readonly field?: string,
  ) {
    super('lending-edit', bubbling);
  }
}

/** The applicant accepted the suggestion for an answer. Read the answers from the `value` of the step. */
export class LendingCorrectedEvent extends Event {
  constructor(readonly step: StepName) {
    super('lending-corrected', bubbling);
  }
}

/** The applicant did not consent to the credit checks. It has no fields. */
export class LendingDeclinedEvent extends Event {
  constructor() {
    super('lending-declined', bubbling);
  }
}

/** The applicant has withdrawn the consent. The withdrawal is on record; data that was already shared stays shared. It has no fields. */
export class LendingWithdrawnEvent extends Event {
  constructor() {
    super('lending-withdrawn', bubbling);
  }
}

/** A step shows another of its screens, by its name; `undefined` for the first one. */
export class LendingScreenChangedEvent extends Event {
  constructor(
    readonly step: StepName,
    readonly screen: string | undefined,
  ) {
    super('lending-screen-changed', bubbling);
  }
}

/** The widget's script and token are being loaded. It has no fields. */
export class LendingLoadingEvent extends Event {
  constructor() {
    super('lending-loading', bubbling);
  }
}

/** A token is requested: at every start, and when the widget says that its token has expired. It has no fields. */
export class LendingTokenRequestEvent extends Event {
  constructor() {
    super('lending-token-request', bubbling);
  }
}

/** The widget has started, and has its token. It has no fields. */
export class LendingReadyEvent extends Event {
  constructor() {
    super('lending-ready', bubbling);
  }
}

declare global {
  interface HTMLElementEventMap {
    'lending-continued': LendingContinuedEvent;
    'lending-edit': LendingEditEvent;
    'lending-corrected': LendingCorrectedEvent;
    'lending-declined': LendingDeclinedEvent;
    'lending-withdrawn': LendingWithdrawnEvent;
    'lending-screen-changed': LendingScreenChangedEvent;
    'lending-loading': LendingLoadingEvent;
    'lending-token-request': LendingTokenRequestEvent;
    'lending-ready': LendingReadyEvent;
  }
}
