type Tag = keyof HTMLElementTagNameMap;
type TagOf<Name> = Name extends `${infer T}.${string}` ? T & Tag : Name & Tag;
type Attributes = Readonly<Record<string, string>>;
type Child = Node | string | false | undefined;

/**
 * Creates an element from its tag and classes, such as `div.card.accepted`, with children and attributes. It parses no markup, so
 * Trusted Types allow it.
 */
export function element<Name extends Tag | `${Tag}.${string}`>(name: Name, ...content: (Child | Attributes)[]) {
  const [tag, ...classes] = name.split('.') as [TagOf<Name>, ...string[]];
  const made = document.createElement(tag);
  made.classList.add(...classes);
  for (const one of content) {
    if (typeof one === 'string' || one instanceof Node) made.append(one);
    else for (const [attribute, value] of Object.entries(one || {})) made.setAttribute(attribute, value);
  }
  return made;
}

/**
 * Replaces the children of an element. Details stay open, and an element keeps the focus, if the new children have one with the same
 * `data-key`. Returns true if the focus was lost.
 */
export function redraw(place: Element, ...children: Child[]): boolean {
  const { activeElement } = place.getRootNode() as Document | ShadowRoot;
  const focused = place.contains(activeElement) ? (activeElement as HTMLElement) : undefined;
  const opened = [...place.querySelectorAll<HTMLElement>('[open]')].map(({ dataset }) => dataset['key']);
  place.replaceChildren(...children.filter((child) => child !== false && child !== undefined));
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
export const visuallyHidden = (text: string) => element('span.hidden', text);

export function button(name: 'button' | `button.${string}`, press: () => void, ...content: (Child | Attributes)[]) {
  const made = element(name, { type: 'button' }, ...content);
  made.addEventListener('click', press);
  return made;
}
