import { LendingConsentElement } from '../../src/components/consent/lending-consent.js';
import { mount, waitUntil, type Screen } from './component.js';
import { advance, bodiesOf, createStack, type StackOptions } from '../../stories/support/stack.js';

export * from './component.js';
export * from '../../stories/support/stack.js';

type Properties = Partial<LendingConsentElement>;

/** The step for an applicant whose figures were sent, with the notice. */
export async function setup(properties: Properties = {}, options: StackOptions = {}) {
  const made = await setupLoading(properties, options);
  await waitUntil(made.box, 'the notice is shown');
  return made;
}

/** The same, before the notice has loaded. */
export async function setupLoading(properties: Properties = {}, options: StackOptions = {}) {
  const stack = createStack(options);
  await advance(stack, 'prequalify');
  const screen = await mount(LendingConsentElement, { adapter: stack.adapter, settings: {}, ...properties });
  return { ...stack, ...drive(screen, stack) };
}

/** The step for an applicant who has requested offers, with the receipt. */
export async function setupReceipt(properties: Properties = {}, options: StackOptions = {}) {
  const stack = createStack(options);
  await advance(stack, 'requestOffers');
  const screen = await mount(LendingConsentElement, { settings: {}, ...properties });
  screen.element.adapter = stack.adapter;
  await screen.heading('What you agreed to');
  return { ...stack, ...drive(screen, stack) };
}

function drive(screen: Screen<LendingConsentElement>, stack: ReturnType<typeof createStack>) {
  const recorded = () => stack.store.entries.filter(({ event }) => /given|declined|withdrawn/.test(event));
  return {
    screen,
    element: screen.element,
    errors: screen.errors,
    box: () => screen.field('agree'),
    async agree() {
      screen.field('agree').click();
      await screen.finish();
    },
    asked: () => bodiesOf(stack, 'requestOffers'),
    recorded,
    decisions: () => recorded().map(({ event }) => event),
  };
}
