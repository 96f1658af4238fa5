import { html, type TemplateResult } from 'lit';
import { choiceField, dateField, onlyChoice, radioField, textField } from '../base/field.js';
import { enLater } from '../base/locales/en-later.js';
import { LendingStepElement } from '../base/step.js';
import { applicantForm, type Applicant } from '../schema/application.js';
import { readDraft, writeDraft, type Draft } from '../schema/form.js';

const HOME = 'addresses.0';

/**
 * Asks about the person who applies, and where they live. It makes no call; its `value` is the applicant as endpoint 1
 * takes it (specification, "Applicant object").
 *
 * @tag lending-applicant
 * @event {LendingSubmitEvent} lending-submit - Asks whether the step may go on; cancelable.
 * @event {LendingSubmittedEvent} lending-submitted - The applicant is complete; read it from `value`.
 * @csspart form - The form.
 * @csspart heading - The heading of the step.
 * @csspart summary - The list of what is wrong.
 * @csspart field - One question with its label, hint, error and inputs.
 * @csspart label - The label of a field, or the legend of a group.
 * @csspart hint - The hint of a field.
 * @csspart error - What is wrong with a field.
 * @csspart input - An input or a select.
 * @csspart actions - The row of buttons.
 * @csspart submit - The button that goes on.
 * @cssstate done - The step was completed.
 */
export class LendingApplicantElement extends LendingStepElement<Applicant> {
  static override readonly tag = 'lending-applicant';
  static override readonly words = enLater;

  override readonly step = 'applicant';

  protected override read() {
    return readDraft(applicantForm(this.settings.calling_code), this.draft, this.#given());
  }

  protected override write(value: Applicant): Draft {
    return writeDraft(applicantForm(this.settings.calling_code), value);
  }

  protected override renderFields(): TemplateResult {
    const { countries_of_residence, residential_statuses } = this.settings;
    return html`
      ${textField(this, 'first_name', { autocomplete: 'given-name' })}
      ${textField(this, 'last_name', { autocomplete: 'family-name' })} ${dateField(this, 'date_of_birth', 'bday')}
      ${textField(this, 'email', { autocomplete: 'email', type: 'email', inputmode: 'email' })}
      ${textField(this, 'phone_number', { autocomplete: 'tel', type: 'tel', inputmode: 'tel', width: 'm' })}
      ${choiceField(this, 'country_of_residence', countries_of_residence, 'country-name')}
      <fieldset class="group">
        <legend class="title">${this.text.term('addresses.label')}</legend>
        ${textField(this, `${HOME}.house_number`, { width: 'm' })}
        ${textField(this, `${HOME}.line_1`, { autocomplete: 'address-line1' })}
        ${textField(this, `${HOME}.city`, { autocomplete: 'address-level2' })}
        ${textField(this, `${HOME}.county`, { autocomplete: 'address-level1', optional: true })}
        ${textField(this, `${HOME}.postcode`, { autocomplete: 'postal-code', width: 's' })}
        ${dateField(this, `${HOME}.start_date`)} ${radioField(this, `${HOME}.status`, residential_statuses)}
      </fieldset>
    `;
  }

  /** What the backend decides and nobody is asked; the one address is the current one. */
  #given(): Draft {
    const { address_region, country_code, countries_of_residence } = this.settings;
    return {
      [`${HOME}.region`]: address_region,
      [`${HOME}.country_code`]: country_code,
      [`${HOME}.current`]: 'true',
      ...onlyChoice('country_of_residence', countries_of_residence),
    };
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'lending-applicant': LendingApplicantElement;
  }
}
