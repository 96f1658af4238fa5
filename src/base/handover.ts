import { html, nothing, type LitElement, type TemplateResult } from 'lit';

/** Chromium tells screen readers of changes in groups, so the focus must have moved a moment before. */
const LEAVING_MS = 100;

/**
 * Shows one content of an element after the other. Between `open()` and `close()` the last one stays in the page, out of sight: when the
 * element with the focus disappears, screen readers may not read the element that gets it. The contents take turns in two places, because
 * content in another place or template would be rendered again, and lose the focus.
 */
export class Handover {
  readonly #contents: (TemplateResult | undefined)[] = [undefined, undefined];
  #shown = 0;
  #key: unknown;
  #isOpen = false;
  #closing: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly host: LitElement) {}

  /** The place of the shown content. */
  get place(): Element {
    return this.host.renderRoot.querySelector('.place')!;
  }

  /** Keeps the last content after the next change. */
  open(): void {
    clearTimeout(this.#closing);
    this.#isOpen = true;
  }

  /** Removes the last content, because the next one has the focus. */
  close(): void {
    this.#closing = setTimeout(() => {
      this.#isOpen = false;
      this.host.requestUpdate();
    }, LEAVING_MS);
  }

  /** Renders the content, which is another one if its template or `key` is another. `isAlone`: without the last one. */
  render(content: TemplateResult, key?: unknown, isAlone = false): readonly TemplateResult[] {
    if (this.#contents[this.#shown]?.strings !== content.strings || this.#key !== key) this.#shown = 1 - this.#shown;
    this.#contents[this.#shown] = content;
    this.#key = key;
    return this.#contents.map((one, at) => {
      const isShown = at === this.#shown;
      return html`<div class=${isShown ? 'place' : 'hidden leaving'}>
        ${isShown || (this.#isOpen && !isAlone) ? one : nothing}
      </div>`;
    });
  }
}
