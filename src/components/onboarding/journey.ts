import { Handover } from '../../base/handover.js';
import type { ReactiveController, TemplateResult } from 'lit';
import { createAdapter, type ServerAdapter } from '../../adapter/adapter.js';
import type { LendingElement } from '../../base/element.js';
import { LendingStepChangedEvent } from '../../base/events.js';
import { Failures, toLendingError, loadFailureHelp, reportFailure } from '../../base/failure/failure.js';
import { focusHeading } from '../../base/panel.js';
import { painted, pageScripts } from '../../base/page-lifecycle.js';
import type { LendingStepElement } from '../../base/step/step.js';
import {
  isImmediate,
  readSteps,
  type Answers,
  type JourneyDraft,
  type StepName,
  LAST_SCREEN,
  type Layout,
} from '../../base/step/steps.js';
import type { TextController } from '../../base/text/text.js';
import { LendingError, needsReload } from '../../errors.js';
import type { Prefill, Session } from '../../schema/calls/session.js';
import { withTimeLimit } from '../../time-limit.js';
import { entryOf, followsHistory } from './page/history-entry.js';
import { orderError, reachableStep, startsWithFigures, stepBefore, stepPath, type OrderError } from './rules.js';

/** For a part that may fail to load: the journey works without it. */
const ignore = () => undefined;

/** Whether a retry can never succeed, so that the applicant would fill in the form for nothing. */
const isFinal = (error: unknown) =>
  error instanceof LendingError && !error.recoverable && error.code !== 'handler-signed-out';

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

export interface DraftSaver {
  /** Whether answers would be lost if the page was left now. */
  readonly isAtRisk: boolean;
  /** Renders the choice or the request to sign in that comes before the next save. */
  renderAbove(): unknown;
  /** `asks`: the shown step asks for answers that are not sent yet. */
  render(asks: boolean): unknown;
  /** Saves unsaved changes, because the cause of an earlier failure may be gone. */
  retry(): void;
  /** Saves unsaved changes before the page shows another journey. Resolves when no save is pending. */
  leave(): Promise<void>;
  /** Removes the draft's state from the page, because the page no longer shows this applicant's journey. */
  stop(): void;
}

/**
 * The draft of a journey that the page has removed, with its files, for the next journey of the same user on the page. It exists only
 * in memory.
 */
export const heldDraft: { current?: { draft: JourneyDraft; saving: DraftSaver } | undefined } = {};

export type SignInPlace = 'form' | 'above' | 'step';

/** How the step changed: `true`: the journey itself changed it. `back`: its Back button did. `false`: the applicant continued. */
export type Move = boolean | 'back';

type Reaction = (journey: Journey, event: never, target: LendingStepElement<unknown>) => unknown;

/** The actions of a journey. They load after the first step is shown. */
interface JourneyActions {
  watchPage(journey: Journey, signal: AbortSignal): void;
  applySession(journey: Journey, session: Session): Promise<void>;
  takeConsentStatus(journey: Journey): void;
  startOver(journey: Journey): Promise<void>;
  reportSteps(journey: Journey, error: OrderError): unknown;
  askToSignIn(journey: Journey, signal: AbortSignal, place?: SignInPlace): unknown;
  failSession(journey: Journey, error: LendingError, signal: AbortSignal): unknown;
  goBack(journey: Journey): void;
  updateTitle(journey: Journey): Promise<void>;
  /** By the type of an event of a step. */
  readonly reactions: Readonly<Record<string, Reaction>>;
}

interface JourneyParts {
  step(step: StepName): Promise<void>;
  actions(): Promise<JourneyActions>;
  introduction(): Promise<{ introduce(journey: Journey): Promise<void> }>;
}

/** The state of a journey on the page. It knows which step is shown, and moves the applicant. */
export class Journey implements ReactiveController {
  shown: StepName = 'company';
  steps = readSteps();
  session: Session | undefined;
  /** The values that are filled in before the applicant starts. */
  prefilled: Prefill | undefined;
  failure: LendingError | undefined;
  /** The failure after which the page can only be loaded again. The answers stay on it until then. */
  over: LendingError | undefined;
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
  again: { render(text: TextController): unknown } | undefined;
  /** The first step that was shown; `undefined` if a draft has chosen it. */
  firstStep: StepName | undefined;
  isFromHistory = false;
  /** Names of the inputs that the applicant has typed into on this page. */
  readonly enteredFields = new Set<string>();
  /** Renders the panel that asks to sign in, if nobody is signed in. */
  renderSignIn: ((text: TextController) => TemplateResult) | undefined;
  /** Where that panel is: in place of the form, above it, or nowhere, because a call of the step has failed and its failure tells it. */
  signInPlace: SignInPlace = 'form';
  /** Whether the introduction is shown instead of the first step. */
  isIntroducing = false;
  /** Renders the introduction. `undefined` until it has loaded, and it is known whether the applicant has begun. */
  renderIntroduction: ((text: TextController) => TemplateResult) | undefined;
  restoreTitle: (() => void) | undefined;
  /** Whether nothing is rendered for a moment, so that nothing of another user, business or application stays. */
  isCleared = false;

  #actions: JourneyActions | undefined;
  #hasConnected = false;
  #wrongSteps: string | undefined;
  #ownAdapter: ServerAdapter | undefined;
  #connection = new AbortController();
  #sessionCall: Promise<void> | undefined;
  /** Whether the page had nothing of an applicant when the journey started, so that its first session may be for another one. */
  #isNew = false;

  readonly handover: Handover;

  constructor(
    readonly host: JourneyHost,
    readonly parts: JourneyParts,
  ) {
    this.handover = new Handover(host);
    host.addController(this);
    host.addEventListener('input', (event) => {
      this.enteredFields.add((event.composedPath()[0] as HTMLInputElement).name);
      // A changed field is not an answer until the applicant continues.
      if (this.isDraftStep(this.shown)) delete host.draft.answers?.[this.shown];
    });
  }

  /** Aborts when the journey leaves the page, or starts again. */
  get signal(): AbortSignal {
    return this.#connection.signal;
  }

  get isCreated(): boolean {
    return !!this.session?.progress.done.includes('createApplication');
  }

  /** Whether a panel that asks the visitor to sign in replaces the form. After the application was created, each step shows such a panel itself. */
  get isSignedOut(): boolean {
    return !!this.renderSignIn && !this.isCreated && this.signInPlace === 'form';
  }

  get path(): readonly StepName[] {
    return stepPath(this.steps, this.isCreated);
  }

  /** The step whose position is shown. Kept figures are sent as a part of the review. An applicant who declined has not finished. */
  get countedStep(): StepName {
    const { shown, steps, current } = this;
    if ((current as { isEnded?: boolean } | null)?.isEnded) return 'end';
    return shown === 'prequalification' && this.isCreated && startsWithFigures(steps) ? 'review' : shown;
  }

  /** Whether the answers of a step are kept until the application exists. Such a step does not wait for the backend. */
  isDraftStep(step: StepName): step is keyof Answers {
    return isImmediate(step) || (step === 'prequalification' && startsWithFigures(this.steps) && !this.isCreated);
  }

  /** Whether the page has no data of the applicant: the backend has not responded, and nothing was typed. */
  get isUntouched(): boolean {
    return !this.session && this.enteredFields.size === 0 && !this.host.draft.answers;
  }

  get mayGoBack(): boolean {
    const { shown, path, isCreated, host } = this;
    const { screen, isChanging, isChangingScreen } = host.draft;
    const isOnScreen = !!screen && !isChangingScreen;
    return isOnScreen || (!!isChanging && this.isDraftStep(shown)) || !!stepBefore(path, shown, isCreated);
  }

  get current(): LendingStepElement<unknown> | null {
    return this.host.renderRoot.querySelector('.place #current');
  }

  hostConnected(): void {
    if (!this.#connection.signal.aborted || this.isCleared || !this.host.isConnected) return;
    this.#connection = new AbortController();
    void this.#connect();
  }

  hostDisconnected(): void {
    // Moving an element disconnects and connects it again. Only an element that stays disconnected aborts its calls.
    queueMicrotask(() => !this.host.isConnected && this.#connection.abort());
  }

  hostUpdated(): void {
    if (!this.#hasConnected) queueMicrotask(() => void this.#connect());
    this.#hasConnected = true;
  }

  /** Applies the page's list of steps, or the default one if its order is not allowed. */
  chooseSteps(): void {
    const { steps: list } = this.host;
    const steps = readSteps(list);
    const error = orderError(steps, !this.session || this.isCreated);
    this.steps = error ? readSteps() : steps;
    if (error && list !== this.#wrongSteps)
      void this.loadActions().then((actions) => actions.reportSteps(this, error), ignore);
    this.#wrongSteps = error && list;
  }

  /** The page's adapter, or our own after it was first needed. */
  get adapter(): ServerAdapter | undefined {
    return this.host.adapter ?? this.#ownAdapter;
  }

  get backend(): ServerAdapter {
    const { endpoint, namedBusiness: business } = this.host;
    return this.adapter ?? (this.#ownAdapter = createAdapter({ endpoint, business }));
  }

  /** Starts again at the first step with a new session: for another business, or another application. */
  async startAgain(): Promise<void> {
    const { draft } = this.host;
    this.isCleared = true;
    this.#ownAdapter = undefined;
    this.#connection.abort();
    // Until the pending session call ends, it can still change the journey.
    await this.#sessionCall?.catch(ignore);
    const actions = await this.loadActions().catch(ignore);
    // Each start has its own draft.
    if (draft !== this.host.draft) return;
    this.isCleared = false;
    await actions?.startOver(this);
    this.hostConnected();
  }

  /** Chooses the first step: from the history entry, the draft, or the page, in this order. */
  start(): void {
    const { host, steps } = this;
    const { step } = host.draft;
    const entry = followsHistory(host) ? entryOf(history.state) : undefined;
    const marked = entry?.step;
    // The journey starts at the first step of the list, unless the page has chosen another one.
    const wanted = marked ?? step ?? (this.shown === 'company' ? steps[0]! : this.shown);
    this.shown = wanted === 'end' || steps.includes(wanted) ? wanted : steps[0]!;
    this.isFromHistory = this.shown === marked;
    if (this.isFromHistory) host.draft.screen = entry?.screen;
    if (!step) this.firstStep = this.shown;
    this.isIntroducing =
      host.introduction && !this.isFromHistory && this.isDraftStep(this.shown) && (!step || !!host.draft.isIntroducing);
    if (this.isIntroducing) void this.introduce();
  }

  /** Shows the introduction. If it does not load, the first step is shown. */
  async introduce(): Promise<void> {
    try {
      await (await this.parts.introduction()).introduce(this);
    } catch {
      this.isIntroducing = false;
      this.host.requestUpdate();
    }
  }

  /** Shows a step, or the step that must come first. */
  async go(
    wanted: StepName,
    isMove: Move = false,
    takesFocus = isMove !== true || this.host.text.isFocused,
    screen?: string,
  ): Promise<void> {
    const { host } = this;
    const { signal } = this.#connection;
    if (takesFocus) this.handover.open();
    this.#actions?.takeConsentStatus(this);
    const step = this.reachableStep(wanted);
    this.failure = undefined;
    if (!this.isCreated || this.signInPlace === 'step') this.signInPlace = 'form';
    const isCut = host.layout === 'screens' && isImmediate(step);
    if (step !== this.shown || screen)
      host.draft.screen = isCut ? (screen ?? (isMove === 'back' ? LAST_SCREEN : undefined)) : undefined;
    this.isIntroducing = false;
    this.shown = step;
    host.requestUpdate();
    try {
      await Promise.all([this.parts.step(step), this.isDraftStep(step) ? undefined : this.loadSession()]);
    } catch (error) {
      if (signal.aborted || this.shown !== step) return;
      this.#fail(error, () => this.go(step, true), !takesFocus);
    }
    if (this.shown !== step) return;
    if (this.reachableStep(step) !== step) return this.go(step, isMove, takesFocus);
    host.requestUpdate();
    await host.updateComplete;
    if (this.shown === step) await this.#arrive(takesFocus, isMove);
  }

  async loadActions(): Promise<JourneyActions> {
    return (this.#actions ??= await this.parts.actions());
  }

  /** Shows another screen of the step from now on, and records it in the browser's history. */
  recordScreen(screen: string | undefined): void {
    const { shown, screenMove, host } = this;
    host.draft.screen = screen;
    this.screenMove = false;
    this.recordStep?.(shown, screenMove);
    host.requestUpdate();
  }

  report(failure: LendingError): void {
    reportFailure(this.host, this.shown, failure);
  }

  /** Calls a function with the actions, after they have loaded. If they do not load, the applicant can try again. */
  async act(action: (actions: JourneyActions) => unknown): Promise<void> {
    try {
      await action(await this.loadActions());
    } catch (error) {
      this.#fail(error, () => this.act(action));
      await this.focusShownStep();
    }
  }

  #fail(error: unknown, again: () => unknown, isAlert = false): void {
    this.failure = this.failures.add(error, isAlert);
    void loadFailureHelp();
    this.retry = again;
    this.report(this.failure);
    this.host.requestUpdate();
  }

  /** The step that is shown if this one is requested. Until the backend has responded, it is the requested one. */
  reachableStep(step: StepName): StepName {
    const { session, steps, host } = this;
    return session ? reachableStep(step, steps, session.progress.done, host.draft.answers) : step;
  }

  /** Moves the focus to the start of the step, after it has rendered. */
  async focusShownStep(): Promise<void> {
    await this.host.updateComplete;
    this.#focus();
    this.handover.close();
  }

  async #arrive(takesFocus: boolean, isMove: Move): Promise<void> {
    const { current, host } = this;
    await current?.updateComplete;
    if (takesFocus) void this.#takeFocus();
    // The screens have loaded, so the name of the last one is known now.
    host.draft.screen = current?.screens && current.screen;
    host.requestUpdate();
    this.recordStep?.(this.shown, isMove);
    host.dispatchEvent(new LendingStepChangedEvent(this.shown));
  }

  /** Moves the focus to the step, once its heading is there, and then removes the last step. */
  async #takeFocus(): Promise<void> {
    const { current, shown } = this;
    if (current?.ready) await current.ready;
    if (this.shown !== shown) return;
    this.#focus();
    this.handover.close();
  }

  #focus(): void {
    const { current, host } = this;
    if (host.getBoundingClientRect().top < 0) host.scrollIntoView();
    if (current?.focusHeading && !this.failure) current.focusHeading();
    else focusHeading(host.renderRoot.querySelector<HTMLElement>('#failure h3, h2'));
  }

  /** Asks the backend while the first step is already shown. */
  async #connect(): Promise<void> {
    const { signal } = this.#connection;
    this.#isNew = this.isUntouched && !!this.firstStep;
    await (this.host.endpoint || this.host.adapter ? undefined : pageScripts());
    if (this.isIntroducing) void this.parts.step(this.shown).catch(ignore);
    else if (this.shown !== 'company' && !this.session) void this.go(this.shown, true);
    const watch = async () => (await this.loadActions()).watchPage(this, signal);
    void watch().catch((error: unknown) => signal.aborted || this.report(toLendingError(error)));
    const { session } = this;
    // The work for the call would delay the first paint.
    if (this.shown === 'company') await painted();
    // A later step may have loaded the session meanwhile. A second session could arrive after the next call, and undo its progress.
    if (!signal.aborted && this.session === session) await this.#start();
  }

  /** Gets the session. A journey that cannot succeed shows the failure before the applicant fills in the form. */
  async #start(isAlert = true): Promise<void> {
    const { signal } = this;
    try {
      await this.loadSession(true);
    } catch (error) {
      if (signal.aborted) return;
      if (!this.isUntouched && needsReload(toLendingError(error))) {
        // The element came back to the page for another applicant, who starts without these answers.
        this.host.draft = {};
        return void this.startAgain();
      }
      if (this.isUntouched && isFinal(error)) this.#fail(error, () => this.#startAgain(), isAlert);
      else this.report(toLendingError(error));
    }
  }

  async #startAgain(): Promise<void> {
    const { failure } = this;
    await this.#start(false);
    if (this.failure === failure) this.failure = undefined;
    this.host.requestUpdate();
    await this.focusShownStep();
  }

  /** Gets the session if the journey has none. All callers share one request. */
  async loadSession(isAgain = false): Promise<void> {
    if (this.session && !isAgain) return;
    await (this.#sessionCall ??= this.#fetchSession().finally(() => (this.#sessionCall = undefined)));
  }

  async #fetchSession(): Promise<void> {
    const { signal } = this;
    const newStart = this.#isNew;
    this.#isNew = false;
    try {
      const session = await withTimeLimit(this.backend.session({ signal, newStart }), { signal });
      this.renderSignIn = undefined;
      await (await this.loadActions()).applySession(this, session);
    } catch (error) {
      void this.loadActions().then((actions) => actions.failSession(this, toLendingError(error), signal), ignore);
      throw error;
    }
  }
}
