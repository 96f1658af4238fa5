type Child = Node | string | false | undefined;

/** Makes an element with attributes and children. It needs no markup, so Trusted Types allow it. */
export function element<T extends keyof HTMLElementTagNameMap>(
  tag: T,
  attributes: Readonly<Record<string, string>> = {},
  ...children: Child[]
): HTMLElementTagNameMap[T] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children.filter((child): child is Node | string => child !== false && child !== undefined));
  return made;
}

/** A text that only screen readers read. */
export const hidden = (text: string) => element('span', { class: 'hidden' }, text);

export function button(text: string, attributes: Readonly<Record<string, string>>, press: () => void, more = '') {
  const made = element('button', { type: 'button', ...attributes }, text, more !== '' && hidden(more));
  made.addEventListener('click', press);
  return made;
}

/** Makes a style sheet that a strict policy allows. */
export function sheetOf(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  return sheet;
}
