import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import type { ServerAdapter } from '../adapter.js';
import { LendingError, type Problem } from '../errors.js';
import type { Draft, Reading } from '../schema/form.js';
import type { Settings } from '../schema/session.js';
import { defaultSettings } from '../schema/settings.js';
import { LendingElement } from './element.js';
import { LendingErrorEvent, LendingSubmitEvent, LendingSubmittedEvent } from './events.js';
import { targetOf, type FormState } from './field.js';
import { forms } from './form-styles.js';
import type { StepName } from './journey.js';
import { failurePanel } from './panel.js';
import { controls, tokens } from './styles.js';

const STATES = ['pending', 'failed', 'done'];

/** What every step does: read the form, show what is wrong, ask, call, tell. A step adds its fields and its call. */
export abstract class LendingStepElement<Value> extends LendingElement implements FormState {
  static override styles = [tokens, controls, forms];

  /** What the form stands for, as it goes over the wire. Set it to fill the form in; read it when the step is done. */
  @property({ attribute: false }) value: Value | undefined;
  /** What the partner's backend decides about the forms. Default: the specification's samples. */
  @property({ attribute: false }) settings: Settings = defaultSettings;
  /** Through which the step makes its call. */
  @property({ attribute: false }) adapter: ServerAdapter | undefined;
  /** What stands in the inputs, by their names. The step writes into this object; hand it on to keep it. */
  @property({ attribute: false }) draft: Draft = {};

  /** What is wrong, in the order of the form. */
  @state() problems: readonly Problem[] = [];
  @state() protected failure: LendingError | undefined;
  @state() protected pending = false;
  @query('#summary, #failure') private panel!: HTMLElement | null;
  @query('#heading') private heading!: HTMLElement;
  @query('[part="submit"]') private button!: HTMLElement;

  abstract readonly step: StepName;
  #submitted: Value | undefined;
  #call: AbortController | undefined;
  #busy = false;

  /** Reads the form: a value for the wire, or what is wrong. */
  protected abstract read(): Reading<Value> | Promise<Reading<Value>>;
  /** Renders what the step asks. */
  protected abstract renderFields(): TemplateResult;

  /** A wire value as it would stand in the inputs. Default: nothing. */
  protected write(_value: Value): Draft | Promise<Draft> {
    return {};
  }

  /** Makes the step's call. Default: there is none. */
  protected async send(_value: Value, _adapter: ServerAdapter, _signal: AbortSignal): Promise<unknown> {
    return undefined;
  }

  /** Whether the step makes a call, and so needs an adapter. */
  protected readonly calls: boolean = false;

  /** Puts the focus on the heading, as after a change of step. */
  focusHeading(): void {
    this.heading.focus();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    // A move in the document disconnects and connects again: only an element that stays away gives up its call.
    queueMicrotask(() => !this.isConnected && this.#call?.abort());
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('value') && this.value !== undefined && this.value !== this.#submitted) {
      void this.#fillIn(this.value);
    }
  }

  protected override render(): TemplateResult {
    return html`<form
      part="form"
      novalidate
      aria-labelledby="heading"
      @submit=${this.#submit}
      @input=${this.#keep}
      @change=${this.#keep}
    >
      <h2 part="heading" id="heading" tabindex="-1">${this.renderHeading()}</h2>
      ${this.#renderSummary()} ${this.renderFields()} ${this.#renderFailure()}
      <div part="actions" class="actions">
        <button part="submit" class="primary" type="submit" aria-disabled=${this.pending ? 'true' : nothing}>
          ${this.pending ? this.renderProgress() : (this.#own('submit') ?? this.text.term('continue'))}
        </button>
        ${this.renderActions()}
      </div>
      <p class="hidden" role="status">${this.pending ? this.renderProgress() : ''}</p>
    </form>`;
  }

  /** What the step is called. */
  protected renderHeading(): string {
    return this.#own('heading') ?? '';
  }

  /** What is said while the call is under way. */
  protected renderProgress(): string {
    return this.#own('sending') ?? this.text.term('sending');
  }

  /** More buttons beside the first. Default: none. */
  protected renderActions(): TemplateResult | typeof nothing {
    return nothing;
  }

  /** What was typed goes before what is filled in: a value that comes late must not take anything away. */
  async #fillIn(value: Value): Promise<void> {
    const written = await this.write(value);
    Object.assign(this.draft, { ...written, ...this.draft });
    this.requestUpdate();
  }

  #own(what: string): string | undefined {
    return this.text.maybe(`${this.step}.${what}`);
  }

  #renderSummary(): TemplateResult | typeof nothing {
    if (this.problems.length === 0) return nothing;
    return html`<div part="summary" class="panel" id="summary" tabindex="-1">
      <div role="alert">
        <h3>${this.text.term('summary.heading')}</h3>
        <ul>
          ${this.problems.map(
            (problem) =>
              html`<li>
                <a href="#${this.#targetOf(problem)}" @click=${(event: Event) => this.#goTo(event, problem)}
                  >${this.text.problem(problem)}</a
                >
              </li>`,
          )}
        </ul>
      </div>
    </div>`;
  }

  #renderFailure(): TemplateResult | typeof nothing {
    if (!this.failure) return nothing;
    return failurePanel({
      heading: this.text.term('failure.heading'),
      sentences: [this.text.failure(this.failure.code), this.text.term('failure.kept')],
      retry: this.text.term('try-again'),
      onRetry: (event) => {
        // The panel goes, and must not take the focus with it.
        this.button.focus({ preventScroll: true });
        void this.#submit(event);
      },
    });
  }

  #keep(event: Event): void {
    const { name, value, type } = event.target as HTMLInputElement;
    if (name && type !== 'file' && type !== 'checkbox') this.draft[name] = value;
  }

  /** The wire has an order of its own; the applicant reads the form's. */
  #inOrder(problems: readonly Problem[]): readonly Problem[] {
    const inputs = this.#inputs();
    return problems.toSorted((a, b) => inputs.indexOf(this.#targetOf(a)) - inputs.indexOf(this.#targetOf(b)));
  }

  #inputs(): readonly string[] {
    return [...this.renderRoot.querySelectorAll('input, select, button[id]')].map(({ id }) => id);
  }

  /**
   * Where a problem sends the applicant: to its input; with a date as a whole, to the date's first; where the form has
   * no such input, to the button that leads to it.
   */
  #targetOf(problem: Problem): string {
    const target = targetOf(problem);
    const inputs = this.#inputs();
    if (inputs.includes(target)) return target;
    return inputs.find((id) => id.startsWith(`${target}.`) || target.startsWith(`${id}.`)) ?? target;
  }

  /** Links of the summary cannot find an id inside a shadow root by themselves. */
  #goTo(event: Event, problem: Problem): void {
    event.preventDefault();
    const target = this.renderRoot.querySelector<HTMLElement>(`[id="${CSS.escape(this.#targetOf(problem))}"]`);
    const label = target?.closest('fieldset, .field') ?? target;
    label?.scrollIntoView({ block: 'start' });
    target?.focus({ preventScroll: true });
  }

  async #submit(event: Event): Promise<void> {
    event.preventDefault();
    if (this.#busy) return;
    this.#busy = true;
    this.failure = undefined;
    this.showState(STATES);
    const call = (this.#call = new AbortController());
    try {
      const reading = await this.read();
      this.problems = this.#inOrder(reading.problems);
      if (reading.value === undefined) return await this.#showPanel();
      this.#submitted = this.value = reading.value;
      if (!this.dispatchEvent(new LendingSubmitEvent(this.step))) return;
      await this.#finish(reading.value, call.signal);
    } catch (error) {
      if (!call.signal.aborted) await this.#fail(error);
    } finally {
      this.#busy = false;
      this.pending = false;
      if (call.signal.aborted) this.showState(STATES);
    }
  }

  async #finish(value: Value, signal: AbortSignal): Promise<void> {
    if (this.calls) {
      this.pending = true;
      this.showState(STATES, 'pending');
      await this.send(value, this.#requireAdapter(), signal);
      if (signal.aborted) return;
    }
    this.pending = false;
    this.showState(STATES, 'done');
    this.dispatchEvent(new LendingSubmittedEvent(this.step));
  }

  async #fail(error: unknown): Promise<void> {
    this.pending = false;
    const failure =
      error instanceof LendingError ? error : new LendingError('handler-failed', 'The call failed.', { cause: error });
    this.showState(STATES, 'failed');
    this.problems = this.#inOrder(failure.issues);
    if (failure.issues.length === 0) this.failure = failure;
    this.dispatchEvent(new LendingErrorEvent(this.step, failure));
    await this.#showPanel();
  }

  #requireAdapter(): ServerAdapter {
    if (this.adapter) return this.adapter;
    throw new LendingError('config-invalid', `<${this.localName}>: it has no adapter, so it cannot make its call.`, {
      remedy: 'Set its adapter property, or put it into <lending-onboarding>.',
    });
  }

  /** Moves the focus to what is wrong: on every failed attempt, not only on the first. */
  async #showPanel(): Promise<void> {
    await this.updateComplete;
    this.panel?.scrollIntoView({ block: 'nearest' });
    this.panel?.focus({ preventScroll: true });
  }
}
