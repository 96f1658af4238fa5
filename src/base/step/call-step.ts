import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import type { ServerAdapter } from '../../adapter/types.js';
import { enLater, type LaterText } from '../text/locales/en-later.js';
import { backendOf, LendingStepElement } from './step.js';
import { addSentences } from '../text/text.js';

addSentences(enLater);

/** Milliseconds after which the applicant reads that a pending call is slow. Without that message, applicants reload the page. */
const SLOW_AFTER_MS = 5000;
/** Milliseconds between two progress messages for screen readers, which read each of them to its end, even in the next step. */
const SAY_AFTER_MS = 3000;

/** The button of a pending call keeps its colours, and gets a ring. */
const pendingStyles = css`
  [aria-disabled='true'] {
    cursor: progress;
  }
  [aria-disabled='true']::before {
    display: inline-block;
    width: 1em;
    height: 1em;
    margin-inline-end: var(--_space-tight);
    border: 2px solid;
    border-block-start-color: transparent;
    border-radius: 50%;
    vertical-align: -0.125em;
    animation: turn calc(6 * var(--_duration)) linear infinite;
    content: '';
  }
  @keyframes turn {
    to {
      transform: rotate(1turn);
    }
  }
`;

/**
 * Base class of the steps that call the backend when they are complete. A step adds its call.
 *
 * @csspart failure - The panel with a failure.
 * @csspart retry - The button that tries again.
 * @csspart support - The contacts of the support team.
 * @cssstate pending - A call is pending.
 * @cssstate failed - A call failed.
 */
export abstract class LendingCallStepElement<Value> extends LendingStepElement<Value> {
  static override styles = [...LendingStepElement.styles, pendingStyles];
  declare readonly text: LaterText;
  @state() protected pending = false;
  /** Whether the pending call has reported nothing new for a while. */
  @state() private slow = false;
  protected override makesCall: boolean = true;

  /** The last progress message, the label of the button before it, and the timer for the message that the call is slow. */
  #progress = '';
  #label = '';
  #said = '';
  #saidAt = 0;
  #slowTimer: ReturnType<typeof setTimeout> | undefined;
  /** Whether the next call first checks the outcome of the previous one. */
  #isChecking = false;

  /** Makes the step's call. Returns `false` if the applicant stopped it: then the step stays open. */
  protected abstract send(value: Value, adapter: ServerAdapter, signal: AbortSignal): Promise<unknown>;

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    this.#watchProgress(this.pending ? this.renderProgress() : '');
  }

  protected renderProgress(): string {
    return (
      (this.#isChecking ? this.stepSentence('checking') : undefined) ??
      this.stepSentence('sending') ??
      this.text.term('sending')
    );
  }

  /** Renders the button, which shows the message of a pending call. Its name for screen readers stays: they may read each change of it. */
  protected override renderSubmit(describedBy?: string): TemplateResult {
    return html`<button
      part="submit"
      class="primary"
      type="submit"
      aria-disabled=${this.#progress ? 'true' : nothing}
      aria-describedby=${describedBy ?? nothing}
      ?hidden=${this.failure?.code === 'outcome-unknown'}
    >
      ${
        this.#progress
          ? html`<span aria-hidden="true">${this.#progress}</span><span class="hidden">${this.#label}</span>`
          : this.submitLabel
      }
    </button>`;
  }

  protected override renderStatus(): TemplateResult {
    return html`<p class=${this.slow ? 'hint' : 'hidden'} aria-live="polite">
      ${this.slow ? this.text.maybe('slow') : this.#said && html`<span class="later">${this.#said}</span>`}
    </p>`;
  }

  protected override showState(state?: string): void {
    super.showState(state);
    this.pending = state === 'pending';
  }

  protected override async makeCall(value: Value, signal: AbortSignal): Promise<boolean> {
    if (!this.makesCall) return true;
    this.showState('pending');
    const adapter = await backendOf(this);
    signal.throwIfAborted();
    const isSent = await this.send(value, adapter, signal);
    if (signal.aborted || isSent === false) return false;
    this.#isChecking = false;
    return true;
  }

  override async fail(error: unknown): Promise<void> {
    await super.fail(error);
    this.#isChecking = !!this.failure?.canCheck;
  }

  /** Makes the call again. The button of the panel keeps the focus until there is a result. */
  protected override async retry(event: Event): Promise<void> {
    const button = event.currentTarget as Element;
    button.setAttribute('aria-disabled', 'true');
    await this.submit(event);
    button.removeAttribute('aria-disabled');
    await this.updateComplete;
    if (!this.failure && !(this.renderRoot as ShadowRoot).activeElement) this.focusHeading();
  }

  /** Shows that a call is slow if it has reported nothing new for a while. */
  #watchProgress(progress: string): void {
    if (progress === this.#progress) return;
    if (!this.#progress) this.#label = this.submitLabel;
    this.#progress = progress;
    const isDue = !progress || !this.#said || Date.now() - this.#saidAt > SAY_AFTER_MS;
    if (isDue) [this.#said, this.#saidAt] = [progress, Date.now()];
    this.slow = false;
    clearTimeout(this.#slowTimer);
    if (progress) this.#slowTimer = setTimeout(() => (this.slow = true), SLOW_AFTER_MS);
  }
}
