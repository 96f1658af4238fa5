import { open } from './api.js';
import type { Widget } from './offers.js';
import type { RunSettings } from './types.js';

const TAG = 'sample-funding-offers';

/** Defines `<sample-funding-offers>`, which gets its token by attribute or property, or asks for it by an event. */
export function defineElement(settings: RunSettings, asks: boolean): void {
  if (customElements.get(TAG)) return;
  customElements.define(
    TAG,
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
        if (this.#token) this.#show();
        else if (asks) this.dispatchEvent(new CustomEvent('sample-funding-token', { bubbles: true, composed: true }));
      }

      disconnectedCallback() {
        this.#widget?.destroy();
        this.#used = '';
      }

      /** Answers the event `sample-funding-token`. */
      authorize({ token }: { token: string }) {
        this.token = token;
      }

      #show() {
        if (!this.isConnected || !this.#token || this.#token === this.#used) return;
        this.#used = this.#token;
        this.#widget = open(settings, { token: this.#token, container: this }, true);
      }
    },
  );
}
