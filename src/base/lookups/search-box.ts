import { html, nothing, type TemplateResult } from 'lit';
import { QUERY_MIN } from '../../schema/calls/limits.js';
import { fieldContext, renderField } from '../fields/field.js';
import type { FormState } from '../fields/form-state.js';
import { lookupText } from '../text/locales/en-lookup.js';
import type { ResultWords } from './kinds.js';

/** A low window, also one that a phone's keyboard makes low. */
const LOW = '(max-height: 600px), (max-width: 600px) and (pointer: coarse)';

/** Puts the beginnings of words that the query has in bold. */
function withMatches(text: string, query = ''): unknown {
  const words = query.match(/[\p{L}\p{N}]+/gu)?.join('|');
  const parts = words ? text.split(new RegExp(`(?<![\\p{L}\\p{N}])(${words})`, 'giu')) : [text];
  return parts.map((part, index) => (index % 2 ? html`<b>${part}</b>` : part));
}

/** Empties the input next to a button. */
function clear({ currentTarget }: Event): void {
  const input = (currentTarget as Element).parentElement!.querySelector('input')!;
  input.value = '';
  input.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  input.focus();
}

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
    const label = lookupText(form.text).term('lookup.clear');
    const input = html`<div class="search">
      <input
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
        @focus=${this.makeRoom}
        @focusout=${this.#leave}
      />
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="m15.5 15.5 5 5M17 10.5a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0" />
      </svg>
      ${
        form.draft[name]
          ? html`<button class="plain" type="button" aria-label=${label} @click=${clear}>
              <svg viewBox="0 0 24 24" aria-hidden="true"><path d="m7 7 10 10M17 7 7 17" /></svg>
            </button>`
          : nothing
      }
    </div>`;
    return renderField(
      name,
      frame,
      html`${input}
        <div class="suggestions">${this.renderList(form)}</div>
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
      ${this.isOpen ? this.#results!.map((found, index) => this.#renderOption(form, found, index)) : nothing}
    </ul>`;
  }

  #optionId(index: number): string {
    return `${this.source.name}-${index}`;
  }

  #renderOption(form: FormState, found: object, index: number): TemplateResult {
    const query = form.draft[this.source.name];
    const [title, detail] = this.source.words(found).map((words) => withMatches(words, query));
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

  /** In a low window, moves the label to the top, so that there is room for results below the input. */
  readonly makeRoom = ({ target }: Event): void => {
    if (matchMedia(LOW).matches) (target as Element).closest('.field')!.scrollIntoView();
  };

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
      const root = (event.target as Element).getRootNode() as ShadowRoot;
      // The list scrolls, and may render after this.
      requestAnimationFrame(() => root.getElementById(this.activeId ?? '')?.scrollIntoView({ block: 'nearest' }));
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
