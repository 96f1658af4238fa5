import { html, nothing, type TemplateResult } from 'lit';
import { checkCountry, countryAnswers, countryQuestion } from '../../base/fields/address-country.js';
import { separateHouseNumber } from '../../base/fields/load-rare-input.js';
import { formatDay } from '../../base/text/formats.js';
import { dateField, fieldContext } from '../../base/fields/field.js';
import { fieldRule, type FormState } from '../../base/fields/form-state.js';
import { addressOrSearch, forgetLookups, lookupOf } from '../../base/lookups/load-lookup.js';
import type { Problem } from '../../errors.js';
import type { LendingStepElement } from '../../base/step/step.js';
import { historyText } from './address-history.sentences.js';
import {
  earliestBefore,
  summariseHistory,
  historyProblems,
  removeAddress,
  withoutBlanks,
  type History,
} from '../../schema/addresses/address-cover.js';
import { countriesAbroad } from '../../schema/addresses/countries.js';
import type { Draft, Reading } from '../../schema/fields/form.js';
import { statusField } from './status-field.js';

export { newestFirst } from '../../schema/addresses/address-cover.js';

/** Answers the question about the current address: it is in the country that the applicant has chosen to live in. */
function answerResidence({ draft, settings }: FormState): void {
  const { country_of_residence: country } = draft;
  if (!country || !settings.countriesOfResidence[1]) return;
  const isHome = countriesAbroad(settings).every(({ name }) => name !== country);
  draft['addresses.0.country_code'] = isHome ? settings.countryCode : '';
  draft['addresses.0.country'] = isHome ? '' : country;
}

/** The addresses before the current one: their fields, reading and problems. It loads when they are needed. */
export class AddressHistory {
  #lastAction = '';

  constructor(readonly form: LendingStepElement<unknown>) {
    form.renderRoot.addEventListener('change', ({ target }) => {
      this.#lastAction = '';
      if ((target as HTMLInputElement).name === 'country_of_residence') answerResidence(form);
    });
    if (form.draft['addresses.0.country_code'] === undefined) answerResidence(form);
  }

  get #text() {
    return historyText(this.form.text);
  }

  get #years(): number {
    const isAsked = fieldRule(this.form, 'addresses.start_date') !== 'hidden';
    return isAsked ? this.form.settings.addressHistoryYears : 0;
  }

  get #history(): History {
    return summariseHistory(this.form.draft, this.#years);
  }

  get announcement(): string {
    const { since } = this.#history;
    return `${this.#lastAction} ${since ? this.#text.term('previous.asked', formatDay(this.form.text, since)) : ''}`;
  }

  /** An earlier address may be abroad, and the current one if there are several countries to live in. */
  #asksCountry(path: string): boolean {
    return path !== 'addresses.0' || !!this.form.settings.countriesOfResidence[1];
  }

  /** The addresses that are not blank, and whose country the form asks for. */
  get #placed(): string[] {
    const filled = Array.from({ length: this.#history.filled }, (_, index) => `addresses.${index}`);
    return filled.filter((path) => this.#asksCountry(path));
  }

  /** The draft as it is read: only addresses that are not blank, with the codes of their countries. */
  get answers(): Draft {
    const form = this.form;
    const places = this.#placed.map((path) => countryAnswers(form, path));
    return Object.assign(withoutBlanks(form.draft, this.#history), ...places) as Draft;
  }

  /** Adds the problems of the earlier addresses: their order, and the time that they do not cover. */
  async check<T>(reading: Reading<T>, isCheck = false): Promise<Reading<T>> {
    for (let index = 1; index < this.#history.filled; index++) {
      const path = `addresses.${index}`;
      if (!isCheck) reading = await separateHouseNumber(this.form, path, reading);
      reading = (await lookupOf(this.form, 'address', path)?.check(reading)) ?? reading;
    }
    const found: Problem[] = historyProblems(this.form.draft, this.#years).map(({ index, reason, newer, day }) => ({
      path: `addresses.${index}${reason === 'gap' ? '' : '.start_date'}`,
      reason,
      params: { day: formatDay(this.form.text, day), newer },
    }));
    if (found.length) reading = { value: undefined, problems: [...reading.problems, ...found] };
    return this.#placed.reduce((checked, path) => checkCountry(this.form, path, checked), reading);
  }

  render(): TemplateResult {
    const { shown, mayAdd } = this.#history;
    const older = Array.from({ length: shown - 1 }, (_, index) => this.#renderAddress(index + 1));
    const add = html`<button part="add" type="button" @click=${this.#add}>${this.#text.term('previous.add')}</button>`;
    return html`${older} ${mayAdd && shown > 1 ? add : nothing}`;
  }

  renderCountry(form: FormState, path = 'addresses.0'): unknown {
    return this.#asksCountry(path) ? countryQuestion(form, path) : nothing;
  }

  #renderAddress(index: number): TemplateResult {
    const { draft, problems, step, settings, fixed, text, renderRoot } = this.form;
    const name = this.#text.term('previous.label', index);
    const requestUpdate = () => this.form.requestUpdate();
    const form: FormState = { draft, problems, step, settings, fixed, text, renderRoot, requestUpdate };
    const path = `addresses.${index}`;
    const day = earliestBefore(draft, index);
    const { notes, describedBy } = fieldContext(form, path, day && formatDay(text, day));
    return html`<fieldset class="group" id="${path}-group" aria-describedby=${describedBy}>
      <legend class="title">${name}</legend>
      <div>${notes}</div>
      ${this.renderCountry(form, path)} ${addressOrSearch(this.form, form, path, false)}
      ${dateField(form, `${path}.start_date`)} ${statusField(form, `${path}.status`)} ${this.#renderRemove(index, name)}
    </fieldset>`;
  }

  #renderRemove(index: number, name: string) {
    const { fixed } = this.form;
    const { shown, since } = this.#history;
    // An address that the backend filled in keeps its index. A blank address that is still needed would appear again.
    const isFixed = fixed.some((input) => Number(/^addresses\.(\d+)/.exec(input)?.[1] ?? 0) >= index);
    if (isFixed || (since && index === shown - 1)) return nothing;
    return html`<button part="remove" class="plain" type="button" @click=${() => this.#remove(index)}>
      ${this.#text.term('previous.remove')} <span class="hidden">(${name})</span>
    </button>`;
  }

  readonly #add = async (): Promise<void> => {
    const index = this.#history.shown;
    this.form.draft[`addresses.${index}.start_date.day`] = '';
    await this.#announce('');
    this.#find(`[id="addresses.${index}-group"] input`)?.focus();
  };

  async #remove(index: number): Promise<void> {
    const { draft } = this.form;
    // Lit compares with the last rendering: without a rendering now, text that was typed since would stay in its input.
    this.form.requestUpdate();
    await this.form.updateComplete;
    removeAddress(draft, index);
    forgetLookups(this.form);
    await this.#announce(this.#text.term('previous.removed'));
    const rest = Math.min(index, this.#history.shown - 1);
    const legend = this.#find(`[id="addresses.${rest}-group"] legend`) ?? this.#find('legend.title');
    legend?.setAttribute('tabindex', '-1');
    // Firefox focuses a legend only after its layout.
    legend?.getBoundingClientRect();
    legend?.focus();
  }

  /** Announces an action, and keeps the changed draft as after a typed change. */
  async #announce(done: string): Promise<void> {
    this.#find('form')?.dispatchEvent(new Event('change', { bubbles: true }));
    this.#lastAction = done;
    this.form.requestUpdate();
    await this.form.updateComplete;
  }

  #find(selector: string): HTMLElement | null {
    return this.form.renderRoot.querySelector(selector);
  }
}
