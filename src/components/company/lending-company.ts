import { html, nothing, type TemplateResult } from 'lit';
import { addressFields, fieldGroup, isStreetOnly } from '../../base/fields/address-fields.js';
import { eligibilityNotice, onlyCompanyType } from '../../base/fields/implied-answers.js';
import { fieldRule } from '../../base/fields/form-state.js';
import { loadRareInput, readWithRareInput } from '../../base/fields/load-rare-input.js';
import { question, questions, screenIn, singleChoice } from '../../base/fields/questions.js';
import { lookupOf } from '../../base/lookups/load-lookup.js';
import { LendingStepElement } from '../../base/step/step.js';
import { loadPart } from '../../errors.js';
import type { Company } from '../../schema/calls/application.js';
import { readDraft, writeDraft, type Draft, type Reading } from '../../schema/fields/form.js';
import { COMPANY, companyForm } from '../../schema/forms/company-form.js';

type CountryPart = typeof import('../../base/fields/address-country.js');

/**
 * Asks about the business: its name, number, dates and address. It makes no call; its `value` is the company as
 * endpoint 1 expects it (specification, "Company object").
 *
 * @tag lending-company
 * @event {LendingScreenChangedEvent} lending-screen-changed - Another screen is shown, in the layout `screens`.
 * @event {LendingBeforeSubmitEvent} lending-before-submit - Asks whether the step may continue; cancelable.
 * @event {LendingSubmittedEvent} lending-submitted - The business is complete; read it from `value`.
 * @csspart field - A question with its label, hint, error and inputs.
 * @csspart label - The label of a field, or the legend of a group.
 * @csspart hint - The hint of a field.
 * @csspart results - The results of a search.
 * @csspart result - A result of a search.
 * @csspart card - The chosen result.
 * @csspart warning - The warning about a result that is not active or not for the form.
 * @csspart change - The button back to the search.
 * @csspart switch - The button between the search and the fields.
 * @csspart back - The Back button of a step that is used alone, in the layout `screens`.
 */
export class LendingCompanyElement extends LendingStepElement<Company> {
  static override readonly tag = 'lending-company';

  override readonly step = 'company';
  #country: CountryPart | undefined;

  override screenOf(input: string): string | undefined {
    const [name = '', field] = input.split('.');
    if (name === 'address') return field?.startsWith('country') ? 'country' : name;
    return name === 'query' ? 'name' : screenIn(COMPANY, name);
  }

  protected override get companyType(): string | undefined {
    return this.draft['type'];
  }

  /** Loads the question about the country, if the business may be in another one. */
  async #loadCountry(): Promise<CountryPart | undefined> {
    if (!this.settings.countries?.[0]) return undefined;
    if (this.#country) return this.#country;
    this.#country = await loadPart(import('../../base/fields/address-country.js'), 'country');
    this.requestUpdate();
    await this.updateComplete;
    return this.#country;
  }

  protected override firstUpdated(): void {
    // Typing into a field removes the tick of its checkbox for "there is none". Another type of business can hide a field with a problem.
    const update = () => (this.problems = this.problems.filter(({ path }) => fieldRule(this, path) !== 'hidden'));
    this.renderRoot.addEventListener('change', update);
    // The help without a number belongs to that part. If it arrived after the problems, it would push the fields down.
    this.renderRoot.addEventListener('focusin', () => void loadRareInput().catch(() => {}), { once: true });
  }

  protected override async read(isCheck?: boolean): Promise<Reading<Company>> {
    const read = (draft: Draft) => readDraft(companyForm(this.settings), draft, this.#impliedAnswers());
    const country = await this.#loadCountry();
    const draft = { ...this.draft, ...country?.countryAnswers(this, 'address') };
    const reading = await readWithRareInput(this, 'address', draft, read, isCheck);
    const asked = country?.checkCountry(this, 'address', reading) ?? reading;
    return lookupOf(this, 'company')?.check(asked) ?? asked;
  }

  protected override write(value: Company): Draft {
    return writeDraft(companyForm(this.settings), value);
  }

  protected override renderFields(): TemplateResult {
    const [hint, hintId] = isStreetOnly(this)
      ? [html`<p part="hint" class="hint" id="address-hint">${this.text.term('address.part')}</p>`, 'address-hint']
      : [];
    const lookup = lookupOf(this, 'company');
    const country = (this.settings.countries?.[0] && this.#country?.countryQuestion(this, 'address')) || [];
    if (!this.#country) void this.#loadCountry().catch(() => undefined);
    return html`
      ${eligibilityNotice(this)} ${lookup?.hides('type') ? nothing : question(this, 'type', COMPANY.type)}
      <section>
        ${lookup?.render(this)}
        ${lookup?.hides('registered_name') ? nothing : question(this, 'registered_name', COMPANY.registered_name)}
        ${onlyCompanyType(this)}
      </section>
      ${questions(this, COMPANY, (name) => name === 'type' || name === 'registered_name' || lookup?.hides(name))}
      ${
        lookup?.hides('address')
          ? nothing
          : fieldGroup(this.text.term('address.label'), [...country, ...addressFields(this, 'address')], hint, hintId)
      }
    `;
  }

  #impliedAnswers(): Draft {
    const { companyRegion, countryCode, companyTypes } = this.settings;
    return { region: companyRegion, 'address.country_code': countryCode, ...singleChoice('type', companyTypes) };
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'lending-company': LendingCompanyElement;
  }
}
