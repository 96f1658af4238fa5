import type { ReactiveController, TemplateResult } from 'lit';
import type { ServerAdapter } from '../adapter.js';
import { part, type LendingError } from '../errors.js';
import type { Prefill, Session } from '../schema/session.js';
import type { LendingElement } from './element.js';
import { LendingStepChangedEvent } from './events.js';
import { failureOf, Failures, failureWords, tellFailure } from './failure.js';
import { isImmediate, readSteps, type JourneyDraft, type SavingMark, type StepName } from './journey.js';
import { entryOf, followsHistory } from './journey-entry.js';
import type { LendingStepElement } from './step.js';
import { StepOrder } from './step-order.js';
import type { TextController } from './text.js';

/** The journey, as its way knows it. */
interface Journey extends LendingElement {
  readonly step: StepName;
  readonly steps: string | undefined;
  readonly prefill: Prefill | undefined;
  draft: JourneyDraft;
  readonly history: 'on' | 'off';
  readonly leaveGuard: boolean;
  readonly pageTitle: boolean;
}

/** What a way needs done that only the journey can do. */
interface Means {
  /** Loads what a step needs. */
  load: (step: StepName) => Promise<void>;
  /** Loads what the journey needs after its first step. */
  loadLater: () => Promise<Later>;
  /** The backend, as it is to be asked now. */
  backend: () => ServerAdapter;
}

/** What saves the draft for another device, where the backend does. */
interface Saving {
  readonly mark: SavingMark;
  renderChoice(): TemplateResult | undefined;
  render(): TemplateResult;
  /** Saves nothing more. */
  stop(): void;
}

/** Whether the applicant pressed nothing in the journey to come to a step, or its own way back. */
export type Move = boolean | 'back';

/** Without that part, less is said. */
const ignore = () => undefined;

export type Later = typeof import('./journey-later.js');

/** Takes the applicant from step to step, for as long as the journey is on the page. What only later steps need loads later. */
export class JourneyWay implements ReactiveController {
  shown: StepName = 'company';
  steps = readSteps();
  session: Session | undefined;
  /** What is known before anything is entered. */
  known: Prefill | undefined;
  failure: LendingError | undefined;
  /** Takes up again what failed. */
  again!: () => unknown;
  readonly failures = new Failures();
  isOffline = false;
  later: Later | undefined;
  /** Notes in the browser's history which step is shown. */
  note: ((step: StepName, isMove: Move) => void) | undefined;
  /** Keeps what was entered through a reload. */
  keep: (() => Promise<void>) | undefined;
  /** Saves it for another device. */
  saving: Saving | undefined;
  /** The step that was shown first, where no draft said which. */
  first: StepName | undefined;
  /** Whether the entry of the browser's history said which. */
  isMarked = false;
  /** The inputs in which the applicant has entered something on this page. */
  readonly entered = new Set<string>();
  readonly #means: Means;
  /** Says above the first steps that nobody is signed in, where that is so. */
  signIn: ((text: TextController) => TemplateResult) | undefined;
  /** Gives the page its own title back. */
  untitle: (() => void) | undefined;
  /** Whether nothing is shown for a moment: a form that stays would keep what another user has entered. */
  isBlank = false;
  #hasBegun = false;
  readonly #order = new StepOrder();
  #life = new AbortController();
  #asking: Promise<void> | undefined;

  constructor(
    readonly host: Journey,
    means: Means,
  ) {
    this.#means = means;
    host.addController(this);
    host.addEventListener('input', (event) => {
      this.entered.add((event.composedPath()[0] as HTMLInputElement).name);
      // What is changed there is no answer until the applicant goes on with it.
      if (isImmediate(this.shown)) delete host.draft.answers?.[this.shown];
    });
  }

  hostConnected(): void {
    if (!this.#life.signal.aborted) return;
    this.#life = new AbortController();
    void this.#begin();
  }

  hostDisconnected(): void {
    // A move in the document disconnects and connects again: only an element that stays away gives up its calls.
    queueMicrotask(() => !this.host.isConnected && this.#life.abort());
  }

  hostUpdated(): void {
    const fault = this.#order.untold();
    if (fault) void import('./journey-check.js').then(({ refuseSteps }) => refuseSteps(this, fault), ignore);
    if (!this.#hasBegun) queueMicrotask(() => void this.#begin());
    this.#hasBegun = true;
  }

  /** Takes the steps that the page wants, if they can be in that order. */
  chooseSteps(): void {
    this.steps = this.#order.choose(this.host.steps, !this.session || this.isCreated);
  }

  get isCreated(): boolean {
    return !!this.session?.progress.done.includes('createApplication');
  }

  /** The backend, as it is to be asked now. */
  get backend(): ServerAdapter {
    return this.#means.backend();
  }

  /** The step's element. */
  get current(): LendingStepElement<unknown> | null {
    return this.host.renderRoot.querySelector('#current');
  }

  /**
   * Chooses the step that is shown first: where the entry of the browser's history or the draft says that the applicant was,
   * else where the page wants it.
   */
  start(): void {
    const { host, steps } = this;
    const { step } = host.draft;
    const marked = followsHistory(host) ? entryOf(history.state)?.step : undefined;
    const wanted = marked ?? step ?? this.shown;
    this.shown = wanted === 'end' || steps.includes(wanted) ? wanted : steps[0]!;
    this.isMarked = this.shown === marked;
    if (!step) this.first = this.shown;
  }

  /** Shows a step, or the one that must come before it. */
  async go(
    wanted: StepName,
    isMove: Move = false,
    takesFocus = isMove !== true || this.host.matches(':focus-within'),
  ): Promise<void> {
    const { host } = this;
    this.later?.takeOver(this);
    const step = this.reach(wanted);
    this.failure = undefined;
    this.shown = step;
    host.requestUpdate();
    try {
      await Promise.all([this.#means.load(step), isImmediate(step) ? undefined : this.loadSession()]);
    } catch (error) {
      if (this.#life.signal.aborted || this.shown !== step) return;
      this.#fail(error, () => this.go(step, true));
    }
    if (this.shown !== step) return;
    if (this.reach(step) !== step) return this.go(step, isMove, takesFocus);
    host.requestUpdate();
    await host.updateComplete;
    if (this.shown === step) await this.#arrive(takesFocus, isMove);
  }

  async loadLater(): Promise<Later> {
    return (this.later ??= await this.#means.loadLater());
  }

  /** Goes on from a step that is done. Where the applicant is faster than the network, that part is still to come. */
  async finish(step: StepName, value: unknown): Promise<void> {
    try {
      (await this.loadLater()).finish(this, step, value);
    } catch (error) {
      this.#fail(error, () => this.finish(step, value));
      this.host.requestUpdate();
      await this.show();
    }
  }

  /** Tells the page what failed. */
  tell(failure: LendingError): void {
    tellFailure(this.host, this.shown, failure);
  }

  /** Says more of a failure, once that has come. */
  async #explain(): Promise<void> {
    await failureWords();
    this.host.requestUpdate();
  }

  #fail(error: unknown, again: () => unknown): void {
    this.failure = this.failures.take(error);
    void this.#explain();
    this.again = again;
    this.tell(this.failure);
  }

  /**
   * What a reload must not lose. A browser may write it to its disk: once the application is created nothing asks for its
   * answers any more, and they are left out. Files cannot be kept.
   */
  kept(): JourneyDraft {
    const { inputs, answers, ...draft } = this.host.draft;
    const gone = this.isCreated ? { company: undefined, applicant: undefined } : {};
    const saving = this.saving?.mark ?? draft.saving;
    return { ...draft, inputs: { ...inputs, ...gone }, answers: { ...answers, ...gone }, files: undefined, saving };
  }

  /** Where a wish to see a step leads. Before the backend has said anything, nobody knows. */
  reach(step: StepName): StepName {
    const { session, steps, later, host } = this;
    return session && later ? later.reachable(step, steps, session.progress.done, host.draft.answers) : step;
  }

  /** Puts the applicant at the top of what is shown, once it is. */
  async show(): Promise<void> {
    await this.host.updateComplete;
    this.#focus();
  }

  /** Puts the applicant at the top of what is shown now, and tells of it. */
  async #arrive(takesFocus: boolean, isMove: Move): Promise<void> {
    const { current, host } = this;
    await current?.updateComplete;
    if (takesFocus) this.#focus();
    this.note?.(this.shown, isMove);
    host.dispatchEvent(new LendingStepChangedEvent(this.shown));
  }

  #focus(): void {
    const { current, host } = this;
    if (host.getBoundingClientRect().top < 0) host.scrollIntoView();
    if (current?.focusHeading && !this.failure) current.focusHeading();
    else host.renderRoot.querySelector<HTMLElement>('#failure, h2')?.focus({ preventScroll: true });
  }

  /** Asks the backend beside the first step, which does not wait for it. */
  async #begin(): Promise<void> {
    const { signal } = this.#life;
    if (this.shown !== 'company' && !this.session) void this.go(this.shown, true);
    const accompany = async () => (await this.loadLater()).accompany(this, signal);
    try {
      await Promise.all([this.loadSession(true), part(accompany(), 'journey')]);
    } catch (error) {
      if (!signal.aborted) this.tell(failureOf(error));
    }
  }

  /** Asks the backend what it knows, where that is not known yet; once, however many wait for it. */
  async loadSession(isAgain = false): Promise<void> {
    if (this.session && !isAgain) return;
    await (this.#asking ??= this.#ask().finally(() => (this.#asking = undefined)));
  }

  async #ask(): Promise<void> {
    const { signal } = this.#life;
    try {
      const session = await this.backend.session({ signal });
      this.signIn = undefined;
      await (await this.loadLater()).settle(this, session);
    } catch (error) {
      if (failureOf(error).code === 'handler-signed-out') {
        void import('./journey-signed-out.js').then(({ askToSignIn }) => askToSignIn(this, signal), ignore);
      }
      throw error;
    }
  }
}
