import { LendingWidgetElement } from '../../src/components/widget/lending-widget.js';
import { createSandbox } from '../../src/sandbox/index.js';
import { fixture, heard, html, screenOf, waitUntil, words } from './component.js';
import { advance, createStack, type Fetch, type StackOptions } from '../../stories/support/stack.js';

export * from './component.js';
export * from '../../stories/support/stack.js';

LendingWidgetElement.define();

export const { handOff } = createSandbox().widget;
let scripts = 0;
/** An address that no test has loaded before. */
export const freshScript = () => ({ handOff, scriptUrl: `${location.origin}/widget.js?${++scripts}` });
export const missingScript = () => ({ handOff, scriptUrl: `${location.origin}/missing.js?${++scripts}` });
export const tagsOf = (address: string) => document.querySelectorAll(`script[src="${address}"]`).length;

/** A widget on the page of an applicant who has offers. The faults in `options` start then. */
export async function setup(options: StackOptions = {}, slotted = '') {
  const tokens: string[] = [];
  const watched =
    (fetch: Fetch): Fetch =>
    async (input, init) => {
      const response = await (options.page?.(fetch) ?? fetch)(input, init);
      if (String(input).endsWith('/widget-token') && response.ok) {
        tokens.push(((await response.clone().json()) as { access_token: string }).access_token);
      }
      return response;
    };
  let faulty = false;
  const stack = createStack({
    ...options,
    page: watched,
    service: (fetch) => {
      const bad = options.service?.(fetch) ?? fetch;
      return (input, init) => (faulty ? bad : fetch)(input, init);
    },
    handler: { widget: freshScript(), ...options.handler },
  });
  await advance(stack, 'requestOffers');
  faulty = true;
  const place = await fixture<HTMLElement>(html`<div></div>`);
  const events: Event[] = heard(place, 'lending-loading', 'lending-ready', 'lending-error');
  const mount = async (properties = {}) => {
    const made = Object.assign(new LendingWidgetElement(), { adapter: stack.adapter }, properties);
    made.innerHTML = slotted;
    place.append(made);
    await made.updateComplete;
    return made;
  };
  const element = await mount();
  const of = (name: string) => events.filter(({ type }) => type === name);
  return { element, screen: screenOf(element), mount, place, tokens, events, eventsOf: of };
}

export async function setupReady() {
  const made = await setup();
  await ready(made.element);
  return made;
}

export const ready = (element: Element) => waitUntil(() => element.matches(':state(ready)'), 'it is ready');
export const failed = (element: Element) => waitUntil(() => element.matches(':state(failed)'), 'it has failed');
export const offers = (element: Element) =>
  [...(element.querySelector('div > div')?.shadowRoot?.querySelectorAll('h4') ?? [])].map(words);

type Method = 'error' | 'warn';

let undo: (() => void)[] = [];

/** Collects the library's console messages until the end of the test, instead of printing them. */
function heardBy(method: Method): string[] {
  const texts: string[] = [];
  const { [method]: before } = console;
  console[method] = (...values: unknown[]) => {
    if (String(values[0]).startsWith('<lending-')) texts.push(String(values[0]));
    else before.apply(console, values);
  };
  undo.push(() => (console[method] = before));
  return texts;
}

afterEach(() => {
  undo.forEach((one) => one());
  undo = [];
});

export const printed = () => heardBy('error');
export const warned = () => heardBy('warn');
