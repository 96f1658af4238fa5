import type { ReactiveController } from 'lit';
import { createAdapter, type ServerAdapter } from '../../adapter/adapter.js';
import { LendingStepChangedEvent } from '../../base/events.js';
import { toLendingError, loadFailureHelp, reportFailure } from '../../base/failure/failure.js';
import { painted } from '../../base/page-lifecycle.js';
import { pageScripts } from '../../base/page-scripts.js';
import { LAST_SCREEN } from '../../base/screens/types.js';
import { isImmediate, readSteps, type StepName } from '../../base/steps.js';
import { LendingError, loadPart } from '../../errors.js';
import { withTimeLimit } from '../../time-limit.js';
import { JourneyState, type JourneyHost, type Move } from './journey-state.js';
import { entryOf, followsHistory } from './page/history-entry.js';
import { orderFault } from './step-order.js';

/** If the part does not load, it is left out. */
const ignore = () => undefined;

/** Whether trying again later cannot help: the applicant would fill in the form for nothing. */
const isFinal = (error: unknown) =>
  error instanceof LendingError && !error.recoverable && error.code !== 'handler-signed-out';

export type JourneyActions = typeof import('./journey-actions.js');

/** Knows which step is shown, and moves the applicant. It loads the parts for later steps. */
export class JourneyController extends JourneyState implements ReactiveController {
  actions: JourneyActions | undefined;
  #hasConnected = false;
  #wrongSteps: string | undefined;
  #ownAdapter: ServerAdapter | undefined;
  #connection = new AbortController();
  #sessionCall: Promise<void> | undefined;

  constructor(
    host: JourneyHost,
    readonly load: (step: StepName) => Promise<void>,
  ) {
    super(host);
    host.addController(this);
    host.addEventListener('input', (event) => {
      this.enteredFields.add((event.composedPath()[0] as HTMLInputElement).name);
      // A changed field is not an answer until the applicant continues.
      if (this.isDraftStep(this.shown)) delete host.draft.answers?.[this.shown];
    });
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

  override chooseSteps(): void {
    const { steps: list } = this.host;
    const steps = readSteps(list);
    const fault = orderFault(steps, !this.session || this.isCreated);
    this.steps = fault ? readSteps() : steps;
    if (fault && list !== this.#wrongSteps)
      void import('./report-steps.js').then(({ reportSteps }) => reportSteps(this, fault), ignore);
    this.#wrongSteps = fault && list;
  }

  /** The page's adapter, or our own once it was needed. */
  get adapter(): ServerAdapter | undefined {
    return this.host.adapter ?? this.#ownAdapter;
  }

  override get backend(): ServerAdapter {
    const { endpoint, namedBusiness: business } = this.host;
    return this.adapter ?? (this.#ownAdapter = createAdapter({ endpoint, business }));
  }

  override async startAgain(): Promise<void> {
    const { draft } = this.host;
    this.isCleared = true;
    this.#ownAdapter = undefined;
    this.#connection.abort();
    // Until it ends, it can still change the journey.
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
    // Unless the page has chosen another one, the first of the list comes first.
    const wanted = marked ?? step ?? (this.shown === 'company' ? steps[0]! : this.shown);
    this.shown = wanted === 'end' || steps.includes(wanted) ? wanted : steps[0]!;
    this.isFromHistory = this.shown === marked;
    if (this.isFromHistory) host.draft.screen = entry?.screen;
    if (!step) this.firstStep = this.shown;
    this.isIntroducing =
      host.introduction && !this.isFromHistory && this.isDraftStep(this.shown) && (!step || !!host.draft.isIntroducing);
    if (this.isIntroducing) void this.introduce();
  }

  override async introduce(): Promise<void> {
    try {
      await (await import('./introduction/introduction.js')).introduce(this);
    } catch {
      this.isIntroducing = false;
      this.host.requestUpdate();
    }
  }

  override async go(
    wanted: StepName,
    isMove: Move = false,
    takesFocus = isMove !== true || this.host.matches(':focus-within'),
    screen?: string,
  ): Promise<void> {
    const { host } = this;
    const { signal } = this.#connection;
    this.actions?.takeConsentStatus(this);
    const step = this.reachableStep(wanted);
    this.failure = undefined;
    const isCut = host.layout === 'screens' && isImmediate(step);
    if (step !== this.shown || screen)
      host.draft.screen = isCut ? (screen ?? (isMove === 'back' ? LAST_SCREEN : undefined)) : undefined;
    this.isIntroducing = false;
    this.shown = step;
    host.requestUpdate();
    try {
      await Promise.all([this.load(step), this.isDraftStep(step) ? undefined : this.loadSession()]);
    } catch (error) {
      if (signal.aborted || this.shown !== step) return;
      this.#fail(error, () => this.go(step, true));
    }
    if (this.shown !== step) return;
    if (this.reachableStep(step) !== step) return this.go(step, isMove, takesFocus);
    host.requestUpdate();
    await host.updateComplete;
    if (this.shown === step) await this.#arrive(takesFocus, isMove);
  }

  async loadActions(): Promise<JourneyActions> {
    return (this.actions ??= await loadPart(import('./journey-actions.js'), 'journey'));
  }

  /** Completes a step. If the journey's actions have not loaded yet, it waits for them. */
  async completeStep(step: StepName, value: unknown): Promise<void> {
    const { draft } = this.host;
    try {
      (await this.loadActions()).completeStep(this, step, value, draft);
    } catch (error) {
      this.#fail(error, () => this.completeStep(step, value));
      this.host.requestUpdate();
      await this.focusShownStep();
    }
  }

  override report(failure: LendingError): void {
    reportFailure(this.host, this.shown, failure);
  }

  #fail(error: unknown, again: () => unknown): void {
    this.failure = this.failures.add(error);
    void loadFailureHelp();
    this.retry = again;
    this.report(this.failure);
  }

  override reachableStep(step: StepName): StepName {
    const { session, steps, actions, host } = this;
    return session && actions ? actions.reachableStep(step, steps, session.progress.done, host.draft.answers) : step;
  }

  override async focusShownStep(): Promise<void> {
    await this.host.updateComplete;
    this.#focus();
  }

  /** Moves the focus to the step, and tells the page that it has changed. */
  async #arrive(takesFocus: boolean, isMove: Move): Promise<void> {
    const { current, host } = this;
    await current?.updateComplete;
    if (takesFocus) this.#focus();
    // The name of the last screen is known now.
    host.draft.screen = current?.screens && current.screen;
    host.requestUpdate();
    this.recordStep?.(this.shown, isMove);
    host.dispatchEvent(new LendingStepChangedEvent(this.shown));
  }

  #focus(): void {
    const { current, host } = this;
    if (host.getBoundingClientRect().top < 0) host.scrollIntoView();
    if (current?.focusHeading && !this.failure) current.focusHeading();
    else host.renderRoot.querySelector<HTMLElement>('#failure, h2')?.focus({ preventScroll: true });
  }

  /** Asks the backend while the first step is already shown. */
  async #connect(): Promise<void> {
    const { signal } = this.#connection;
    await (this.host.endpoint || this.host.adapter ? undefined : pageScripts());
    if (this.isIntroducing) void this.load(this.shown).catch(ignore);
    else if (this.shown !== 'company' && !this.session) void this.go(this.shown, true);
    const accompany = async () => (await this.loadActions()).watchPage(this, signal);
    void loadPart(accompany(), 'journey').catch(
      (error: unknown) => signal.aborted || this.report(toLendingError(error)),
    );
    const { session } = this;
    // The work for the call would delay the first paint.
    if (this.shown === 'company') await painted();
    // A later step may have asked in the meantime. A second answer could come after the next call, and undo its progress.
    if (!signal.aborted && this.session === session) await this.#start();
  }

  /** Gets the session. A journey that cannot succeed says so before the applicant fills in the form. */
  async #start(): Promise<void> {
    const { signal } = this.#connection;
    try {
      await this.loadSession(true);
    } catch (error) {
      if (signal.aborted) return;
      if (this.isUntouched && isFinal(error)) this.#fail(error, () => this.#startAgain());
      else this.report(toLendingError(error));
    }
  }

  async #startAgain(): Promise<void> {
    const { failure } = this;
    await this.#start();
    if (this.failure === failure) this.failure = undefined;
    this.host.requestUpdate();
    await this.focusShownStep();
  }

  override async loadSession(isAgain = false): Promise<void> {
    if (this.session && !isAgain) return;
    await (this.#sessionCall ??= this.#fetchSession().finally(() => (this.#sessionCall = undefined)));
  }

  async #fetchSession(): Promise<void> {
    const { signal } = this.#connection;
    try {
      const session = await withTimeLimit(this.backend.session({ signal }), { signal });
      this.renderSignIn = undefined;
      await (await this.loadActions()).applySession(this, session);
    } catch (error) {
      if (toLendingError(error).code === 'handler-signed-out') {
        void import('./signed-out.js').then(({ watchSignIn }) => watchSignIn(this, signal), ignore);
      }
      throw error;
    }
  }
}
