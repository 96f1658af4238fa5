import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { ServerAdapter } from '../adapter/types.js';
import { loadPart, type LendingError, type Problem } from '../errors.js';
import { defaultSettings } from '../schema/default-settings.js';
import type { Draft, Reading } from '../schema/fields/form.js';
import type { Session } from '../schema/session.js';
import type { Settings } from '../schema/settings.js';
import { LendingElement } from './element.js';
import { hasInputFor, focusProblem, inFormOrder, focusPanel, errorSummary } from './error-summary.js';
import { LendingSubmitEvent, LendingSubmittedEvent } from './events.js';
import { Failures, loadFailureHelp, reportFailure } from './failure/failure.js';
import type { FormState } from './fields/form-state.js';
import { fillIn, recordInput } from './fill-in.js';
import { forms } from './form-styles.js';
import { pageLifecycle } from './page-lifecycle.js';
import type { Screens } from './screens/screens.js';
import type { Layout, ScreenHost } from './screens/types.js';
import type { StepName } from './steps.js';
import { controls, tokens } from './styles.js';

/** An enumerated attribute: every value except `screens` means `page`. */
export const layoutOf = (value: string | null): Layout =>
  value?.trim().toLowerCase() === 'screens' ? 'screens' : 'page';

/** Milliseconds until a pending call is called slow. Without a message, applicants reload the page. */
const SLOW = 5000;

const loadOwnAdapter = () => loadPart(import('./own-adapter.js'), 'adapter');

/** Returns a step's adapter, or one for its endpoint. Rejects if there is neither. */
export const backendOf = async (step: LendingStepElement<unknown>): Promise<ServerAdapter> =>
  step.adapter ?? (await loadOwnAdapter()).adapterOf(step);

/**
 * Base class of the steps: reads the form, shows problems, asks the page, makes the call and reports the result. A step adds
 * its fields and its call.
 */
export abstract class LendingStepElement<Value> extends LendingElement implements FormState {
  static override styles = [tokens, controls, forms];

  /** The answers of the step as they go over the wire. Set it to fill in the form; read it when the step is done. */
  @property({ attribute: false }) value: Value | undefined;
  /** Values that the backend knows already. The applicant cannot change those that `settings.readOnly` names. */
  @property({ attribute: false }) prefill: unknown;
  /**
   * The path at which the partner's backend has mounted the handler, for a step that is used alone. Default: none; a step in a
   * journey has the journey's.
   */
  @property() endpoint: string | undefined;
  /**
   * The backend that the step calls. The step also gets its settings from it, if `settings` is not set. Default: an adapter for
   * `endpoint`.
   */
  @property({ attribute: false }) adapter: ServerAdapter | undefined;
  /**
   * The values of the inputs, by their names. The step writes into this object; pass it to another element to keep them.
   * Personal data: keep it in memory.
   */
  @property({ attribute: false }) draft: Draft = {};
  /**
   * The layout of the questions: `page` shows all of them; `screens` shows at most five inputs at a time, under a heading of
   * their own. A short step has one screen. Default: `page`.
   */
  @property({ converter: layoutOf }) layout: Layout = 'page';
  /** The name of the shown screen. Default: the first one. */
  @property({ attribute: false }) screen: string | undefined;
  /** Whether Continue completes the step from any screen: the applicant came to change one answer. Default: `false`. */
  @property({ attribute: false }) revisit = false;
  /** Whether `<lending-onboarding>` shows the Back button. Default: `false`; a step alone has its own on later screens. */
  @property({ attribute: false }) embedded = false;
  /** The position of the step, like "Step 2 of 6". Screen readers read it with the heading. Default: empty. */
  @property() place = '';

  /** The problems, in the order of the form. */
  @state() problems: readonly Problem[] = [];
  @state() fixed: readonly string[] = [];
  @state() protected failure: LendingError | undefined;
  @state() protected pending = false;
  /** Whether the pending call has reported nothing new for a while. */
  @state() private slow = false;

  /** The screens, if the step has that layout and they have loaded. */
  screens: Screens | undefined;
  abstract readonly step: StepName;
  #settings: Settings | undefined;
  #submitted: Value | undefined;
  /** Aborts the pending call when the element leaves the page. */
  protected call: AbortController | undefined;
  readonly #failures = new Failures();
  #busy = false;
  /** The last progress message, and the timer until the call is called slow. */
  #progress = '';
  #slowTimer: ReturnType<typeof setTimeout> | undefined;
  /** Whether the next call first checks the outcome of the previous one. */
  #isChecking = false;
  /** Whether a call has failed. It may have succeeded, and only its answer was lost. */
  #hasFailed = false;

  /**
   * The settings of the partner's backend for the forms. Default: the adapter's session; until it arrives, the samples of the
   * specification.
   */
  @property({ attribute: false })
  get settings(): Settings {
    return this.#settings ?? defaultSettings;
  }
  set settings(settings: Settings | undefined) {
    this.#settings = settings;
  }

  protected override currentSettings(): Settings {
    return this.settings;
  }

  constructor() {
    super();
    this.addController(pageLifecycle(this, () => this.call?.abort()));
  }

  /** Reads the form: returns a value for the wire, or problems. */
  protected abstract read(): Reading<Value> | Promise<Reading<Value>>;
  /** Renders the fields of the step. */
  protected abstract renderFields(): TemplateResult;

  /** Converts a wire value to the values of the inputs. */
  protected write(_value: Value): Draft | Promise<Draft> {
    return {};
  }

  /** Applies the session to a step that is used without `<lending-onboarding>`. */
  protected applySession({ settings }: Session): void {
    this.settings = settings;
  }

  /** Whether the backend says that the step's call is already done. It is asked before a failed call is repeated. */
  protected async isDone(_adapter: ServerAdapter, _signal: AbortSignal): Promise<boolean> {
    return false;
  }

  /** Makes the step's call. Returns `false` if the applicant stopped it: then the step stays open. */
  protected async send(_value: Value, _adapter: ServerAdapter, _signal: AbortSignal): Promise<unknown> {
    return undefined;
  }

  /** Whether the step makes a call, and so needs an adapter. */
  protected makesCall: boolean = false;

  /** The screen of an input, by the name of the input; `undefined` for every input of a step that is not cut into screens. */
  screenOf?(_input: string): string | undefined;

  /** Shows problems that the step has not found itself, and moves the focus to the first. */
  async showProblems(refused: readonly Problem[], first: Problem): Promise<void> {
    if (this.screens) return this.screens.showProblems(refused, first);
    this.problems = inFormOrder(this.renderRoot, refused);
    await this.updateComplete;
    focusProblem(this.renderRoot, first);
  }

  /** Moves the focus to the heading. */
  focusHeading(): void {
    this.renderRoot.querySelector<HTMLElement>('#heading')!.focus();
  }

  /** Whether the step asks for the refused field. If not, the applicant cannot correct it. */
  protected asksFor(problem: Problem): boolean {
    return hasInputFor(this.renderRoot, problem);
  }

  /** Moves the focus to the input with the problem. */
  protected focusProblem(problem: Problem): void {
    focusProblem(this.renderRoot, problem);
  }

  protected override scheduleUpdate(): void | Promise<unknown> {
    const loads = this.layout === 'screens' && !!this.screenOf && !this.screens;
    return loads ? this.#loadScreens() : super.scheduleUpdate();
  }

  /** Loads the screens before the first rendering. If they do not load, all questions are shown. */
  async #loadScreens(): Promise<void> {
    try {
      const { Screens } = await loadPart(import('./screens/screens.js'), 'screens');
      this.screens = new Screens(this as ScreenHost);
    } catch {
      this.layout = 'page';
    }
    await super.scheduleUpdate();
  }

  protected override updated(_changed: PropertyValues<this>): void {
    this.screens?.apply();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('value') && this.value !== undefined && this.value !== this.#submitted) {
      void this.#fillIn(this.value);
    }
    if (changed.has('prefill') && this.prefill) void this.#fillIn(this.prefill as Value, true);
    if (changed.has('endpoint') || (this.makesCall && !this.adapter && !this.hasUpdated)) void this.#connect();
    if (changed.has('adapter') && this.adapter && !this.#settings) void this.#fetchSettings(this.adapter);
    this.#watchProgress(this.pending ? this.renderProgress() : '');
  }

  protected override render(): TemplateResult {
    const progress = this.pending ? this.renderProgress() : '';
    return html`<form
      part="form"
      novalidate
      aria-labelledby="heading"
      @submit=${this.#submit}
      @input=${this.#recordInput}
      @change=${this.#recordInput}
    >
      ${this.screens?.renderBack()}
      <span id="place" hidden>${this.place}</span>
      <div class="head">
        <h2 part="heading" id="heading" tabindex="-1" aria-describedby="place">
          ${this.screens?.heading ?? this.renderHeading()}
        </h2>
      </div>
      ${errorSummary(this.text, this.renderRoot, this.problems, (problem) => this.focusProblem(problem))}
      ${this.renderFields()} ${this.renderFailure()}
      <div part="actions" class="actions">${this.renderSubmit(progress)} ${this.renderActions()}</div>
      <p class=${this.slow ? 'hint' : 'hidden'} role="status">${this.slow ? this.text.maybe('slow') : progress}</p>
    </form>`;
  }

  /** The heading of the step. */
  protected renderHeading(): string | TemplateResult {
    return this.stepSentence('heading') ?? '';
  }

  /** The message while the call is pending. */
  protected renderProgress(): string {
    return (
      (this.#isChecking ? this.stepSentence('checking') : undefined) ??
      this.stepSentence('sending') ??
      this.text.term('sending')
    );
  }

  /** Renders the button that submits the step, with the message of a pending call. */
  protected renderSubmit(progress: string, describedBy?: string): TemplateResult {
    return html`<button
      part="submit"
      class="primary"
      type="submit"
      aria-disabled=${progress ? 'true' : nothing}
      aria-describedby=${describedBy ?? nothing}
      ?hidden=${this.failure?.code === 'outcome-unknown'}
    >
      ${progress || (this.stepSentence('submit') ?? this.text.term('continue'))}
    </button>`;
  }

  /** Renders more buttons next to the first. Default: none. */
  protected renderActions(): TemplateResult | typeof nothing {
    return nothing;
  }

  protected override showState(state?: string): void {
    super.showState(state);
    this.pending = state === 'pending';
  }

  async #fillIn(value: Value, isPrefill = false): Promise<void> {
    const fixed = fillIn(this.draft, await this.write(value), this.step, isPrefill ? this.settings.readOnly : []);
    if (isPrefill) this.fixed = fixed;
    this.#keepDraft();
    this.requestUpdate();
  }

  /**
   * Gets the backend of a step that is used alone. A step that cannot be finished says so before the applicant fills it in.
   * The focus stays where it is, because the applicant may be busy elsewhere on the page.
   */
  async #connect(): Promise<void> {
    try {
      await (await loadOwnAdapter()).connect(this);
    } catch (error) {
      await loadFailureHelp();
      this.failure = this.report(error);
    }
  }

  /**
   * Gets the settings of a step that is used alone. If this fails, the step uses the defaults, and its call reports the
   * failure.
   */
  async #fetchSettings(adapter: ServerAdapter): Promise<void> {
    // Settings that are set together with the adapter take priority.
    await Promise.resolve();
    if (this.#settings) return;
    const session = await adapter.session().catch(() => undefined);
    if (session && !this.#settings) this.applySession(session);
  }

  #keepDraft(): void {
    this.keepState({ draft: this.draft }, this.#submitted && JSON.stringify(this.#submitted));
  }

  protected override restoreState({ draft }: { draft: Draft }): void {
    Object.assign(this.draft, draft);
    this.requestUpdate();
  }

  /** A sentence of this step, if it has one. */
  protected stepSentence(what: string): string | undefined {
    return this.text.maybe(`${this.step}.${what}`);
  }

  /** Renders the failure with a button that tries again. */
  protected renderFailure(): TemplateResult | typeof nothing {
    if (!this.failure) return nothing;
    const { issues } = this.failure;
    const again = (event: Event) => this.retry(event);
    return this.#failures.render(this.text, this.failure, again, (what) => this.stepSentence(what), issues.length > 0);
  }

  /** Tries again after a failure. Default: makes the call again. */
  protected retry(event: Event): void {
    // The panel disappears, and must not take the focus with it.
    const find = (selector: string) => this.renderRoot.querySelector<HTMLElement>(selector);
    (find('[part="submit"]:not([hidden])') ?? find('#heading')!).focus({ preventScroll: true });
    void this.#submit(event);
  }

  /** Reports a failure to the page. */
  protected report(error: unknown): LendingError {
    const failure = this.#failures.add(error);
    reportFailure(this, this.step, failure);
    return failure;
  }

  #recordInput(event: Event): void {
    recordInput(this.draft, event.target as HTMLInputElement);
    // A form of the page must not submit a value that has changed since.
    this.#submitted = undefined;
    this.#keepDraft();
  }

  async #submit(event: Event): Promise<void> {
    event.preventDefault();
    if (this.#busy) return;
    this.#busy = true;
    this.#isChecking = !!this.failure?.canCheck;
    this.failure = undefined;
    this.showState();
    const call = (this.call = new AbortController());
    try {
      const reading = await this.read();
      const problems = inFormOrder(this.renderRoot, reading.problems);
      if (await this.screens?.continue(problems)) return;
      this.problems = problems;
      if (reading.value === undefined) return await focusPanel(this);
      this.#submitted = this.value = reading.value;
      this.#keepDraft();
      if (!this.dispatchEvent(new LendingSubmitEvent(this.step))) return;
      await this.#complete(reading.value, call.signal);
    } catch (error) {
      if (!call.signal.aborted) await this.fail(error);
    } finally {
      this.#busy = false;
      if (call.signal.aborted) this.showState();
    }
  }

  async #complete(value: Value, signal: AbortSignal): Promise<void> {
    if (this.makesCall) {
      this.showState('pending');
      const adapter = await backendOf(this);
      const isSent =
        (this.#hasFailed && (await this.isDone(adapter, signal))) || (await this.send(value, adapter, signal));
      if (signal.aborted || isSent === false) return this.showState();
    }
    this.showState('done');
    this.dispatchEvent(new LendingSubmittedEvent(this.step));
  }

  /** Shows a failure: next to its fields, or as a panel with a button. */
  protected async fail(error: unknown): Promise<void> {
    this.#hasFailed = true;
    await loadFailureHelp();
    this.showState('failed');
    const failure = this.report(error);
    const asked = failure.issues.filter((issue) => issue.reason !== 'unknown' && this.asksFor(issue));
    this.problems = inFormOrder(this.renderRoot, asked);
    if (asked.length === 0) this.failure = failure;
    await focusPanel(this);
  }

  /** Says that a call is slow if it has reported nothing new for a while. */
  #watchProgress(progress: string): void {
    if (progress === this.#progress) return;
    this.#progress = progress;
    this.slow = false;
    clearTimeout(this.#slowTimer);
    if (progress) this.#slowTimer = setTimeout(() => (this.slow = true), SLOW);
  }
}
