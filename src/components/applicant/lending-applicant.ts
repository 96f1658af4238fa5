import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { businessLines, fieldGroup, isStreetOnly } from '../../base/fields/address-fields.js';
import { dateField } from '../../base/fields/field.js';
import { eligibilityNotice, reportError } from '../../base/fields/implied-answers.js';
import { readWithRareInput } from '../../base/fields/load-rare-input.js';
import { question, questions, screenIn, singleChoice } from '../../base/fields/questions.js';
import { choiceStyles } from '../../base/look/choice-styles.js';
import { enLater, type LaterText } from '../../base/text/locales/en-later.js';
import { addSentences } from '../../base/text/text.js';
import { addressOrSearch, lookupOf } from '../../base/lookups/load-lookup.js';
import { LendingStepElement } from '../../base/step/step.js';
import { loadPart } from '../../errors.js';
import type { Applicant, Company } from '../../schema/calls/application.js';
import { isoCode } from '../../schema/addresses/countries.js';
import { noneInput } from '../../schema/fields/field-rules.js';
import { guessPhone } from '../../schema/fields/phone.js';
import { isBlank, readDraft, writeDraft, type Draft, type Reading } from '../../schema/fields/form.js';
import { APPLICANT, applicantForm } from '../../schema/forms/applicant-form.js';
import type { AddressHistory } from './address-history.js';
import { readableStatuses, statusField, statusProblems } from './status-field.js';
import { fieldRule, type FormState } from '../../base/fields/form-state.js';
import { normalisePlain } from '../../schema/fields/normalise.js';

/** Whether earlier addresses, or a country, may be needed. It compares only the year; the part that then loads compares the whole date. */
function mayNeedHistory({ draft, settings }: FormState): boolean {
  const start = ['day', 'month', 'year'].map((part) => draft[`addresses.0.start_date.${part}`]).join(' ');
  const [year] = /\d{4}/.exec(normalisePlain(start)) ?? [];
  const isLate = Number(year) >= new Date().getFullYear() - Math.ceil(settings.addressHistoryYears);
  return (
    isLate || !!settings.countriesOfResidence[1] || Object.keys(draft).some((name) => name.startsWith('addresses.1.'))
  );
}

addSentences(enLater);

const NAMES = ['first_name', 'last_name'];
const ONE_NAME = noneInput('last_name');
const HOME = 'addresses.0';
/** Loads the part for earlier addresses. Most applicants have lived at their address for long enough, and never need it. */
const loadHistory = () => loadPart(import('./address-history.js'), 'addresses');

/**
 * Asks about the person who applies, and their addresses: the current one, and earlier ones as far back as
 * `settings.addressHistoryYears` says. It makes no call; its `value` is the applicant as endpoint 1 expects it
 * (specification, "Applicant object").
 *
 * @tag lending-applicant
 * @event {LendingScreenChangedEvent} lending-screen-changed - Another screen is shown, in the layout `screens`.
 * @event {LendingBeforeSubmitEvent} lending-before-submit - Asks whether the step may continue; cancelable.
 * @event {LendingSubmittedEvent} lending-submitted - The applicant is complete; read it from `value`.
 * @csspart field - A question with its label, hint, error and inputs.
 * @csspart label - The label of a field, or the legend of a group.
 * @csspart hint - The hint of a field.
 * @csspart results - The results of a search.
 * @csspart result - A result of a search.
 * @csspart card - The chosen result.
 * @csspart change - The button back to the search.
 * @csspart switch - The button between the search and the fields.
 * @csspart back - The Back button of a step that is used alone, in the layout `screens`.
 * @csspart add - The button that adds an address.
 * @csspart remove - The button that removes an address.
 */
export class LendingApplicantElement extends LendingStepElement<Applicant> {
  static override readonly tag = 'lending-applicant';
  declare readonly text: LaterText;
  static override styles = [...LendingStepElement.styles, choiceStyles];
  protected static override readonly personal = [...LendingStepElement.personal, 'company'];

  /** The business from the previous step. Its address can be copied into the applicant's. Default: none. */
  @property({ attribute: false }) company: Company | undefined;

  override readonly step = 'applicant';
  #history: AddressHistory | undefined;
  /** The address before the business's address replaced it. */
  #replacedAddress: Draft = {};

  protected override get companyType(): string | undefined {
    return this.company?.type;
  }

  protected override startAgain(changed: PropertyValues<this>): void {
    super.startAgain(changed);
    this.#replacedAddress = {};
  }

  override screenOf(input: string): string | undefined {
    const [field = '', index = '0', detail = ''] = input.split('.');
    // An address has three screens: its country, its lines, and the time there.
    const [part, isStay] = /^(?:country|(st))/.exec(detail) ?? ['home'];
    if (field === 'addresses') return `${isStay ? 'stay' : part}.${index}`;
    return field === 'same' ? 'home.0' : screenIn(APPLICANT, field);
  }

  protected override firstUpdated(): void {
    // Some questions depend on other answers, and appear when those are complete.
    this.renderRoot.addEventListener('change', () => this.requestUpdate());
  }

  protected override async read(isCheck?: boolean): Promise<Reading<Applicant>> {
    const history = await this.#loadHistory();
    // Renders the fields that have just been loaded: problems are sorted in the order of the rendered fields.
    this.requestUpdate();
    await this.updateComplete;
    const draft = readableStatuses(this, history?.answers ?? this.draft);
    const answers = await this.#withWholePhone(draft);
    const reading = await readWithRareInput(this, HOME, answers, this.#readDraft, isCheck);
    const asked = await statusProblems(this, reading);
    const chosen = (await lookupOf(this, 'address', HOME)?.check(asked)) ?? asked;
    return history?.check(chosen, isCheck) ?? chosen;
  }

  /** Adds the calling code to a telephone number without one, if the code is likely. */
  async #withWholePhone(draft: Draft): Promise<Draft> {
    const phone_number = await guessPhone(draft.phone_number, this.settings.callingCode);
    return phone_number ? { ...draft, phone_number } : draft;
  }

  readonly #readDraft = (draft: Draft): Reading<Applicant> =>
    readDraft(applicantForm(this.settings), draft, this.#impliedAnswers());

  protected override async write(value: Applicant): Promise<Draft> {
    const { newestFirst } = value.addresses?.[1] ? await loadHistory() : {};
    const addresses = newestFirst?.(value.addresses) ?? value.addresses;
    return writeDraft(applicantForm(this.settings), { ...value, addresses });
  }

  protected override renderFields(): TemplateResult {
    if (!this.#history) this.#loadHistory().catch(() => undefined);
    return html`
      ${eligibilityNotice(this)} ${question(this, 'first_name', APPLICANT.first_name)} ${this.#renderLastName()}
      ${questions(this, APPLICANT, (name) => NAMES.includes(name))}
      ${fieldGroup(
        this.text.term('addresses.label'),
        [
          ...addressOrSearch(this, this, HOME),
          dateField(this, `${HOME}.start_date`),
          statusField(this, `${HOME}.status`),
        ],
        [this.#history?.renderCountry(this), this.#renderSameAddress()],
      )}
      ${this.#history?.render()}
      <p class="hidden" aria-live="polite">${this.#history?.announcement}</p>
    `;
  }

  /** The country that the form does not ask for. */
  protected override renderFootnote(): TemplateResult | typeof nothing {
    const { text, settings, draft } = this;
    const [only, other] = settings.countriesOfResidence;
    if (other || fieldRule(this, 'country_of_residence') === 'hidden') return nothing;
    const { country_of_residence: value = only!.value } = draft;
    const country = text.choice(value === only!.value ? only! : { value });
    const statement = `${text.term('country_of_residence.label')}: ${country}.`;
    return reportError(text, statement, text.term('report-error'));
  }

  /** The last name, with a box for applicants who have one name, in either field. Typing into both unticks it. */
  #renderLastName(): TemplateResult | typeof nothing {
    const { draft, fixed } = this;
    const field = question(this, 'last_name', APPLICANT.last_name);
    const mine = ['last_name', 'first_name'].find((name) => !fixed.includes(name));
    if (!mine || NAMES.some((name) => fieldRule(this, name) === 'hidden')) return field;
    const hasBoth = () => NAMES.every((name) => !isBlank(draft[name]));
    const tick = ({ target }: Event) => {
      const { checked } = target as HTMLInputElement;
      draft[ONE_NAME] = `${checked}`;
      if (checked && hasBoth()) draft[mine] = '';
    };
    const isOne = draft[ONE_NAME] === 'true' && !hasBoth();
    return html`<section>
      ${field}
      <label class="choice"
        ><input part="input" type="checkbox" id=${ONE_NAME} .checked=${isOne} @change=${tick} />
        ${this.text.term('one-name')}</label
      >
    </section>`;
  }

  /** Offers the business's address. Unticking the box restores the previous address. */
  #renderSameAddress(): TemplateResult | typeof nothing {
    const { draft, fixed, settings } = this;
    const { country_code: country = '', ...address } = this.company?.address ?? {};
    const isAbroad = !!settings.countries?.[0] && isoCode(country) !== isoCode(settings.countryCode);
    // Without a question about the country, the home is not where the business is.
    if (!(address.line_1 ?? address.house_number) || (isAbroad && !settings.countriesOfResidence[1])) return nothing;
    // A line that the business's address does not have becomes blank.
    const lines = Object.fromEntries([...businessLines(this), 'lookup'].map((name) => [name, '']));
    const blank = address.line_1 ? 'house_number' : 'line_1';
    lines[noneInput(blank)] = address[blank] ? '' : 'true';
    const known = Object.entries({ ...lines, ...address, ...(!isAbroad && country && { country_code: country }) }).map(
      ([name, line]) => [`${HOME}.${name}`, line] as const,
    );
    if (known.some(([name]) => fixed.includes(name))) return nothing;
    const take = ({ target }: Event) => {
      const from = (target as HTMLInputElement).checked ? Object.fromEntries(known) : this.#replacedAddress;
      this.#replacedAddress = { ...draft };
      for (const [name] of known) {
        delete draft[name];
        if (from[name]) draft[name] = from[name];
      }
      if (isAbroad && (target as HTMLInputElement).checked) draft[`${HOME}.country_code`] = country;
    };
    const isSame = known.every(([name, line]) => (draft[name] ?? '') === line);
    return html`<label class="choice"
      ><input part="input" type="checkbox" id="same" .checked=${isSame} @change=${take} />
      ${this.text.term(isStreetOnly(this) ? 'addresses.same-street' : 'addresses.same')}</label
    >`;
  }

  /** Loads the earlier addresses if the current one may not reach back far enough. */
  async #loadHistory(): Promise<AddressHistory | undefined> {
    if (!this.#history && mayNeedHistory(this)) {
      const { AddressHistory } = await loadHistory();
      this.#history ??= new AddressHistory(this);
      this.requestUpdate();
    }
    return this.#history;
  }

  /** Answers that the backend decides. The first address is the current one. */
  #impliedAnswers(): Draft {
    const { addressRegion, countryCode, countriesOfResidence } = this.settings;
    return {
      [`${HOME}.region`]: addressRegion,
      [`${HOME}.country_code`]: countryCode,
      [`${HOME}.current`]: 'true',
      ...singleChoice('country_of_residence', countriesOfResidence),
    };
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'lending-applicant': LendingApplicantElement;
  }
}
