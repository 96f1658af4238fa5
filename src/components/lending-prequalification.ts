import { html, type TemplateResult } from 'lit';
import type { ServerAdapter } from '../adapter.js';
import { moneyField, radioField } from '../base/field.js';
import { enLater } from '../base/locales/en-later.js';
import { LendingStepElement } from '../base/step.js';
import type { Draft } from '../schema/form.js';
import { prequalificationForm, readDraft, writeDraft } from '../schema/page.js';
import type { Prequalification } from '../schema/prequalification.js';

/**
 * Asks how much is wanted, what the business earns in a month and about court judgments, and sends the figures
 * (specification, endpoint 3).
 *
 * @tag lending-prequalification
 * @event {LendingSubmitEvent} lending-submit - Asks whether the figures may be sent; cancelable.
 * @event {LendingSubmittedEvent} lending-submitted - The figures were sent.
 * @event {LendingErrorEvent} lending-error - The figures were not sent.
 * @csspart form - The form.
 * @csspart heading - The heading of the step.
 * @csspart summary - The panel that says what is wrong.
 * @csspart field - One question with its label, hint, error and inputs.
 * @csspart label - The label of a field, or the legend of a group.
 * @csspart hint - The hint of a field.
 * @csspart error - What is wrong with a field.
 * @csspart input - An input.
 * @csspart actions - The row of buttons.
 * @csspart submit - The button that goes on.
 * @csspart retry - The button that tries again after a failure.
 * @csspart support - The line that says whom to ask for help, where the settings do.
 * @cssstate pending - The call is under way.
 * @cssstate failed - The call failed.
 * @cssstate done - The figures were sent.
 */
export class LendingPrequalificationElement extends LendingStepElement<Prequalification> {
  static override readonly tag = 'lending-prequalification';
  static override readonly words = enLater;

  override readonly step = 'prequalification';
  protected override readonly calls = true;

  protected override read() {
    return readDraft(prequalificationForm(this.settings), this.draft);
  }

  protected override write(value: Prequalification): Draft {
    return writeDraft(prequalificationForm(this.settings), value);
  }

  protected override send(value: Prequalification, adapter: ServerAdapter, signal: AbortSignal): Promise<unknown> {
    return adapter.prequalify(value, { signal });
  }

  protected override renderFields(): TemplateResult {
    const { currency_sign } = this.settings;
    const choices = (['yes', 'no'] as const).map((value) => ({ value, label: this.text.term(value) }));
    return html`
      ${moneyField(this, 'funding_amount', currency_sign)} ${moneyField(this, 'monthly_revenue', currency_sign)}
      ${radioField(this, 'any_ccj', choices, { inline: true })}
    `;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'lending-prequalification': LendingPrequalificationElement;
  }
}
