import { css, html, nothing, type TemplateResult } from 'lit';
import type { ServerAdapter } from '../adapter.js';
import { LendingChangeEvent } from '../base/events.js';
import { enLater } from '../base/locales/en-later.js';
import { LendingStepElement } from '../base/step.js';
import type { Applicant, Application, Company } from '../schema/application.js';
import { dayOf } from '../schema/dates.js';
import type { Reading } from '../schema/form.js';

type Answers = Partial<Pick<Application, 'company' | 'applicant'>>;
type Row = readonly [label: string, answer: string | undefined];

/**
 * Shows the answers once more, and creates the application when the applicant confirms them (specification, endpoint 1).
 * Set `value` to `{ company, applicant }`; the region comes from the settings.
 *
 * @tag lending-review
 * @event {LendingChangeEvent} lending-change - The applicant wants to change the answers of a step.
 * @event {LendingSubmitEvent} lending-submit - Asks whether the application may be created; cancelable.
 * @event {LendingSubmittedEvent} lending-submitted - The application was created.
 * @event {LendingErrorEvent} lending-error - The application was not created, or nobody knows.
 * @csspart form - The form.
 * @csspart heading - The heading of the step.
 * @csspart summary - The panel that says what is wrong.
 * @csspart actions - The row of buttons.
 * @csspart submit - The button that creates the application.
 * @csspart retry - The button that tries again after a failure.
 * @cssstate pending - The call is under way.
 * @cssstate failed - The call failed.
 * @cssstate done - The application was created.
 */
export class LendingReviewElement extends LendingStepElement<Answers> {
  static override readonly tag = 'lending-review';
  static override readonly words = enLater;
  static override styles = [
    ...LendingStepElement.styles,
    css`
      section {
        padding-block-start: 1em;
        border-block-start: 1px solid var(--_line);
      }
      header {
        display: flex;
        align-items: center;
        justify-content: space-between;
        gap: 1em;
        margin-block-end: 0.5em;
      }
      dl {
        display: grid;
        gap: 0.75em;
      }
      dt {
        color: var(--_muted);
      }
      dd {
        overflow-wrap: anywhere;
      }
      @media (min-width: 36em) {
        dl > div {
          display: grid;
          grid-template-columns: 2fr 3fr;
          gap: 1em;
        }
      }
    `,
  ];

  override readonly step = 'review';
  protected override readonly calls = true;

  protected override read(): Reading<Answers> {
    const { company, applicant } = this.value ?? {};
    if (company && applicant) return { value: { company, applicant }, problems: [] };
    return { value: undefined, problems: [{ path: company ? 'applicant' : 'company', reason: 'empty' }] };
  }

  protected override send(value: Answers, adapter: ServerAdapter, signal: AbortSignal): Promise<unknown> {
    return adapter.createApplication({ ...(value as Application), region: this.settings.region }, { signal });
  }

  protected override renderFields(): TemplateResult {
    const { company, applicant } = this.value ?? {};
    return html`
      <p>${this.text.term('review.intro')}</p>
      ${company ? this.#renderSection('company', this.#companyRows(company)) : nothing}
      ${applicant ? this.#renderSection('applicant', this.#applicantRows(applicant)) : nothing}
    `;
  }

  #renderSection(step: 'company' | 'applicant', rows: readonly Row[]): TemplateResult {
    const heading = this.text.term(`${step}.heading`);
    return html`<section aria-labelledby="${step}-heading">
      <header>
        <h3 id="${step}-heading">${heading}</h3>
        <button
          type="button"
          class="plain"
          id=${step}
          aria-label=${this.text.term('review.change', heading)}
          @click=${() => this.dispatchEvent(new LendingChangeEvent(step))}
        >
          ${this.text.term('change')}
        </button>
      </header>
      <dl>
        ${rows.map(
          ([label, answer]) =>
            html`<div>
              <dt>${label}</dt>
              <dd>${answer || this.text.term('not-given')}</dd>
            </div>`,
        )}
      </dl>
    </section>`;
  }

  #companyRows(company: Company): readonly Row[] {
    const term = (key: string) => this.text.maybe(key) ?? key;
    const { house_number, line_1, city, county, postcode } = company.address;
    return [
      [term('registered_name.label'), company.registered_name],
      [term('registered_number.label'), company.registered_number],
      [term('type.label'), this.#choice(company.type, this.settings.company_types)],
      [term('formation_date.label'), this.#day(company.formation_date)],
      [term('trading_from_date.label'), this.#day(company.trading_from_date)],
      [term('review.business-address'), joined([`${house_number} ${line_1}`, city, county, postcode])],
    ];
  }

  #applicantRows(applicant: Applicant): readonly Row[] {
    const term = (key: string) => this.text.maybe(key) ?? key;
    return [
      [term('review.name'), `${applicant.first_name} ${applicant.last_name}`],
      [term('date_of_birth.label'), this.#day(applicant.date_of_birth)],
      [term('email.label'), applicant.email],
      [term('phone_number.label'), applicant.phone_number],
      [term('country_of_residence.label'), applicant.country_of_residence],
      ...applicant.addresses.flatMap(({ house_number, line_1, city, county, postcode, start_date, status }): Row[] => [
        [term('review.home-address'), joined([`${house_number} ${line_1}`, city, county, postcode])],
        [term('addresses.start_date.label'), this.#day(start_date)],
        [term('addresses.status.label'), this.#choice(status, this.settings.residential_statuses)],
      ]),
    ];
  }

  #day(wire: string): string {
    const day = dayOf(wire);
    return day ? this.text.day(day) : wire;
  }

  #choice(value: string, choices: readonly { value: string; label?: string | undefined }[]): string {
    return this.text.choice(choices.find((choice) => choice.value === value) ?? { value });
  }
}

const joined = (parts: readonly (string | undefined)[]) => parts.filter(Boolean).join(', ');

declare global {
  interface HTMLElementTagNameMap {
    'lending-review': LendingReviewElement;
  }
}
