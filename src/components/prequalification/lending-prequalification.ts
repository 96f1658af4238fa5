import { css, html, type PropertyValues, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import type { ServerAdapter } from '../../adapter/types.js';
import { LendingCallStepElement } from '../../base/step/call-step.js';
import { choiceStyles } from '../../base/look/choice-styles.js';
import { flag } from '../../base/flag.js';
import { fieldContext, isReadOnly, renderField, renderInput, unlessHidden } from '../../base/fields/field.js';
import type { FormState } from '../../base/fields/form-state.js';
import { readWithRareInput } from '../../base/fields/load-rare-input.js';
import { question } from '../../base/fields/questions.js';
import { groupDigits } from '../../base/text/formats.js';
import { radioField, yesOrNo } from '../../base/fields/radio-field.js';
import type { FieldType } from '../../schema/fields/field-type.js';
import { readDraft, writeDraft, type Draft } from '../../schema/fields/form.js';
import { PREQUALIFICATION, prequalificationForm } from '../../schema/forms/prequalification-form.js';
import type { Figures, Prequalification } from '../../schema/calls/prequalification.js';

/** An amount of money: the largest letters of its screen, with the currency sign in the same line. */
const prequalificationStyles = css`
  .money {
    display: grid;
    max-width: 13em;
    margin-block-start: var(--_space-label);
    font-size: var(--_text-money);
    font-variant-numeric: tabular-nums;
    font-weight: 650;
    letter-spacing: -0.01em;
  }
  .money > * {
    grid-area: 1 / 1;
  }
  .money span {
    z-index: 1;
    align-self: center;
    margin-inline-start: var(--_space-inner);
    color: var(--_muted);
    pointer-events: none;
    justify-self: start;
  }
  .money input[type] {
    margin: 0;
    padding-inline-start: calc(var(--_space-inner) + 1em);
  }
  .money.long input[type] {
    padding-inline-start: calc(var(--_space-inner) + 2.5em);
  }
`;

/** Renders an amount of money, after its currency sign. */
function moneyField(form: FormState, name: string, sign: string) {
  return unlessHidden(form, name, () => {
    const frame = fieldContext(form, name);
    // The hint of a read-only field has no currency, so screen readers get the currency sign as its description.
    const describedBy = isReadOnly(form, name) ? `${name}-sign ${name}-hint` : frame.describedBy;
    const input = renderInput(form, name, { ...frame, describedBy }, { inputmode: 'decimal' });
    const before = html`<span id="${name}-sign" aria-hidden="true">${sign}</span>`;
    return renderField(name, frame, html`<div class="money ${sign.length > 1 ? 'long' : ''}">${before}${input}</div>`);
  });
}

/**
 * Asks for the amount to borrow, the monthly revenue and court judgments, and sends these figures (specification, endpoint 3).
 *
 * @tag lending-prequalification
 * @event {LendingBeforeSubmitEvent} lending-before-submit - Asks whether the figures may be sent; cancelable.
 * @event {LendingSubmittedEvent} lending-submitted - The figures were sent; with `deferred`, they are complete.
 * @event {LendingErrorEvent} lending-error - The figures were not sent.
 * @csspart field - A question with its label, hint, error and inputs.
 * @csspart label - The label of a field, or the legend of a group.
 * @csspart hint - The hint of a field.
 */
export class LendingPrequalificationElement extends LendingCallStepElement<Prequalification> {
  static override readonly tag = 'lending-prequalification';
  static override styles = [...LendingCallStepElement.styles, choiceStyles, prequalificationStyles];
  protected static override readonly personal = [...LendingCallStepElement.personal, 'sent'];

  /**
   * Whether the application does not exist yet. The step then makes no call, and keeps the figures in `value`. Default: `false`.
   */
  @property({ type: Boolean, converter: flag }) deferred = false;

  /** The figures that were sent last. The form starts with them, and not with the prefill. Default: none. */
  @property({ attribute: false }) sent: Figures | undefined;

  override readonly step = 'prequalification';

  protected override willUpdate(changed: PropertyValues<this>): void {
    this.makesCall = !this.deferred;
    super.willUpdate(changed);
    if (!changed.has('sent') || !this.sent) return;
    Object.assign(this.draft, { ...this.write(this.sent), ...this.draft });
    this.keepDraft();
  }

  /** Says that a figure comes from the partner, until the applicant changes it. */
  sourceOf(name: string): string | undefined {
    const isKnown = this.prefill && this.draft[name] && this.write(this.prefill)[name] === this.draft[name];
    return isKnown ? this.stepSentence('source') : undefined;
  }

  protected override recordInput(event: Event): void {
    super.recordInput(event);
    if (this.prefill) this.requestUpdate();
  }

  protected override read() {
    const read = (draft: Draft) => readDraft(prequalificationForm(this.settings), draft);
    return readWithRareInput(this, '', this.draft, read);
  }

  protected override write(value: unknown): Draft {
    const draft = writeDraft(prequalificationForm(this.settings), value);
    return Object.fromEntries(Object.entries(draft).map(([name, typed]) => [name, groupDigits(this.text, typed)]));
  }

  protected override send(value: Prequalification, adapter: ServerAdapter, signal: AbortSignal): Promise<unknown> {
    return adapter.prequalify(value, { signal });
  }

  protected override renderFields(): TemplateResult {
    return html`${Object.entries(PREQUALIFICATION).map(([name, field]) => this.#renderQuestion(name, field))}`;
  }

  #renderQuestion(name: string, field: FieldType<unknown>) {
    const { control } = field.question ?? {};
    if (control === 'money') return moneyField(this, name, this.settings.currencySign);
    if (control === 'yes-no') return radioField(this, name, yesOrNo(this.text, 'yes', 'no'), { inline: true });
    return question(this, name, field);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'lending-prequalification': LendingPrequalificationElement;
  }
}
