import { fixture, html } from '@open-wc/testing';
import { LendingConsentElement } from '../../src/components/lending-consent.js';
import { defaultSettings } from '../../src/schema/settings.js';
import { all, control, find, heard, words } from './form.js';
import { advance, createStack, type StackOptions } from './stack.js';
import { waitUntil } from './wait.js';

LendingConsentElement.define();

/** The step, for an applicant whose figures were sent. */
export async function setup(options: StackOptions = {}, properties: Partial<LendingConsentElement> = {}) {
  const stack = createStack(options);
  await advance(stack, 'prequalify');
  const made = Object.assign(new LendingConsentElement(), {
    lang: 'en',
    adapter: stack.adapter,
    settings: defaultSettings,
    ...properties,
  });
  const errors = heard(made, 'lending-error') as HTMLElementEventMap['lending-error'][];
  const element = await fixture<LendingConsentElement>(html`${made}`);
  return { ...stack, errors, ...drive(element, stack) };
}

/** What an applicant can do with it, and what came of it. */
function drive(element: LendingConsentElement, { sandbox, consents }: ReturnType<typeof createStack>) {
  const box = () => control(element, 'agree');
  const button = (label: string) => all<HTMLButtonElement>(element, 'button').find((one) => words(one) === label);
  const press = async (label: string) => {
    await waitUntil(() => button(label), `there is a button “${label}”`);
    button(label)!.click();
    await element.updateComplete;
  };
  const heading = (text: string) => waitUntil(() => words(find(element, 'h2')) === text, `the heading is “${text}”`);
  const asked = () => sandbox.calls.filter(({ name }) => name === 'requestOffers').map(({ body }) => body);
  const recorded = () => consents.entries.filter(({ event }) => ['given', 'declined', 'withdrawn'].includes(event));
  return { element, box, press, heading, asked, recorded };
}

/** The same, once the notice is there. */
export async function notice(...options: Parameters<typeof setup>) {
  const made = await setup(...options);
  await waitUntil(made.box, 'the notice is shown');
  return made;
}

/** The same, with offers requested already. */
export async function receipt(options: StackOptions = {}, properties: Partial<LendingConsentElement> = {}) {
  const stack = createStack(options);
  await advance(stack, 'requestOffers');
  const made = Object.assign(new LendingConsentElement(), { lang: 'en', settings: defaultSettings, ...properties });
  const errors = heard(made, 'lending-error') as HTMLElementEventMap['lending-error'][];
  const element = await fixture<LendingConsentElement>(html`${made}`);
  element.adapter = stack.adapter;
  const driven = drive(element, stack);
  await driven.heading('What you agreed to');
  return { ...stack, errors, ...driven };
}
