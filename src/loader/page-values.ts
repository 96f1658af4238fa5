const scrollers = () => [document.documentElement, document.body];
const read = () => [document.title, ...scrollers().map(({ style }) => style.overflow)];

/** The title and the scrolling of the page, which a widget may change while it is open. */
export class PageValues {
  #before = read();
  #last = this.#before;

  /** Notes a change. A change that is not the widget's own stays when the widget is removed. */
  note(isOwn: boolean): void {
    const now = read();
    if (!isOwn) this.#before = now.map((value, at) => (value === this.#last[at] ? this.#before[at]! : value));
    this.#last = now;
  }

  /** Restores the values, unless they have changed since. */
  restore(): void {
    const now = read();
    const [title, ...overflows] = now.map((value, at) => (value === this.#last[at] ? this.#before[at]! : value));
    if (title !== now[0]) document.title = title!;
    scrollers().forEach(({ style }, at) => (style.overflow = overflows[at]!));
  }
}

/** Observes these values, and all elements that are added to the page. */
export function observePage(observer: MutationObserver): void {
  observer.observe(document, { childList: true, subtree: true });
  for (const one of scrollers()) observer.observe(one, { attributeFilter: ['style'] });
}

/** Watches the values until the returned function restores them. Changes while a script starts, or after an event in its container, are its own. */
export function watchPageValues(container: Element, isStarting: () => boolean): () => void {
  const values = new PageValues();
  const note = () => {
    const { event } = window as { event?: Event };
    values.note(isStarting() || !!event?.composedPath().includes(container));
  };
  const observer = new MutationObserver(note);
  observePage(observer);
  return () => {
    if (observer.takeRecords().length) note();
    observer.disconnect();
    values.restore();
  };
}
