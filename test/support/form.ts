import type { Draft } from '../../src/schema/form.js';

type Control = HTMLInputElement | HTMLSelectElement;

export const find = <T extends Element = HTMLElement>(host: Element, selector: string) =>
  host.shadowRoot!.querySelector<T>(selector);
export const all = <T extends Element = HTMLElement>(host: Element, selector: string) => [
  ...host.shadowRoot!.querySelectorAll<T>(selector),
];
export const part = (host: Element, name: string) => find<HTMLButtonElement>(host, `[part="${name}"]`)!;
export const control = (host: Element, id: string) => find<HTMLInputElement>(host, `[id="${CSS.escape(id)}"]`)!;

/** What somebody reads there, with single spaces. */
export const words = (element: Element | null | undefined) => element?.textContent?.replace(/\s+/g, ' ').trim();

/** Puts text into inputs as typing does, by their names. */
export function type(host: Element, values: Draft): void {
  for (const [name, value] of Object.entries(values)) {
    const named = `[name="${CSS.escape(name)}"]`;
    const radio = find<HTMLInputElement>(host, `${named}[type="radio"][value="${CSS.escape(value)}"]`);
    if (radio) radio.click();
    else {
      const target = find<Control>(host, named)!;
      target.value = value;
      target.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
      target.dispatchEvent(new Event('change', { bubbles: true }));
    }
  }
}

/** What stands in the inputs, by their names. */
export const typedIn = (host: Element): Draft =>
  Object.fromEntries(
    all<HTMLInputElement>(host, 'input[name], select[name]')
      .filter((input) => input.type !== 'radio' || input.checked)
      .map(({ name, value }) => [name, value]),
  );

export const submit = (host: Element) => part(host, 'submit').click();

/** The lines of the error summary: what they say, and where they lead. */
export const summary = (host: Element) =>
  all<HTMLAnchorElement>(host, '#summary a').map((link) => ({ text: words(link)!, target: link.hash.slice(1) }));

/** What is said beside a field. */
export const errorOf = (host: Element, name: string) => words(control(host, `${name}-error`))?.replace(/^Error: /, '');

/** The element that has the focus, through shadow roots. */
export function focused(): Element | null {
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  return at;
}

/** The events of these names that reach an element, in their order. */
export function heard(target: EventTarget, ...names: string[]): Event[] {
  const events: Event[] = [];
  for (const name of names) target.addEventListener(name, (event) => events.push(event));
  return events;
}

/** Everything that an event tells beyond what every event does: its fields, and those of its prototypes. */
export function told(event: Event): string {
  const fields: [string, unknown][] = [];
  for (let at: object = event; at !== Event.prototype; at = Object.getPrototypeOf(at) as object) {
    for (const name of Object.getOwnPropertyNames(at)) {
      if (name !== 'isTrusted' && name !== 'constructor') fields.push([name, event[name as keyof Event]]);
    }
  }
  return fields.map(([name, value]) => `${name}=${JSON.stringify(value)} ${String(value)}`).join('\n');
}

/** Does something, and answers with the event that comes of it. */
export function eventAfter<K extends keyof HTMLElementEventMap>(target: HTMLElement, name: K, act: () => void) {
  const event = new Promise<HTMLElementEventMap[K]>((resolve) =>
    target.addEventListener(name, resolve, { once: true }),
  );
  act();
  return event;
}

/** Submits a form that goes on. */
export const finish = (host: HTMLElement) => eventAfter(host, 'lending-submitted', () => submit(host));
