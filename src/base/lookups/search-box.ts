import { html, nothing, type TemplateResult } from 'lit';
import { QUERY_MIN } from '../../schema/calls/lookup-limits.js';
import { fieldContext, renderField } from '../fields/field.js';
import type { FormState } from '../fields/form-state.js';
import { lookupText } from '../text/locales/en-lookup.js';
import type { ResultWords } from './kinds.js';

/** Milliseconds after the last key press until the search begins. */
const DEBOUNCE_MS = 300;
const SLOW = 3000;

interface Source {
  readonly name: string;
  keep(text: string): void;
  search(query: string, signal: AbortSignal): Promise<readonly object[]>;
  words(found: object): ResultWords;
  choose(found: object): void;
  update(): void;
}

/**
 * An input with a list of results: a combobox of ARIA 1.2 with a listbox. A search begins when the applicant types, and the next key
 * press cancels it.
 */
export class SearchBox {
  #results: readonly object[] | undefined;
  #state: 'searching' | 'slow' | 'failed' | undefined;
  #isOpen = false;
  #active = -1;
  #call: AbortController | undefined;
  #timers: ReturnType<typeof setTimeout>[] = [];

  constructor(readonly source: Source) {}

  /** Cancels the search, and removes its results. */
  stop(): void {
    this.#call?.abort();
    this.#timers.forEach(clearTimeout);
    this.#results = this.#state = undefined;
    this.#isOpen = false;
    this.#active = -1;
  }

  get isOpen(): boolean {
    return this.#isOpen && !!this.#results?.length;
  }

  get isSearching(): boolean {
    return this.#state === 'searching';
  }

  get listId(): string {
    return `${this.source.name}-results`;
  }

  /** The id of the result that Enter chooses, if there is one. */
  get activeId(): string | undefined {
    return this.isOpen && this.#active >= 0 ? this.#optionId(this.#active) : undefined;
  }

  render(form: FormState): TemplateResult {
    const { name } = this.source;
    const frame = fieldContext(form, name);
    const input = html`<input
      part="input"
      id=${name}
      name=${name}
      type="text"
      role="combobox"
      autocomplete="off"
      spellcheck="false"
      .value=${form.draft[name] ?? ''}
      aria-autocomplete="list"
      aria-expanded=${this.isOpen}
      aria-controls=${this.listId}
      aria-activedescendant=${this.activeId ?? nothing}
      aria-invalid=${frame.invalid}
      aria-describedby=${frame.describedBy}
      @input=${this.type}
      @keydown=${this.press}
      @focusout=${this.#leave}
    />`;
    return renderField(
      name,
      frame,
      html`${input}${this.renderList(form)}
        <p class="hint" aria-live="polite">${this.status(form)}</p>`,
    );
  }

  renderList(form: FormState): TemplateResult {
    return html`<ul
      part="results"
      id=${this.listId}
      class="results"
      role="listbox"
      aria-label=${lookupText(form.text).term('lookup.list')}
      ?hidden=${!this.isOpen}
      @mousedown=${(event: Event) => event.preventDefault()}
    >
      ${this.isOpen ? this.#results!.map((found, index) => this.#renderOption(found, index)) : nothing}
    </ul>`;
  }

  #optionId(index: number): string {
    return `${this.source.name}-${index}`;
  }

  #renderOption(found: object, index: number): TemplateResult {
    const [title, detail] = this.source.words(found);
    return html`<li
      part="result"
      id=${this.#optionId(index)}
      role="option"
      aria-selected=${index === this.#active}
      @click=${() => this.source.choose(found)}
    >
      <span><bdi>${title}</bdi></span> <span class="hint"><bdi>${detail}</bdi></span>
    </li>`;
  }

  status(form: FormState): string {
    const text = lookupText(form.text);
    if (this.#state) return text.term(`lookup.${this.#state}`);
    if (!this.#results) return '';
    return this.#results.length ? text.term('lookup.results', this.#results.length) : text.term('lookup.none');
  }

  readonly type = ({ target }: Event): void => {
    const { value } = target as HTMLInputElement;
    const query = value.trim();
    // Lit can render between two listeners of one key press, before the form's own listener has kept the value.
    this.source.keep(value);
    this.stop();
    if (Array.from(query).length >= QUERY_MIN) {
      const call = (this.#call = new AbortController());
      this.#timers = [setTimeout(() => void this.#search(query, call.signal), DEBOUNCE_MS)];
      this.#state = 'searching';
    }
    this.source.update();
  };

  async #search(query: string, signal: AbortSignal): Promise<void> {
    const slow = () => {
      this.#state = 'slow';
      this.source.update();
    };
    this.#timers.push(setTimeout(slow, SLOW));
    const results = await this.source.search(query, signal).catch(() => undefined);
    // The applicant has typed something newer since.
    if (signal.aborted) return;
    this.#timers.forEach(clearTimeout);
    this.#results = results;
    this.#state = results ? undefined : 'failed';
    this.#isOpen = true;
    this.source.update();
  }

  /** Moves in the results, and chooses one. */
  readonly press = (event: KeyboardEvent): void => {
    const { key, isComposing } = event;
    const count = this.#results?.length ?? 0;
    if (isComposing) return;
    if (key === 'Enter' && (this.#isOpen ? count : this.#state === 'searching')) {
      // The form is not sent while the list is open, or about to open.
      event.preventDefault();
      const found = this.#results?.[this.#active];
      if (found) this.source.choose(found);
    } else if (key === 'Escape' && this.#isOpen) {
      event.preventDefault();
      this.#close();
    } else if ((key === 'ArrowDown' || key === 'ArrowUp') && count) {
      event.preventDefault();
      const isDown = key === 'ArrowDown';
      const from = this.#isOpen ? this.#active : -1;
      this.#active = from < 0 ? (isDown ? 0 : count - 1) : (from + (isDown ? 1 : count - 1)) % count;
      this.#isOpen = true;
      this.source.update();
    }
  };

  readonly #leave = (): void => {
    if (this.#isOpen) this.#close();
  };

  #close(): void {
    this.#isOpen = false;
    this.#active = -1;
    this.source.update();
  }
}
