import { html, nothing, render } from 'lit';
import type { Draft } from '../../schema/fields/form.js';
import type { FormState } from '../fields/form-state.js';
import { lookupText } from '../text/locales/en-lookup.js';
import type { SearchBox } from './search-box.js';

/**
 * Results for an input that was on the page before the search. The input stays the same, and the results lie over the next fields,
 * so nothing moves. If the applicant chooses no result, the typed value is the answer.
 */
export class Suggestions {
  readonly #place = document.createElement('div');

  constructor(
    readonly input: HTMLInputElement,
    readonly form: FormState,
    readonly box: SearchBox,
  ) {
    this.#place.className = 'suggestions';
    input.closest('.field')!.append(this.#place);
    const combobox = {
      role: 'combobox',
      autocomplete: 'off',
      'aria-autocomplete': 'list',
      'aria-controls': box.listId,
    };
    for (const [name, value] of Object.entries(combobox)) input.setAttribute(name, value);
    input.addEventListener('input', box.type);
    input.addEventListener('keydown', box.press);
    input.addEventListener('focus', box.makeRoom);
    input.addEventListener('focusout', () => {
      box.stop();
      this.update();
    });
    this.update();
  }

  /** Puts the chosen value into the input. The browser would report the typed text once more when the input disappears. */
  fill(draft: Draft): void {
    this.input.value = draft[this.input.name] ?? '';
  }

  update(): void {
    const { input, box, form } = this;
    const { isOpen, activeId } = box;
    input.setAttribute('aria-expanded', String(isOpen));
    if (activeId) input.setAttribute('aria-activedescendant', activeId);
    else input.removeAttribute('aria-activedescendant');
    const isShown = isOpen || box.isSearching;
    render(
      html`<div ?hidden=${!isShown}>
          <p class="hint">${lookupText(form.text).term('lookup.who')}</p>
          ${box.renderList(form)}
        </div>
        <p class="hidden" aria-live="polite">${isShown ? box.status(form) : nothing}</p>`,
      this.#place,
    );
  }
}
