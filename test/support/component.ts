import { expect, fixture, html } from '@open-wc/testing';
import type { LendingElement } from '../../src/base/element.js';
import { LendingError, type LendingErrorCode } from '../../src/errors.js';
import { defaultSettings } from '../../src/schema/default-settings.js';
import type { Draft } from '../../src/schema/fields/form.js';
import type { Settings } from '../../src/schema/settings.js';
import { waitUntil } from './wait.js';

export { LendingError, type LendingErrorCode } from '../../src/errors.js';
export * from '../../stories/support/samples.mjs';
export * from '../../stories/support/faults.js';
export { messageAndRemedy } from './message-and-remedy.js';
export { defaultSettings, expect, fixture, html, waitUntil };

type ElementClass<E extends LendingElement> = (new () => E) & { define(): void };
type Events = HTMLElementEventMap;

/** What a person sees and does in an element of ours. */
export class Screen<E extends HTMLElement = HTMLElement> {
  constructor(
    readonly element: E,
    readonly errors: readonly Events['lending-error'][] = [],
  ) {}

  button(name: string): HTMLButtonElement | undefined {
    return this.all<HTMLButtonElement>('button, a').find((one) => nameOf(one) === name);
  }
  async press(name: string): Promise<void> {
    await waitUntil(() => this.button(name), `there is a button “${name}”`);
    this.button(name)!.click();
    await this.updated();
  }
  async heading(text: string): Promise<void> {
    await waitUntil(() => this.text('h2') === text, `the heading is “${text}”`);
  }
  status(): string | undefined {
    return this.text('[aria-live]');
  }
  text(selector: string): string | undefined {
    return words(this.find(selector));
  }
  texts(selector: string): (string | undefined)[] {
    return this.all(selector).map(words);
  }

  field(id: string): HTMLInputElement {
    return this.find<HTMLInputElement>(`[id="${CSS.escape(id)}"]`)!;
  }
  error(name: string): string | undefined {
    return words(this.field(`${name}-error`))?.replace(/^Error: /, '');
  }
  type(values: Draft): void {
    for (const [name, value] of Object.entries(values)) {
      const named = `[name="${CSS.escape(name)}"]`;
      const radio = this.find<HTMLInputElement>(`${named}[type="radio"][value="${CSS.escape(value)}"]`);
      if (radio) radio.click();
      else {
        const target = this.find<HTMLInputElement | HTMLSelectElement>(named)!;
        target.value = value;
        target.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
        target.dispatchEvent(new Event('change', { bubbles: true }));
      }
    }
  }
  typed(): Draft {
    const inputs = this.all<HTMLInputElement>('input[name], select[name]');
    return Object.fromEntries(
      inputs.filter(({ type, checked }) => type !== 'radio' || checked).map(({ name, value }) => [name, value]),
    );
  }

  submit(): void {
    this.part('submit').click();
  }
  finish(button = 'submit'): Promise<Events['lending-submitted']> {
    return this.event('lending-submitted', () => this.part(button).click());
  }
  /** Submits, and returns the lines of the error summary, which takes the focus. */
  async submitRejected(): Promise<Problem[]> {
    // An earlier summary still has the focus.
    this.part('submit').focus();
    this.submit();
    await this.focus('summary');
    return this.summary();
  }
  /** Submits, and returns the error of the call. The failure, or the error summary, takes the focus. */
  async submitFails(panel: 'failure' | 'summary' = 'failure'): Promise<LendingError> {
    const { error } = await this.event('lending-error', () => this.submit());
    await this.focus(panel);
    return error;
  }
  /** Waits until this has the focus, or of a panel its heading. */
  async focus(id: string): Promise<void> {
    await waitUntil(() => [focused(), focused()?.parentElement].some((one) => one?.id === id), `#${id} has the focus`);
  }
  /** Waits until the content before this one is gone. */
  async alone(): Promise<void> {
    await waitUntil(() => !this.element.shadowRoot!.querySelector('.leaving *'), 'the content before is gone');
  }
  summary(): Problem[] {
    return this.all<HTMLAnchorElement>('#summary a').map((link) => ({
      text: words(link)!,
      target: link.hash.slice(1),
    }));
  }

  get value(): E extends { value?: infer V } ? V | undefined : unknown {
    return (this.element as unknown as { value: never }).value;
  }
  async updated(): Promise<void> {
    await (this.element as unknown as LendingElement).updateComplete;
  }

  event<K extends keyof Events>(name: K, act: () => void): Promise<Events[K]> {
    return eventAfter(this.element, name, act);
  }
  heard(...names: string[]): Event[] {
    return heard(this.element, ...names);
  }

  /** For what has no name of its own: by the name of a part, or by a selector. */
  part(name: string): HTMLButtonElement {
    return this.find<HTMLButtonElement>(`[part="${name}"]`)!;
  }
  find<T extends Element = HTMLElement>(selector: string): T | null {
    return this.all<T>(selector)[0] ?? null;
  }
  all<T extends Element = HTMLElement>(selector: string): T[] {
    const found = [...this.element.shadowRoot!.querySelectorAll<T>(selector)];
    // A content that was left a moment ago is out of sight.
    return found.filter((one) => !one.closest('.leaving'));
  }
}
interface Problem {
  text: string;
  target: string;
}

export const screenOf = <E extends HTMLElement>(element: E) => new Screen(element);

/** Registers an element, and puts one on the page. `settings` may contain only those that differ from the default. */
export async function mount<E extends LendingElement>(
  Element: ElementClass<E>,
  properties: object = {},
): Promise<Screen<E>> {
  Element.define();
  const { lang = 'en', settings, ...rest } = properties as { lang?: string; settings?: object };
  const made = Object.assign(new Element(), lang && { lang }, settings && { settings: withSettings(settings) }, rest);
  const screen = new Screen(made, heard(made, 'lending-error') as Events['lending-error'][]);
  await fixture(html`${made}`);
  return screen;
}
export const withSettings = (settings: object): Settings => ({ ...defaultSettings, ...settings });

export const pause = (milliseconds = 0) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** The reason of a call that rejects, and the same if it must be one of our errors with this code. */
export const rejection = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
export async function lendingErrorOf(call: Promise<unknown>, code?: LendingErrorCode): Promise<LendingError> {
  const error = await rejection(call);
  expect(error).to.be.instanceOf(LendingError);
  if (code) expect(error).to.have.property('code', code);
  return error as LendingError;
}

export const words = (element: Element | null | undefined) => element?.textContent?.replace(/\s+/g, ' ').trim();

/** The words that screen readers can read now. */
export const readable = (element: HTMLElement | null | undefined) => element?.innerText.replace(/\s+/g, ' ').trim();

/** The accessible name of a button, link or input, as far as our elements need it. */
export function nameOf(element: Element): string | undefined {
  const root = element.getRootNode() as ShadowRoot;
  const ids = element.getAttribute('aria-labelledby')?.split(' ');
  return element.ariaLabel ?? (ids ? ids.map((id) => words(root.getElementById(id))).join(' ') : words(element));
}

/** The description of an element, as a screen reader computes it. */
export const descriptionOf = (element: Element) =>
  (element.getAttribute('aria-describedby')?.split(' ') ?? [])
    .map((id) => words((element.getRootNode() as ShadowRoot).getElementById(id)))
    .join(' ');

/** The element with the focus, through shadow roots. */
export function focused(): Element | null {
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  return at;
}

/** The events with these names that reach an element, in their order. */
export function heard(target: EventTarget, ...names: string[]): Event[] {
  const events: Event[] = [];
  for (const name of names) target.addEventListener(name, (event) => events.push(event));
  return events;
}

/** Runs an action, and returns the event that it causes. */
export function eventAfter<K extends keyof Events>(target: HTMLElement, name: K, act: () => void) {
  const event = new Promise<Events[K]>((resolve) => target.addEventListener(name, resolve, { once: true }));
  act();
  return event;
}

/** The fields of an event and of its prototypes that not every event has. */
export function told(event: Event): string {
  const fields: [string, unknown][] = [];
  for (let at: object = event; at !== Event.prototype; at = Object.getPrototypeOf(at) as object) {
    for (const name of Object.getOwnPropertyNames(at)) {
      if (name !== 'isTrusted' && name !== 'constructor') fields.push([name, event[name as keyof Event]]);
    }
  }
  return fields.map(([name, value]) => `${name}=${JSON.stringify(value)} ${String(value)}`).join('\n');
}

/** Returns a reactive object, as Vue and Svelte make it: it and every object in it are proxies. */
export const reactive = <Value extends object>(value: Value): Value =>
  new Proxy(value, {
    get(own, name) {
      const inner: unknown = Reflect.get(own, name);
      return inner && typeof inner === 'object' ? reactive(inner) : inner;
    },
  });
