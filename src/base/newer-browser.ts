import type { Settings } from '../schema/settings.js';
import { defaultSettings } from '../schema/default-settings.js';
import { enNotLoaded } from './text/locales/en-not-loaded.js';
import { addSentences, TextController } from './text/text.js';

/** Registers the tag with an element that shows a message that a newer browser is needed. It uses old APIs only. */
export function sayNewerBrowser(tag: string): void {
  if (!customElements.get(tag)) customElements.define(tag, class extends NewerBrowserElement {});
}

class NewerBrowserElement extends HTMLElement {
  /** `TextController` needs these members of its host. They do nothing here, because the element renders once. */
  readonly updateComplete = Promise.resolve(true);
  readonly #root: ShadowRoot;

  constructor() {
    super();
    this.#root = this.attachShadow({ mode: 'open' });
  }

  addController(): void {}
  removeController(): void {}
  requestUpdate(): void {}

  connectedCallback(): void {
    if (this.#root.firstChild) return;
    const text = addSentences(enNotLoaded)(new TextController(this, (): Settings => defaultSettings));
    const paragraph = document.createElement('p');
    this.#root.append(paragraph);
    const render = () => {
      paragraph.lang = text.language;
      paragraph.textContent = text.term('newer-browser');
    };
    render();
    void text.load()?.then(render);
  }
}
