import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from './reactive.js';
import type { ServerAdapter } from '../adapter.js';
import { LendingError, type Problem } from '../errors.js';
import type { Draft, Reading } from '../schema/form.js';
import type { Session, Settings } from '../schema/session.js';
import { defaultSettings } from '../schema/settings.js';
import { fillIn, takeDown } from './draft.js';
import { LendingElement } from './element.js';
import { LendingSubmitEvent, LendingSubmittedEvent } from './events.js';
import { Failures, failureWords, tellFailure, withoutAdapter } from './failure.js';
import type { FormState } from './field.js';
import { forms } from './form-styles.js';
import type { StepName } from './journey.js';
import { comingAndGoing } from './step-life.js';
import { asks, goTo, inOrder, showPanel, summaryPanel } from './summary.js';
import { controls, tokens } from './styles.js';

/** Milliseconds after which a call that is under way is said to be so: whoever hears nothing reloads the page. */
const SLOW = 5000;

/** What every step does: read the form, show what is wrong, ask, call, tell. A step adds its fields and its call. */
export abstract class LendingStepElement<Value> extends LendingElement implements FormState {
  static override styles = [tokens, controls, forms];

  /** What the form stands for, as it goes over the wire. Set it to fill the form in; read it when the step is done. */
  @property({ attribute: false }) value: Value | undefined;
  /** What the backend knows already, as far as it does. What `settings.read_only` names of it cannot be changed. */
  @property({ attribute: false }) prefill: unknown;
  /** Through which the step makes its call, and asks for settings where it was given none. */
  @property({ attribute: false }) adapter: ServerAdapter | undefined;
  /** What stands in the inputs, by their names. The step writes into this object; hand it on to keep it. */
  @property({ attribute: false }) draft: Draft = {};
  /** Where the step is among others, like "Step 2 of 6". It is read out with the heading. Default: nothing is. */
  @property() place = '';

  /** What is wrong, in the order of the form. */
  @state() problems: readonly Problem[] = [];
  @state() fixed: readonly string[] = [];
  @state() protected failure: LendingError | undefined;
  @state() protected pending = false;
  /** Whether the call under way has said nothing new for a while. */
  @state() private slow = false;

  abstract readonly step: StepName;
  #settings: Settings | undefined;
  #submitted: Value | undefined;
  /** Gives up what is under way when the element goes. */
  protected call: AbortController | undefined;
  readonly #failures = new Failures();
  #busy = false;
  /** How far the call was said to be, and what waits for it to be slow. */
  #progress = '';
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether the call finds out first what came of the one before. */
  #checks = false;
  /** Whether the call has failed: its answer may be all that was lost. */
  #again = false;

  /** What the partner's backend decides about the forms. Default: what the adapter says, until then the specification's samples. */
  @property({ attribute: false })
  get settings(): Settings {
    return this.#settings ?? defaultSettings;
  }
  set settings(settings: Settings | undefined) {
    this.#settings = settings;
  }

  protected override decided(): Settings {
    return this.settings;
  }

  constructor() {
    super();
    this.addController(comingAndGoing(this, () => this.call?.abort()));
  }

  /** Reads the form: a value for the wire, or what is wrong. */
  protected abstract read(): Reading<Value> | Promise<Reading<Value>>;
  /** Renders what the step asks. */
  protected abstract renderFields(): TemplateResult;

  /** A wire value as it would stand in the inputs. Default: nothing. */
  protected write(_value: Value): Draft | Promise<Draft> {
    return {};
  }

  /** Takes what the backend says about a step that stands alone. */
  protected start({ settings }: Session): void {
    this.settings = settings;
  }

  /** Whether the backend has the step's call already, as far as it can say. It is asked before a call is made again. */
  protected async isDone(_adapter: ServerAdapter, _signal: AbortSignal): Promise<boolean> {
    return false;
  }

  /** Makes the step's call. Where it answers `false` the applicant has stopped it, and the step stays. Default: there is none. */
  protected async send(_value: Value, _adapter: ServerAdapter, _signal: AbortSignal): Promise<unknown> {
    return undefined;
  }

  /** Whether the step makes a call, and so needs an adapter. */
  protected readonly calls: boolean = false;

  /** Puts the focus on the heading, as after a change of step. */
  focusHeading(): void {
    this.renderRoot.querySelector<HTMLElement>('#heading')!.focus();
  }

  /** Whether the step asks for what was refused. What it does not ask for is not the applicant's to mend. */
  protected asks(problem: Problem): boolean {
    return asks(this.renderRoot, problem);
  }

  /** Takes the applicant to what is wrong. */
  protected goTo(problem: Problem): void {
    goTo(this.renderRoot, problem);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('value') && this.value !== undefined && this.value !== this.#submitted) {
      void this.#fillIn(this.value);
    }
    if (changed.has('prefill') && this.prefill) void this.#fillIn(this.prefill as Value, true);
    if (changed.has('adapter') && this.adapter && !this.#settings) void this.#ask(this.adapter);
    this.#watch(this.pending ? this.renderProgress() : '');
  }

  protected override render(): TemplateResult {
    const progress = this.pending ? this.renderProgress() : '';
    return html`<form
      part="form"
      novalidate
      aria-labelledby="heading"
      @submit=${this.#submit}
      @input=${this.#keep}
      @change=${this.#keep}
    >
      <span id="place" hidden>${this.place}</span>
      <h2 part="heading" id="heading" tabindex="-1" aria-describedby="place">${this.renderHeading()}</h2>
      ${summaryPanel(this.text, this.renderRoot, this.problems, (problem) => this.goTo(problem))} ${this.renderFields()}
      ${this.renderFailure()}
      <div part="actions" class="actions">
        <button
          part="submit"
          class="primary"
          type="submit"
          aria-disabled=${progress ? 'true' : nothing}
          ?hidden=${this.failure?.code === 'outcome-unknown'}
        >
          ${progress || (this.own('submit') ?? this.text.term('continue'))}
        </button>
        ${this.renderActions()}
      </div>
      <p class=${this.slow ? 'hint' : 'hidden'} role="status">${this.slow ? this.text.term('slow') : progress}</p>
    </form>`;
  }

  /** What the step is called. */
  protected renderHeading(): string | TemplateResult {
    return this.own('heading') ?? '';
  }

  /** What is said while the call is under way. */
  protected renderProgress(): string {
    return (this.#checks ? this.own('checking') : undefined) ?? this.own('sending') ?? this.text.term('sending');
  }

  /** More buttons beside the first. Default: none. */
  protected renderActions(): TemplateResult | typeof nothing {
    return nothing;
  }

  protected override showState(state?: string): void {
    super.showState(state);
    this.pending = state === 'pending';
  }

  async #fillIn(value: Value, isPrefill = false): Promise<void> {
    const fixed = fillIn(this.draft, await this.write(value), this.step, isPrefill ? this.settings.read_only : []);
    if (isPrefill) this.fixed = fixed;
    this.#save();
    this.requestUpdate();
  }

  /** A step that stands alone asks for its settings. Where that fails it has the defaults, and its call will say what is wrong. */
  async #ask(adapter: ServerAdapter): Promise<void> {
    // Settings that are set together with the adapter come first.
    await Promise.resolve();
    if (this.#settings) return;
    const session = await adapter.session().catch(() => undefined);
    if (session && !this.#settings) this.start(session);
  }

  #save(): void {
    this.keep({ draft: this.draft }, this.#submitted && JSON.stringify(this.#submitted));
  }

  protected override restore({ draft }: { draft: Draft }): void {
    Object.assign(this.draft, draft);
    this.requestUpdate();
  }

  /** A sentence of the step's own, where it has one. */
  protected own(what: string): string | undefined {
    return this.text.maybe(`${this.step}.${what}`);
  }

  /** Says what failed, and offers to try again. */
  protected renderFailure(): TemplateResult | typeof nothing {
    if (!this.failure) return nothing;
    const { issues } = this.failure;
    const again = (event: Event) => this.retry(event);
    return this.#failures.render(this.text, this.failure, again, (what) => this.own(what), issues.length > 0);
  }

  /** Tries again what has failed. Default: the call. */
  protected retry(event: Event): void {
    // The panel goes, and must not take the focus with it.
    const find = (selector: string) => this.renderRoot.querySelector<HTMLElement>(selector);
    (find('[part="submit"]:not([hidden])') ?? find('#heading')!).focus({ preventScroll: true });
    void this.#submit(event);
  }

  /** Tells the page what failed. */
  protected tell(error: unknown): LendingError {
    const failure = this.#failures.take(error);
    tellFailure(this, this.step, failure);
    return failure;
  }

  #keep(event: Event): void {
    takeDown(this.draft, event.target as HTMLInputElement);
    // A form of the page's must not send what was changed since.
    this.#submitted = undefined;
    this.#save();
  }

  async #submit(event: Event): Promise<void> {
    event.preventDefault();
    if (this.#busy) return;
    this.#busy = true;
    this.#checks = !!this.failure?.canCheck;
    this.failure = undefined;
    this.showState();
    const call = (this.call = new AbortController());
    try {
      const reading = await this.read();
      this.problems = inOrder(this.renderRoot, reading.problems);
      if (reading.value === undefined) return await showPanel(this);
      this.#submitted = this.value = reading.value;
      this.#save();
      if (!this.dispatchEvent(new LendingSubmitEvent(this.step))) return;
      await this.#finish(reading.value, call.signal);
    } catch (error) {
      if (!call.signal.aborted) await this.fail(error);
    } finally {
      this.#busy = false;
      if (call.signal.aborted) this.showState();
    }
  }

  async #finish(value: Value, signal: AbortSignal): Promise<void> {
    if (this.calls) {
      this.showState('pending');
      const { adapter } = this;
      if (!adapter) throw withoutAdapter(this.localName);
      const isSent = (this.#again && (await this.isDone(adapter, signal))) || (await this.send(value, adapter, signal));
      if (signal.aborted || isSent === false) return this.showState();
    }
    this.showState('done');
    this.dispatchEvent(new LendingSubmittedEvent(this.step));
  }

  /** Shows what failed: beside its fields, or as a whole with a way on. */
  protected async fail(error: unknown): Promise<void> {
    this.#again = true;
    await failureWords();
    this.showState('failed');
    const failure = this.tell(error);
    const asked = failure.issues.filter((issue) => issue.reason !== 'unknown' && this.asks(issue));
    this.problems = inOrder(this.renderRoot, asked);
    if (asked.length === 0) this.failure = failure;
    await showPanel(this);
  }

  /** Says so where a call takes long, and nothing new is said of it. */
  #watch(progress: string): void {
    if (progress === this.#progress) return;
    this.#progress = progress;
    this.slow = false;
    clearTimeout(this.#timer);
    if (progress) this.#timer = setTimeout(() => (this.slow = true), SLOW);
  }
}
