import { html, nothing, type LitElement, type TemplateResult } from 'lit';
import { earliestBefore, lookAt, problemsOf, remove, withoutBlanks, type History } from '../schema/address-history.js';
import type { Draft, Reading } from '../schema/form.js';
import { addressFields, askStreet } from './address-fields.js';
import { dateField, frameOf, ruleOf, type FormState } from './field.js';
import { enHistory } from './locales/en-history.js';
import { statusField } from './status-field.js';
import { addText } from './text.js';

export { newestFirst } from '../schema/address-history.js';

addText(enHistory);

/** The addresses before the current one: what is asked, read and said about them. It loads when somebody needs it. */
export class AddressHistory {
  readonly #form: FormState & LitElement;
  /** What was done last, for those who do not see it. */
  #done = '';

  constructor(form: FormState & LitElement) {
    this.#form = form;
    form.renderRoot.addEventListener('change', () => (this.#done = ''));
  }

  /** How many years the addresses must cover. */
  get #years(): number {
    const isAsked = ruleOf(this.#form, 'addresses.start_date') !== 'hidden';
    return isAsked ? this.#form.settings.address_history_years : 0;
  }

  get #history(): History {
    return lookAt(this.#form.draft, this.#years);
  }

  /** What has changed on the screen, in words. */
  get news(): string {
    const { since } = this.#history;
    return `${this.#done} ${since ? this.#form.text.term('previous.asked', this.#form.text.day(since)) : ''}`;
  }

  /** What is read of the draft: the addresses in which something stands, with what is not asked about the earlier ones. */
  // Spec: the country code of an address abroad where somebody lived before is not shown; it is that of the settings.
  get answers(): Draft {
    const { draft, settings } = this.#form;
    const given: Draft = {};
    for (let index = 1; index < this.#history.given; index++) {
      given[`addresses.${index}.region`] = settings.address_region;
      given[`addresses.${index}.country_code`] = settings.country_code;
    }
    return { ...given, ...withoutBlanks(draft, this.#history) };
  }

  /** Adds what is wrong with the earlier addresses and their order, and where they do not reach far enough back. */
  async check<T>(reading: Reading<T>): Promise<Reading<T>> {
    for (let index = 1; index < this.#history.given; index++) {
      reading = await askStreet(this.#form, `addresses.${index}`, reading);
    }
    const found = problemsOf(this.#form.draft, this.#years).map(({ index, reason, newer, day }) => ({
      path: `addresses.${index}${reason === 'gap' ? '' : '.start_date'}`,
      reason,
      params: { day: this.#form.text.day(day), newer },
    }));
    return found.length ? { value: undefined, problems: [...reading.problems, ...found] } : reading;
  }

  render(): TemplateResult {
    const { shown, mayAdd } = this.#history;
    const older = Array.from({ length: shown - 1 }, (_, index) => this.#renderAddress(index + 1));
    return html`${older}
    ${
      mayAdd
        ? html`<button part="add" type="button" @click=${this.#add}>${this.#form.text.term('previous.add')}</button>`
        : nothing
    }`;
  }

  #renderAddress(index: number): TemplateResult {
    const { draft, problems, step, settings, fixed, text } = this.#form;
    const name = text.term('previous.label', index);
    const of = html`<span class="hidden"> (${name})</span>`;
    const requestUpdate = () => this.#form.requestUpdate();
    const form: FormState = { draft, problems, step, settings, fixed, text, of, requestUpdate };
    const path = `addresses.${index}`;
    const day = earliestBefore(draft, index);
    const { notes, describedBy } = frameOf(form, path, day && text.day(day));
    return html`<fieldset class="group" id="${path}-group" aria-describedby=${describedBy}>
      <legend class="title">${name}</legend>
      <div>${notes}</div>
      ${addressFields(form, path, false)} ${dateField(form, `${path}.start_date`)}
      ${statusField(form, `${path}.status`)} ${this.#renderRemove(index, name)}
    </fieldset>`;
  }

  #renderRemove(index: number, name: string) {
    const { fixed, text } = this.#form;
    const { shown, since } = this.#history;
    // What the backend has put in by its number stays where it is; a blank address that is needed would come back.
    const isFixed = fixed.some((input) => Number(/^addresses\.(\d+)/.exec(input)?.[1] ?? 0) >= index);
    if (isFixed || (since && index === shown - 1)) return nothing;
    return html`<button part="remove" class="plain" type="button" @click=${() => this.#remove(index)}>
      ${text.term('previous.remove')} <span class="hidden">(${name})</span>
    </button>`;
  }

  readonly #add = async (): Promise<void> => {
    const index = this.#history.shown;
    this.#form.draft[`addresses.${index}.start_date.day`] = '';
    await this.#tell('');
    this.#find(`[id="addresses.${index}-group"] input`)?.focus();
  };

  async #remove(index: number): Promise<void> {
    const { draft, text } = this.#form;
    // What was typed since the last rendering would stay in its input, as the draft is all that is compared.
    this.#form.requestUpdate();
    await this.#form.updateComplete;
    remove(draft, index);
    await this.#tell(text.term('previous.removed'));
    const rest = Math.min(index, this.#history.shown - 1);
    const legend = this.#find(`[id="addresses.${rest}-group"] legend`) ?? this.#find('legend.title');
    legend?.setAttribute('tabindex', '-1');
    // Firefox gives the focus to a legend only where that is laid out already, and says nothing otherwise.
    legend?.getBoundingClientRect();
    legend?.focus();
  }

  /** Shows what was done, and has it kept like anything that is typed. */
  async #tell(done: string): Promise<void> {
    this.#find('form')?.dispatchEvent(new Event('change', { bubbles: true }));
    this.#done = done;
    this.#form.requestUpdate();
    await this.#form.updateComplete;
  }

  #find(selector: string): HTMLElement | null {
    return this.#form.renderRoot.querySelector(selector);
  }
}
