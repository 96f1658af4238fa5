import { open } from './api.js';
import type { Widget } from './offers.js';
import type { RunSettings } from './types.js';

/** Defines an element that gets its token by an attribute or a property. */
export function defineElement(settings: RunSettings, tag: string): void {
  if (customElements.get(tag)) return;
  customElements.define(
    tag,
    class extends HTMLElement {
      static readonly observedAttributes = ['token'];
      #token = '';
      #widget: Widget | undefined;
      /** The token of the visible widget. A token may be for a single use. */
      #used = '';

      get token() {
        return this.#token;
      }

      set token(value: string) {
        this.#token = value;
        this.#show();
      }

      attributeChangedCallback(_name: string, _before: string | null, value: string | null) {
        this.token = value ?? '';
      }

      connectedCallback() {
        this.#show();
      }

      disconnectedCallback() {
        this.#widget?.destroy();
        this.#used = '';
      }

      #show() {
        if (!this.isConnected || !this.#token || this.#token === this.#used) return;
        this.#used = this.#token;
        this.#widget = open(settings, { token: this.#token, container: this }, true);
      }
    },
  );
}
