import { fixture, html } from '@open-wc/testing';
import { LendingWidgetElement } from '../../src/components/lending-widget.js';
import { createSandbox } from '../../src/sandbox/index.js';
import { heard, words } from './form.js';
import { advance, createStack, type Fetch, type StackOptions } from './stack.js';
import { waitUntil } from './wait.js';

LendingWidgetElement.define();

export const { hand_off } = createSandbox().widget;
export const settings = { hand_off };
let scripts = 0;
/** An address that no test has loaded before. */
export const freshScript = () => ({ ...settings, script_url: `${location.origin}/widget.js?${++scripts}` });
export const missingScript = () => ({ ...settings, script_url: `${location.origin}/missing.js?${++scripts}` });
export const scriptTags = (address: string) => document.querySelectorAll(`script[src="${address}"]`).length;

/** A widget on the page of somebody who has offers; what `options` misbehaves in begins then. */
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
  return { element: await mount(), mount, place, tokens, events };
}

export const ready = (element: LendingWidgetElement) =>
  waitUntil(() => element.matches(':state(ready)'), 'it is ready');
export const failed = (element: LendingWidgetElement) =>
  waitUntil(() => element.matches(':state(failed)'), 'it has failed');
export const offers = (element: LendingWidgetElement) =>
  [...(element.querySelector('div > div')?.shadowRoot?.querySelectorAll('h4') ?? [])].map(words);
