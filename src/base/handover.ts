import { html, type LitElement, type TemplateResult } from 'lit';

/** Browsers tell screen readers of changes in groups, and a busy screen reader asks late, so the focus must have moved long before. */
const LEAVING_MS = 500;

/**
 * Shows one content of an element after the other. Between `open()` and `close()` the last one stays in the page, out of sight: when the
 * element with the focus disappears, screen readers may not read the element that gets it. The contents take turns in three places. In
 * another place or template the last one would be rendered again, and lose the focus; in its place the next one would be taken for it.
 */
export class Handover {
  /** The element that had the focus before the change that is under way. */
  from: Element | null = null;
  #isOpen = false;
  #content: TemplateResult | undefined;
  #key: unknown;
  #last: TemplateResult | undefined;
  #turn = 2;
  #closing: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly host: LitElement) {}

  get place(): Element {
    return this.host.renderRoot.querySelector('.place')!;
  }

  /** Keeps the last content after the next change. */
  open(): void {
    clearTimeout(this.#closing);
    this.#isOpen = true;
    // Chromium reports where the changed content takes the caret, and Orca reads neither it nor the element that gets the focus.
    getSelection()?.empty();
    this.from = (this.host.renderRoot as ShadowRoot).activeElement;
  }

  /** Removes the last content, because the next one has the focus. */
  close(): void {
    this.#closing = setTimeout(() => {
      this.#isOpen = false;
      this.from = null;
      this.host.requestUpdate();
    }, LEAVING_MS);
  }

  /** Renders the content, which is another one if its template or `key` is another. `isAlone`: without the last one. */
  render(content: TemplateResult, key?: unknown, isAlone = false): readonly TemplateResult[] {
    if (this.#content?.strings !== content.strings || this.#key !== key) {
      this.#last = this.#content;
      this.#turn++;
    }
    this.#content = content;
    this.#key = key;
    const contents = [content, this.#isOpen && !isAlone ? this.#last : undefined];
    return [0, 1, 2].map((place) => {
      const age = (this.#turn - place) % 3;
      return html`<div class=${age ? 'hidden leaving' : 'place'}>${contents[age]}</div>`;
    });
  }
}
