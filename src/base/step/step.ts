import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import type { ServerAdapter } from '../../adapter/types.js';
import { loadPart, type LendingError } from '../../errors.js';
import type { Reading } from '../../schema/fields/form.js';
import { inFormOrder, errorSummary } from '../error-summary.js';
import { LendingBeforeSubmitEvent, LendingSubmittedEvent } from '../events.js';
import { Failures, loadFailureHelp, reportFailure } from '../failure/failure.js';
import { pageLifecycle } from '../page-lifecycle.js';
import { presentPanel } from '../panel.js';
import { LendingStepForm } from './step-form.js';

const loadCorrections = () => loadPart(import('../corrections.js'), 'corrections');
const loadOwnAdapter = () => loadPart(import('./own-adapter.js'), 'adapter');

/** Returns a step's adapter, or one for its endpoint. Rejects if there is neither. */
export const backendOf = async (step: LendingStepElement<unknown>): Promise<ServerAdapter> =>
  step.adapter ?? (await loadOwnAdapter()).ensureAdapter(step);

/**
 * Base class of the steps: on Continue it reads the form, shows problems, asks the page, and reports the result. A step adds its fields.
 *
 * @event {LendingProblemsEvent} lending-problems - Answers were rejected: the paths and the reasons, and no answer.
 * @csspart form - The form.
 * @csspart heading - The heading of the step.
 * @csspart summary - The list of problems.
 * @csspart actions - The row of buttons.
 * @csspart input - An input, a select or a box.
 * @csspart error - The problem of a field.
 * @csspart submit - The main button of the step.
 * @cssstate done - The step is done.
 */
export abstract class LendingStepElement<Value> extends LendingStepForm<Value> {
  /** @internal */
  @state() failure: LendingError | undefined;
  /** Whether the step makes a call now, so that it needs a backend. */
  protected makesCall: boolean = false;

  /** Aborts pending work when the element leaves the page. */
  protected call: AbortController | undefined;
  readonly #failures = new Failures();
  /** Whether a submission is under way. @internal */
  isBusy = false;

  constructor() {
    super();
    this.addController(pageLifecycle(this, () => this.call?.abort()));
  }

  /** Reads the form: returns a value for the wire, or problems. `isCheck`: an answer is being corrected, so it changes nothing. */
  protected abstract read(isCheck?: boolean): Reading<Value> | Promise<Reading<Value>>;
  protected abstract renderFields(): TemplateResult;

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    const isNamed = changed.has('endpoint') || (this.endpoint && changed.has('business'));
    if (changed.has('adapter') && this.adapter && !this.embedded)
      loadOwnAdapter().then(
        ({ followPage }) => followPage(this),
        () => undefined,
      );
    if (isNamed || (this.makesCall && !this.adapter && !this.hasUpdated)) void this.#connect();
  }

  protected override startAgain(changed: PropertyValues<this>): void {
    this.call?.abort();
    this.showState();
    super.startAgain(changed);
  }

  protected override render(): TemplateResult {
    return html`<form
      part="form"
      novalidate
      @submit=${this.submit}
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
      ${errorSummary(this, (problem) => this.focusProblem(problem))} ${this.renderFields()} ${this.renderFailure()}
      <div part="actions" class="actions">${this.renderSubmit()} ${this.renderActions()}</div>
      ${this.screens?.renderNext()} ${this.renderStatus()} ${this.renderFootnote?.()}
    </form>`;
  }

  protected renderHeading(): string | TemplateResult {
    return this.stepSentence('heading') ?? '';
  }

  /** The text of the button that submits the step. */
  protected get submitLabel(): string {
    return this.stepSentence('submit') ?? this.text.term(this.failure?.recoverable ? 'try-again' : 'continue');
  }

  protected renderSubmit(): TemplateResult {
    return html`<button part="submit" class="primary" type="submit">${this.submitLabel}</button>`;
  }

  /** Renders the status of the step, which screen readers announce. Default: none. */
  protected renderStatus(): TemplateResult | typeof nothing {
    return nothing;
  }

  /** Renders a statement that screen readers read once, below the buttons, and not on each way to them. Default: none. */
  protected renderFootnote?(): TemplateResult | typeof nothing;

  /** Renders more buttons next to the first. Default: none. */
  protected renderActions(): TemplateResult | typeof nothing {
    return nothing;
  }

  /** Gets the backend of a step that is used alone. If that fails, the step shows the failure before the applicant fills it in. */
  async #connect(): Promise<void> {
    try {
      await (await loadOwnAdapter()).assignAdapter(this);
    } catch (error) {
      await loadFailureHelp();
      if (!this.adapter) this.failure = this.report(error, true);
    }
  }

  /** Problems go as soon as they are corrected. */
  protected override recordInput(event: Event): void {
    super.recordInput(event);
    if (this.problems.length === 0 && !this.corrected) return;
    const { type } = event;
    const { name } = event.target as HTMLInputElement;
    const check = ({ checkAgain }: typeof import('../corrections.js')) =>
      checkAgain(this, name, type === 'change', () => this.read(true));
    loadCorrections().then(check, () => undefined);
  }

  /** Renders the failure. The button of the form tries again; the panel has one if `isAlone`, without a form, or if the outcome is unknown. */
  protected renderFailure(isAlone = false): TemplateResult | typeof nothing {
    if (!this.failure) return nothing;
    const { code, issues } = this.failure;
    const again = isAlone || code === 'outcome-unknown' ? (event: Event) => this.retry!(event) : undefined;
    const isNotCorrectable = isAlone ? undefined : issues.length > 0;
    return this.#failures.render(this.text, this.failure, again, (what) => this.stepSentence(what), isNotCorrectable);
  }

  /** Tries again after a failure: only a step that makes a call has a button for it. */
  protected retry?(event: Event): Promise<void>;

  /** Reports a failure to the page. @internal */
  report(error: unknown, isAlert = false): LendingError {
    const failure = this.#failures.add(error, isAlert);
    reportFailure(this, this.step, failure);
    return failure;
  }

  /** Completes the step, if its form has no problems and its call succeeds. */
  protected async submit(event: Event): Promise<void> {
    event.preventDefault();
    if (this.isBusy) return;
    this.isBusy = true;
    this.corrected = undefined;
    if (event.type === 'submit') this.failure = undefined;
    this.showState();
    const call = (this.call = new AbortController());
    try {
      const reading = await this.read();
      call.signal.throwIfAborted();
      const problems = inFormOrder(this.renderRoot, reading.problems);
      if (await this.screens?.continue(problems)) return;
      this.problems = problems;
      if (reading.value === undefined) {
        this.failure = undefined;
        return await presentPanel(this);
      }
      this.submitted = this.value = reading.value;
      this.keepDraft();
      if (!this.dispatchEvent(new LendingBeforeSubmitEvent(this.step))) return;
      if (!(await this.makeCall(reading.value, call.signal))) return this.showState();
      this.showState('done');
      // A journey shows the next step. Until that has the focus, the button of the panel keeps it.
      if (!this.embedded) this.failure = undefined;
      this.dispatchEvent(new LendingSubmittedEvent(this.step));
    } catch (error) {
      await loadFailureHelp();
      if (!call.signal.aborted) await this.fail(error);
    } finally {
      this.isBusy = false;
      if (call.signal.aborted) this.showState();
    }
  }

  /** Makes the step's call, if it has one. Returns false if the step stays open. */
  protected async makeCall(_value: Value, _signal: AbortSignal): Promise<boolean> {
    return true;
  }

  /** Shows a failure, after its sentences have loaded: next to its fields, or as a panel with a button. @internal */
  async fail(error: unknown): Promise<void> {
    this.showState('failed');
    const failure = this.report(error);
    const asked = failure.issues.filter((issue) => issue.reason !== 'unknown' && this.asksFor(issue));
    this.reported = asked;
    this.problems = inFormOrder(this.renderRoot, asked);
    this.failure = asked.length === 0 ? failure : undefined;
    await presentPanel(this);
  }
}
