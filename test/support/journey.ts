import { fixture, fixtureCleanup, html } from '@open-wc/testing';
import type { StepName } from '../../src/base/journey.js';
import { forgetLeft } from '../../src/base/left-draft.js';
import { LendingOnboardingElement } from '../../src/components/lending-onboarding.js';
import type { Draft } from '../../src/schema/form.js';
import type { CallName } from '../../src/schema/index.js';
import { typedApplicant, typedCompany } from '../fixtures/samples.mjs';
import { sampleFile } from '../fixtures/wire.js';
import { control, find, heard, part, submit, type, words } from './form.js';
import { advance, createStack, type StackOptions } from './stack.js';
import { waitUntil } from './wait.js';

LendingOnboardingElement.define();

/** A journey on the page, with a backend and a lender behind it; the application is as far as `done`. */
export async function setup(
  options: StackOptions = {},
  done?: CallName,
  properties: Partial<LendingOnboardingElement> = {},
) {
  // What the test before has left on this page is nobody's. An element that goes hands it over a moment later.
  fixtureCleanup();
  await new Promise((resolve) => setTimeout(resolve));
  forgetLeft();
  const stack = createStack(options);
  if (done) await advance(stack, done);
  const made = new LendingOnboardingElement();
  // English as browsers of other engines have it would group and name differently. What a test leaves in the browser's history
  // would be there for the next one.
  Object.assign(made, { lang: 'en', adapter: stack.adapter, history: 'off' }, properties);
  const errors = heard(made, 'lending-error') as HTMLElementEventMap['lending-error'][];
  const element = await fixture<LendingOnboardingElement>(html`${made}`);
  return { stack, errors, ...drive(element) };
}

/** What an applicant can do with a journey. */
export function drive(element: LendingOnboardingElement) {
  const step = () => find(element, '#current, lending-widget')!;
  const reach = async (name: StepName) => {
    await waitUntil(() => step()?.localName === `lending-${name}`, `the step ${name} is shown`);
    await (step() as LendingOnboardingElement).updateComplete;
    if (name === 'consent') await waitUntil(() => control(step(), 'agree'), 'the notice is shown');
    return step();
  };
  const fill = async (name: StepName, values: Draft) => {
    type(await reach(name), values);
    submit(step());
  };
  const fillToReview = async () => {
    await fill('company', typedCompany());
    await fill('applicant', typedApplicant());
    await reach('review');
  };
  const skip = async () => {
    await reach('documents');
    find(step(), '[part="submit"] + button')!.click();
  };
  const back = () => part(element, 'back').click();
  return { element, step, reach, fill, fillToReview, skip, back };
}

/** What was done, in a few words. */
export const doneIn = (element: HTMLElement) => words(find(element, '[part="done"] p'));

/** Chooses a document, and sends it. */
export async function sendDocument(step: HTMLElement) {
  const transfer = new DataTransfer();
  transfer.items.add(sampleFile());
  const input = find<HTMLInputElement>(step, '[type="file"]')!;
  input.files = transfer.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
  await waitUntil(() => part(step, 'file'), 'the file is in the list');
  submit(step);
}
