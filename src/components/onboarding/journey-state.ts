import type { TemplateResult } from 'lit';
import type { ServerAdapter } from '../../adapter/types.js';
import type { LendingElement } from '../../base/element.js';
import { Failures } from '../../base/failure/failure.js';
import type { Layout } from '../../base/screens/types.js';
import type { LendingStepElement } from '../../base/step.js';
import { isImmediate, readSteps, type Answers, type JourneyDraft, type StepName } from '../../base/steps.js';
import type { TextController } from '../../base/text.js';
import type { LendingError } from '../../errors.js';
import type { Prefill, Session } from '../../schema/session.js';
import { startsWithFigures, stepPath } from './step-order.js';

/** The element that shows the journey. */
export interface JourneyHost extends LendingElement {
  readonly step: StepName;
  readonly endpoint: string | undefined;
  readonly adapter: ServerAdapter | undefined;
  readonly steps: string | undefined;
  readonly prefill: Prefill | undefined;
  draft: JourneyDraft;
  readonly history: 'on' | 'off';
  readonly leaveGuard: boolean;
  readonly introduction: boolean;
  readonly layout: Layout;
  readonly pageTitle: boolean;
}

/** Saves the draft of a journey. */
export interface DraftSaver {
  /** Whether answers would be lost if the page was left now. */
  readonly isAtRisk: boolean;
  renderChoice(): TemplateResult | undefined;
  render(): unknown;
  /** Saves unsaved changes: the cause of a failure may be gone. */
  retry(): void;
  /** Saves unsaved changes before the journey leaves the applicant. Resolves when no save is under way. */
  leave(): Promise<void>;
  /** Removes the draft's state from the page: it has left the applicant. */
  stop(): void;
}

/**
 * The draft of a journey that the page has removed, with its files, for the next journey of the same user on the page. It exists only
 * in memory.
 */
export const heldDraft: { current?: { draft: JourneyDraft; saving: DraftSaver } | undefined } = {};

/** Whether the journey itself changed the step (`true`), or its Back button did. `false`: the applicant continued. */
export type Move = boolean | 'back';

/**
 * The state of a journey on the page. The controller moves the applicant; the actions, and parts that load later, work on this
 * state.
 */
export abstract class JourneyState {
  shown: StepName = 'company';
  steps = readSteps();
  session: Session | undefined;
  /** The values that are filled in before the applicant starts. */
  prefilled: Prefill | undefined;
  failure: LendingError | undefined;
  retry!: () => unknown;
  readonly failures = new Failures();
  isOffline = false;
  recordStep: ((step: StepName, isMove: Move) => void) | undefined;
  /** How the applicant gets to the next screen of the step. */
  screenMove: Move = false;
  /** Resolves when the draft is restored; `undefined` if none is being restored. */
  restoring: Promise<void> | undefined;
  saving: DraftSaver | undefined;
  /** Renders the parts below the step, once the session is known: about the draft, and about a new application. */
  renderBelow: ((text: TextController) => unknown) | undefined;
  /** Renders the line for a backend that saves no drafts. */
  renderPageOnly: (() => TemplateResult) | undefined;
  /** Offers a new application, if the backend allows one. */
  again: { render(text: TextController): unknown } | undefined;
  /** The first step that was shown; `undefined` if a draft has chosen it. */
  firstStep: StepName | undefined;
  isFromHistory = false;
  /** Names of the inputs that the applicant has typed into on this page. */
  readonly enteredFields = new Set<string>();
  /** Renders the panel that asks to sign in, if nobody is signed in. */
  renderSignIn: ((text: TextController) => TemplateResult) | undefined;
  /** Whether the introduction is shown instead of the first step. */
  isIntroducing = false;
  /** Renders the introduction. `undefined` until it has loaded, and it is known whether the applicant has begun. */
  renderIntroduction: ((text: TextController) => TemplateResult) | undefined;
  restoreTitle: (() => void) | undefined;
  /** Whether nothing is rendered for a moment, so that nothing of another user, business or application stays. */
  isCleared = false;

  constructor(readonly host: JourneyHost) {}

  get isCreated(): boolean {
    return !!this.session?.progress.done.includes('createApplication');
  }

  /** Whether the panel that asks to sign in takes the place of the form. After the application was created, each step asks itself. */
  get isSignedOut(): boolean {
    return !!this.renderSignIn && !this.isCreated;
  }

  get path(): readonly StepName[] {
    return stepPath(this.steps, this.isCreated);
  }

  /** The step whose position is shown. Kept figures are sent as a part of the review. */
  get countedStep(): StepName {
    const { shown, steps } = this;
    return shown === 'prequalification' && this.isCreated && startsWithFigures(steps) ? 'review' : shown;
  }

  /** Whether the answers of a step are kept until the application exists. Such a step does not wait for the backend. */
  isDraftStep(step: StepName): step is keyof Answers {
    return isImmediate(step) || (step === 'prequalification' && startsWithFigures(this.steps) && !this.isCreated);
  }

  /** Whether nothing is known of the applicant: the backend has not answered, and nothing was typed. */
  get isUntouched(): boolean {
    return !this.session && this.enteredFields.size === 0 && !this.host.draft.answers;
  }

  get current(): LendingStepElement<unknown> | null {
    return this.host.renderRoot.querySelector('#current');
  }

  abstract get backend(): ServerAdapter;
  /** Shows the introduction. If it does not load, the first step is shown. */
  abstract introduce(): Promise<void>;
  /** Shows a step, or the step that must come first. */
  abstract go(wanted: StepName, isMove?: Move, takesFocus?: boolean, screen?: string): Promise<void>;
  /** Applies the page's list of steps, or the default one if its order is not allowed. */
  abstract chooseSteps(): void;
  /** Gets the session if it is unknown. All callers share one request. */
  abstract loadSession(isAgain?: boolean): Promise<void>;
  /** The step that is shown if this one is requested. It is unknown until the backend has answered. */
  abstract reachableStep(step: StepName): StepName;
  /** Moves the focus to the start of the step, after it has rendered. */
  abstract focusShownStep(): Promise<void>;
  /** Starts again at the first step with a new session: for another business, or another application. */
  abstract startAgain(): Promise<void>;
  abstract report(failure: LendingError): void;
}
