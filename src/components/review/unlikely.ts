// Loads with the review: its questions, which are shown when they are there, and an explanation that few applicants need.
import { html, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { countryName } from '../../base/text/formats.js';
import { LendingCorrectedEvent } from '../../base/later-events.js';
import { supportLine } from '../../base/support.js';
import { unlikelyText } from './unlikely.sentences.js';
import type { Answers } from '../../base/step/steps.js';
import type { TextController } from '../../base/text/text.js';
import {
  mayBeAbroad,
  suggestions,
  unlikelyAnswers,
  unlikelyPhone,
  yearsSince,
  type Unlikely,
} from '../../schema/unlikely.js';
import { withTimeLimit } from '../../time-limit.js';

/** The fields with suggestions. */
const FIELDS = { number: 'registered_number', email: 'email', phone: 'phone_number' } as const;
type Suggested = keyof typeof FIELDS;
const isSuggested = (reason: Unlikely['reason']): reason is Suggested => reason in FIELDS;

interface Review extends ReactiveControllerHost, EventTarget {
  value: Answers | undefined;
  readonly text: TextController;
}

/** Asks about unusual answers, which may still be correct. The applicant does not have to change them. */
export class UnlikelyQuestions {
  #unlikely: readonly Unlikely[] = [];
  /** The last suggestion that the applicant accepted. */
  #taken: (Unlikely & { suggestion: string }) | undefined;

  constructor(readonly review: Review) {}

  /** Finds unusual answers. The check of a telephone number may load a library; the other questions do not wait for it. */
  async update(): Promise<void> {
    const { value = {} } = this.review;
    const unlikely = unlikelyAnswers(value);
    const phone = unlikelyPhone(value);
    const soon = await withTimeLimit(phone, { limit: 0 });
    this.#setUnlikely(value, [...unlikely, ...(soon ?? [])]);
    if (!soon) this.#setUnlikely(value, [...unlikely, ...(await phone)]);
  }

  #setUnlikely(value: Answers, unlikely: readonly Unlikely[]): void {
    // The answers may have changed since.
    if (value !== this.review.value) return;
    this.#unlikely = unlikely;
    this.review.requestUpdate();
  }

  /** The questions about the answers that the review has. Those about earlier answers stay until the new ones were checked. */
  get #shown(): readonly Unlikely[] {
    return this.review.value ? this.#unlikely : [];
  }

  /** The number of questions, which screen readers announce. */
  get count(): string {
    const text = unlikelyText(this.review.text);
    const { length } = this.#shown;
    const { path = '', reason, suggestion } = this.#taken ?? {};
    const isTaken = suggestion && suggestion === this.#answer(path);
    const noun = text.maybe(`${FIELDS[reason as Suggested]}.noun`) ?? '';
    const taken = isTaken ? text.term('unlikely.used', noun, suggestion) : '';
    return `${taken} ${length > 0 ? text.term('unlikely.count', length) : ''}`.trim();
  }

  /** Renders the questions as links. Without an action, a question is not a link. */
  renderList(actionOf: (path: string) => (() => void) | undefined): TemplateResult | typeof nothing {
    if (this.#shown.length === 0) return nothing;
    return html`<ul>
      ${this.#shown.map((one) => {
        const action = actionOf(one.path);
        const sentence = this.#sentence(one);
        return html`<li>
          ${action ? html`<button type="button" class="plain" @click=${action}>${sentence}</button>` : sentence}
        </li>`;
      })}
    </ul>`;
  }

  /** Renders the question about one of these answers, with a suggestion if the applicant can change the answer. */
  render(paths: readonly string[], canChange: boolean): TemplateResult | typeof nothing {
    const text = unlikelyText(this.review.text);
    const found = this.#shown.find(({ path }) => paths.includes(path));
    if (!found) return nothing;
    const suggestion = canChange && this.#suggest(found);
    const take = (event: Event) => this.#takeSuggestion({ ...found, suggestion: suggestion as string }, event);
    return html`<p part="warning" class="warning">
      ${this.#sentence(found)}
      ${
        suggestion
          ? html`<button part="suggestion" type="button" class="plain" @click=${take}>
              ${text.term('unlikely.use', suggestion)}
            </button>`
          : nothing
      }
    </p>`;
  }

  /** Explains that the application has other answers than those of the page. */
  renderOther(): TemplateResult {
    const { text } = this.review;
    return html`<p>${unlikelyText(text).term('review.other')}</p>
      ${supportLine(text)}`;
  }

  #sentence({ path, reason }: Unlikely): string {
    const { value } = this.review;
    const text = unlikelyText(this.review.text);
    const { company, applicant } = value ?? {};
    if (reason === 'email') return text.term('email.unusual', this.#suggest({ path, reason }));
    if (reason === 'phone' && mayBeAbroad(applicant?.phone_number ?? '')) return text.term('abroad.unusual');
    if (reason === 'age') return text.term('age.unusual', yearsSince(applicant?.date_of_birth));
    if (reason !== 'postcode') return text.term(`${reason}.unusual`);
    const [, index] = /\.(\d+)\./.exec(path) ?? [];
    const address = index ? applicant?.addresses[Number(index)] : company?.address;
    return text.term('postcode.unusual', countryName(text, address?.country_code ?? ''));
  }

  /** The answer at a path of a step, such as `applicant.email`. */
  #answer(path: string): string | undefined {
    const [step, name] = path.split('.') as [keyof Answers, string];
    return (this.review.value?.[step] as Record<string, string> | undefined)?.[name];
  }

  #suggest({ path, reason }: Unlikely): string | undefined {
    return isSuggested(reason) ? suggestions[reason](this.#answer(path) ?? '') : undefined;
  }

  /** Accepts the suggested answer. The button disappears with its question, so the focus moves to the answer. */
  #takeSuggestion(taken: Unlikely & { suggestion: string }, { target }: Event): void {
    const review = this.review;
    const answer = (target as HTMLElement).closest<HTMLElement>('.answer')!;
    answer.tabIndex = -1;
    answer.focus({ preventScroll: true });
    this.#unlikely = this.#unlikely.filter(({ reason }) => reason !== taken.reason);
    this.#taken = taken;
    const [step, name] = taken.path.split('.') as [keyof Answers, string];
    review.value = { ...review.value, [step]: { ...review.value![step], [name]: taken.suggestion } };
    review.dispatchEvent(new LendingCorrectedEvent('review'));
  }
}
