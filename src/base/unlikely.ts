import { html, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { suggestCompanyNumber } from '../schema/check-number.js';
import { unlikelyAnswers, unlikelyPhone, yearsSince, type Unlikely } from '../schema/unlikely.js';
import { LendingCorrectedEvent } from './events.js';
import type { Answers } from './journey.js';
import { enUnlikely } from './locales/en-unlikely.js';
import { addText, type TextController } from './text.js';

addText(enUnlikely);

/** The review, as its questions know it. */
interface Review extends ReactiveControllerHost, EventTarget {
  value: Answers | undefined;
  readonly text: TextController;
}

/** Asks about answers that look wrong and may be right, next to each of them. Nobody has to change one. */
export class UnlikelyQuestions {
  readonly #review: Review;
  /** The answers in question. */
  #unlikely: readonly Unlikely[] = [];
  /** The suggestion that was taken last. */
  #taken: string | undefined;

  constructor(review: Review) {
    this.#review = review;
  }

  /** Looks for unlikely answers. Judging a telephone number may take a library, which the other questions do not wait for. */
  async look(): Promise<void> {
    const { value = {} } = this.#review;
    const unlikely = unlikelyAnswers(value);
    const phone = unlikelyPhone(value);
    const soon = await Promise.race([phone, new Promise<undefined>((resolve) => setTimeout(resolve))]);
    this.#ask(value, [...unlikely, ...(soon ?? [])]);
    if (!soon) this.#ask(value, [...unlikely, ...(await phone)]);
  }

  #ask(value: Answers, unlikely: readonly Unlikely[]): void {
    // The answers may be others by now.
    if (value !== this.#review.value) return;
    this.#unlikely = unlikely;
    this.#review.requestUpdate();
  }

  /** How many questions there are, for applicants who do not see them or do not read that far. */
  get count(): string {
    const { text, value } = this.#review;
    const { length } = this.#unlikely;
    const isTaken = this.#taken && this.#taken === value?.company?.registered_number;
    const taken = isTaken ? text.term('unlikely.used', this.#taken!) : '';
    return `${taken} ${length > 0 ? text.term('unlikely.count', length) : ''}`.trim();
  }

  /** The question about one of these answers. `change` leads to its input; an answer without one is only asked about. */
  render(paths: readonly string[], change: ((path: string) => void) | undefined): TemplateResult | typeof nothing {
    const { text } = this.#review;
    const found = this.#unlikely.find(({ path }) => paths.includes(path));
    if (!found) return nothing;
    const sentence = this.#sentence(found);
    if (!change) return html`<p part="warning" class="warning">${sentence}</p>`;
    const number = found.reason === 'number' && this.#review.value?.company?.registered_number;
    const suggestion = number && suggestCompanyNumber(number);
    return html`<div part="warning" class="warning">
      <button type="button" class="plain" @click=${() => change(found.path)}>${sentence}</button>
      ${
        suggestion
          ? html`<p>${text.term('unlikely.meant', suggestion)}</p>
              <button part="suggestion" type="button" @click=${(event: Event) => this.#take(suggestion, event)}>
                ${text.term('unlikely.use', suggestion)}
              </button>`
          : nothing
      }
    </div>`;
  }

  #sentence({ path, reason }: Unlikely): string {
    const { text, value } = this.#review;
    const { company, applicant } = value ?? {};
    if (reason === 'age') return text.term('age.unusual', yearsSince(applicant?.date_of_birth));
    if (reason !== 'postcode') return text.term(`${reason}.unusual`);
    const [, index] = /\.(\d+)\./.exec(path) ?? [];
    const address = index ? applicant?.addresses[Number(index)] : company?.address;
    return text.term('postcode.unusual', text.country(address?.country_code ?? ''));
  }

  /** Takes the suggested number. Its button goes with the question, so the focus moves to the answer. */
  #take(suggestion: string, { target }: Event): void {
    const review = this.#review;
    const answer = (target as HTMLElement).closest('dd')!;
    answer.tabIndex = -1;
    answer.focus({ preventScroll: true });
    this.#unlikely = this.#unlikely.filter(({ reason }) => reason !== 'number');
    this.#taken = suggestion;
    const { company } = review.value!;
    review.value = { ...review.value, company: { ...company!, registered_number: suggestion } };
    review.dispatchEvent(new LendingCorrectedEvent('review'));
  }
}
