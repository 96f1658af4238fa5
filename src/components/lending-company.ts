import { html, nothing, type TemplateResult } from 'lit';
import { addressFields, askStreet, group, isPart } from '../base/address-fields.js';
import { choiceField, dateField, onlyChoice, textField } from '../base/field.js';
import { givenBox, givenChoice, givenCountry } from '../base/given.js';
import { readTwins } from '../base/maybe-none.js';
import { LendingStepElement } from '../base/step.js';
import { part } from '../errors.js';
import type { Company } from '../schema/application.js';
import type { Draft, Reading } from '../schema/form.js';

/** The first step of a journey shows without its schema, which loads beside it. */
const schema = () => part(import('../schema/page.js'), 'schema');

/**
 * Asks about the business: its name, number, dates and address. It makes no call; its `value` is the company as
 * endpoint 1 takes it (specification, "Company object").
 *
 * @tag lending-company
 * @event {LendingSubmitEvent} lending-submit - Asks whether the step may go on; cancelable.
 * @event {LendingSubmittedEvent} lending-submitted - The business is complete; read it from `value`.
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
export class LendingCompanyElement extends LendingStepElement<Company> {
  static override readonly tag = 'lending-company';

  override readonly step = 'company';

  protected override firstUpdated(): void {
    // What is typed takes away the tick that says that there is nothing to enter.
    this.renderRoot.addEventListener('change', () => this.requestUpdate());
    // Where it fails, pressing Continue asks again, and says so.
    schema().catch(() => undefined);
  }

  protected override async read(): Promise<Reading<Company>> {
    const { companyForm, readDraft } = await schema();
    const read = (draft: Draft) => readDraft(companyForm(this.settings), draft, this.#given());
    return askStreet(this, 'address', await readTwins(this, this.draft, read));
  }

  protected override async write(value: Company): Promise<Draft> {
    const { companyForm, writeDraft } = await schema();
    return writeDraft(companyForm(this.settings), value);
  }

  protected override renderFields(): TemplateResult {
    const { company_types, countries_of_residence } = this.settings;
    const hint =
      isPart(this) && html`<p part="hint" class="hint" id="address-hint">${this.text.term('address.part')}</p>`;
    return html`
      ${givenBox(this, [
        givenChoice(this, 'company.type', company_types, this.draft['type']),
        givenCountry(this),
        givenChoice(this, 'applicant.country_of_residence', countries_of_residence),
      ])}
      ${textField(this, 'registered_name', { autocomplete: 'organization' })}
      ${textField(this, 'registered_number', { width: 'm' })} ${choiceField(this, 'type', company_types)}
      ${dateField(this, 'formation_date')} ${dateField(this, 'trading_from_date')}
      ${group(
        this.text.term('address.label'),
        addressFields(this, 'address'),
        hint || nothing,
        hint ? 'address-hint' : nothing,
      )}
    `;
  }

  /** What the backend decides and nobody is asked. */
  #given(): Draft {
    const { company_region, country_code, company_types } = this.settings;
    return { region: company_region, 'address.country_code': country_code, ...onlyChoice('type', company_types) };
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'lending-company': LendingCompanyElement;
  }
}
