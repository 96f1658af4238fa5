import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import type { ServerAdapter } from '../adapter/types.js';
import { loadPart, type LendingError } from '../errors.js';
import type { Reading } from '../schema/fields/form.js';
import { inFormOrder, focusPanel, errorSummary } from './error-summary.js';
import { LendingSubmitEvent, LendingSubmittedEvent } from './events.js';
import { Failures, loadFailureHelp, reportFailure } from './failure/failure.js';
import { pageLifecycle } from './page-lifecycle.js';
import { LendingStepForm } from './step-form.js';

/** Milliseconds until a pending call is called slow. Without a message, applicants reload the page. */
const SLOW = 5000;

const loadOwnAdapter = () => loadPart(import('./own-adapter.js'), 'adapter');

/** Returns a step's adapter, or one for its endpoint. Rejects if there is neither. */
export const backendOf = async (step: LendingStepElement<unknown>): Promise<ServerAdapter> =>
  step.adapter ?? (await loadOwnAdapter()).adapterOf(step);

/**
 * Base class of the steps: on Continue it reads the form, shows problems, asks the page, makes the call and reports the result. A
 * step adds its fields and its call.
 */
export abstract class LendingStepElement<Value> extends LendingStepForm<Value> {
  @state() protected failure: LendingError | undefined;
  @state() protected pending = false;
  /** Whether the pending call has reported nothing new for a while. */
  @state() private slow = false;

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

  constructor() {
    super();
    this.addController(pageLifecycle(this, () => this.call?.abort()));
  }

  /** Reads the form: returns a value for the wire, or problems. */
  protected abstract read(): Reading<Value> | Promise<Reading<Value>>;
  /** Renders the fields of the step. */
  protected abstract renderFields(): TemplateResult;

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

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    if (changed.has('endpoint') || (this.makesCall && !this.adapter && !this.hasUpdated)) void this.#connect();
    this.#watchProgress(this.pending ? this.renderProgress() : '');
  }

  protected override render(): TemplateResult {
    const progress = this.pending ? this.renderProgress() : '';
    return html`<form
      part="form"
      novalidate
      aria-labelledby="heading"
      @submit=${this.#submit}
      @input=${this.recordInput}
      @change=${this.recordInput}
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
      this.submitted = this.value = reading.value;
      this.keepDraft();
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
