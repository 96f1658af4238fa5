import { html, nothing, type TemplateResult } from 'lit';
import { addressFields, askStreet, businessLines, group, isPart, mayNeedHistory } from '../base/address-fields.js';
import type { AddressHistory } from '../base/address-history.js';
import { choiceField, dateField, onlyChoice, textField } from '../base/field.js';
import { givenBox, givenChoice } from '../base/given.js';
import { enLater } from '../base/locales/en-later.js';
import { readTwins } from '../base/maybe-none.js';
import { property } from '../base/reactive.js';
import { readableStatuses, statusField, statusProblems } from '../base/status-field.js';
import { LendingStepElement } from '../base/step.js';
import { part } from '../errors.js';
import type { Applicant, Company } from '../schema/application.js';
import { noneOf } from '../schema/field-rules.js';
import type { Draft, Reading } from '../schema/form.js';
import { applicantForm, readDraft, writeDraft } from '../schema/page.js';
import { guessPhone } from '../schema/phone.js';

const HOME = 'addresses.0';
/** Most applicants have lived where they live for long enough, and are asked no more. */
const loadHistory = () => part(import('../base/address-history.js'), 'addresses');

/**
 * Asks about the person who applies, and where they live: the current address, and those before it as far back as
 * `settings.address_history_years` says. It makes no call; its `value` is the applicant as endpoint 1 takes it
 * (specification, "Applicant object").
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
 * @csspart add - The button that asks for one more address.
 * @csspart remove - The button that takes an address away.
 * @cssstate done - The step was completed.
 */
export class LendingApplicantElement extends LendingStepElement<Applicant> {
  static override readonly tag = 'lending-applicant';
  static override readonly words = enLater;

  /** The business, as the step before this one made it: its address can be taken over. Default: unknown. */
  @property({ attribute: false }) company: Company | undefined;

  override readonly step = 'applicant';
  /** What asks for more addresses, once they are needed. */
  #history: AddressHistory | undefined;
  /** What stood in the inputs before the business's address did. */
  #replaced: Draft = {};

  protected override firstUpdated(): void {
    // What is asked depends on what was answered, and is asked when the answer is complete.
    this.renderRoot.addEventListener('change', () => this.requestUpdate());
  }

  protected override async read(): Promise<Reading<Applicant>> {
    const history = await this.#loadHistory();
    // What is wrong is put into the order of what is shown.
    this.requestUpdate();
    await this.updateComplete;
    const draft = readableStatuses(this, history?.answers ?? this.draft);
    const phone_number = await guessPhone(draft.phone_number, this.settings.calling_code);
    const answers = phone_number ? { ...draft, phone_number } : draft;
    const read = (draft: Draft) => readDraft(applicantForm(this.settings), draft, this.#given());
    const reading = await askStreet(this, HOME, await statusProblems(this, await readTwins(this, answers, read)));
    return history?.check(reading) ?? reading;
  }

  protected override async write(value: Applicant): Promise<Draft> {
    const { newestFirst } = value.addresses?.[1] ? await loadHistory() : {};
    const addresses = newestFirst?.(value.addresses) ?? value.addresses;
    return writeDraft(applicantForm(this.settings), { ...value, addresses });
  }

  protected override renderFields(): TemplateResult {
    const { countries_of_residence } = this.settings;
    if (!this.#history) this.#loadHistory().catch(() => undefined);
    const country = this.draft['country_of_residence'];
    return html`
      ${givenBox(this, [givenChoice(this, 'applicant.country_of_residence', countries_of_residence, country)])}
      ${textField(this, 'first_name', { autocomplete: 'given-name' })}
      ${textField(this, 'last_name', { autocomplete: 'family-name' })} ${dateField(this, 'date_of_birth', 'bday')}
      ${textField(this, 'email', { autocomplete: 'email', type: 'email', inputmode: 'email' })}
      ${textField(this, 'phone_number', { autocomplete: 'tel', type: 'tel', inputmode: 'tel', width: 'm' })}
      ${choiceField(this, 'country_of_residence', countries_of_residence, 'country-name')}
      ${group(
        this.text.term('addresses.label'),
        [...addressFields(this, HOME), dateField(this, `${HOME}.start_date`), statusField(this, `${HOME}.status`)],
        this.#renderSame(),
      )}
      ${this.#history?.render()}
      <p class="hidden" role="status">${this.#history?.news}</p>
    `;
  }

  /** Offers the business's address. The box tells what is in the inputs: taking its tick away brings back what was there. */
  #renderSame(): TemplateResult | typeof nothing {
    const { draft, fixed } = this;
    const address = this.company?.address;
    if (!address?.line_1) return nothing;
    // A line that the business does not have is blank here too, and not as it was before.
    const lines = Object.fromEntries(businessLines(this).map((name) => [name, '']));
    const none = address.house_number ? '' : 'true';
    const known = Object.entries({ ...lines, ...address, [noneOf('house_number')]: none }).map(
      ([name, line]) => [`${HOME}.${name}`, line] as const,
    );
    if (known.some(([name]) => fixed.includes(name))) return nothing;
    const take = ({ target }: Event) => {
      const from = (target as HTMLInputElement).checked ? Object.fromEntries(known) : this.#replaced;
      this.#replaced = { ...draft };
      for (const [name] of known) {
        delete draft[name];
        if (from[name]) draft[name] = from[name];
      }
    };
    return html`<label class="choice"
      ><input
        part="input"
        type="checkbox"
        id="same"
        .checked=${known.every(([name, line]) => (draft[name] ?? '') === line)}
        @change=${take}
      />
      ${this.text.term(isPart(this) ? 'addresses.same-street' : 'addresses.same')}</label
    >`;
  }

  /** Loads what asks for more addresses where the current one may not reach far enough back. */
  async #loadHistory(): Promise<AddressHistory | undefined> {
    if (!this.#history && mayNeedHistory(this)) {
      const { AddressHistory } = await loadHistory();
      this.#history ??= new AddressHistory(this);
      this.requestUpdate();
    }
    return this.#history;
  }

  /** What the backend decides and nobody is asked; the first address is the current one. */
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
