type Child = Node | string | false | undefined;

/** Creates an element with attributes and children. It parses no markup, so Trusted Types allow it. */
export function element<T extends keyof HTMLElementTagNameMap>(
  tag: T,
  attributes: Readonly<Record<string, string>> = {},
  ...children: Child[]
): HTMLElementTagNameMap[T] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...childrenOf(children));
  return made;
}

const childrenOf = (children: readonly Child[]) =>
  children.filter((child): child is Node | string => child !== false && child !== undefined);

/**
 * Replaces the children of an element. Details stay open, and an element keeps the focus, if the new children have one with the same
 * `data-key`. Returns true if the focus was lost.
 */
export function redraw(place: Element, ...children: Child[]): boolean {
  const { activeElement } = place.getRootNode() as Document | ShadowRoot;
  const focused = place.contains(activeElement) ? (activeElement as HTMLElement) : undefined;
  const opened = [...place.querySelectorAll<HTMLElement>('[open]')].map(({ dataset }) => dataset['key']);
  place.replaceChildren(...childrenOf(children));
  for (const details of place.querySelectorAll('details')) details.open = opened.includes(details.dataset['key']);
  return !!focused && !focusOn(place, focused.dataset['key'], { preventScroll: true });
}

/** Moves the focus to the element with this `data-key`. Returns false if there is none. */
export function focusOn(place: Element, key: string | undefined, options?: FocusOptions): boolean {
  const found = [...place.querySelectorAll<HTMLElement>('[data-key]')].find(({ dataset }) => dataset['key'] === key);
  found?.focus(options);
  return found !== undefined;
}

/** Text for screen readers only. */
export const visuallyHidden = (text: string) => element('span', { class: 'hidden' }, text);

export function button(text: string, attributes: Readonly<Record<string, string>>, press: () => void, more = '') {
  const made = element('button', { type: 'button', ...attributes }, text, more !== '' && visuallyHidden(more));
  made.addEventListener('click', press);
  return made;
}

/** Makes a style sheet that a strict policy allows. */
export function sheetOf(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  return sheet;
}
