import type { StepName } from '../../src/base/step/steps.js';
import { heldDraft } from '../../src/components/onboarding/journey.js';
import { LendingOnboardingElement } from '../../src/components/onboarding/lending-onboarding.js';
import { ENTRY_KEY, entryOf } from '../../src/components/onboarding/page/history-entry.js';
import type { Draft } from '../../src/schema/fields/form.js';
import type { CallName } from '../../src/schema/index.js';
import { fixtureCleanup } from '@open-wc/testing';
import { eventAfter, mount, pause, sampleFile, screenOf, waitUntil, type Screen } from './component.js';
import { typedApplicant, typedCompany, typedFigures } from '../../stories/support/samples.mjs';
import { advance, createStack, type Stack, type StackOptions } from '../../stories/support/stack.js';

export * from './component.js';
export * from '../../stories/support/stack.js';

/** Drops the draft that the page holds in memory for the next journey. */
export const dropHeldDraft = () => void (heldDraft.current = undefined);

// The next test would find the entries and the draft of this one.
afterEach(() => history.replaceState(null, ''));

const samples = { company: typedCompany, applicant: typedApplicant, prequalification: typedFigures };

export type Journey = Awaited<ReturnType<typeof setup>>;
export type JourneyProperties = Partial<LendingOnboardingElement>;
export interface JourneyOptions extends StackOptions {
  /** The last call that the lender has accepted already. */
  done?: CallName | undefined;
}

/** A journey on the page, with a backend and a lender behind it. */
export async function setup(properties: JourneyProperties = {}, { done, ...options }: JourneyOptions = {}) {
  // A removed element of the previous test holds its draft a moment later.
  fixtureCleanup();
  await pause();
  dropHeldDraft();
  const stack = createStack(options);
  if (done) await advance(stack, done);
  return { stack, ...(await load(stack, properties)) };
}

/** Another journey on the page, as after a reload: without a draft from the page. */
export async function load({ adapter }: Pick<Stack, 'adapter'>, properties: object = {}) {
  const screen = await mount(LendingOnboardingElement, { adapter, history: 'off', ...properties });
  return { errors: screen.errors, ...drive(screen) };
}

export function drive(screen: Screen<LendingOnboardingElement>) {
  const { element } = screen;
  const step = () => screenOf(screen.find<LendingOnboardingElement>('#current, lending-widget')!);
  const reach = async (name: StepName) => {
    await waitUntil(() => step().element?.localName === `lending-${name}`, `the step ${name} is shown`);
    await step().updated();
    if (name === 'consent') await waitUntil(() => step().field('agree'), 'the notice is shown');
    return step();
  };
  const fill = async (name: keyof typeof samples, values: Draft = samples[name]()) => {
    (await reach(name)).type(values);
    step().submit();
  };
  const skip = async () => (await reach('documents')).press('Skip for now');
  const agree = async () => {
    (await reach('consent')).field('agree').click();
    step().submit();
  };
  const walk: Partial<Record<StepName, () => Promise<void>>> = {
    company: () => fill('company'),
    applicant: () => fill('applicant'),
    review: async () => (await reach('review')).submit(),
    documents: skip,
    prequalification: () => fill('prequalification'),
    consent: agree,
  };
  /** Goes from the first step to this one, with the samples and without a document. */
  const fillTo = async (last: StepName) => {
    for (const [name, pass] of Object.entries(walk)) {
      if (name === last) break;
      await pass();
    }
    return reach(last);
  };
  const back = () => screen.part('back').click();
  return { element, screen, step, reach, fill, fillTo, skip, agree, back };
}

export const doneIn = (screen: Screen) => screen.texts('[part="done"] p').join(' · ');

export async function sendDocument(step: Screen) {
  const transfer = new DataTransfer();
  transfer.items.add(sampleFile());
  const input = step.find<HTMLInputElement>('[type="file"]')!;
  input.files = transfer.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
  await waitUntil(() => step.part('file'), 'the file is in the list');
  step.submit();
}

/** A journey in an entry of the browser's history, after another entry of the page. */
export async function setupHistory(properties: JourneyProperties = {}, options: JourneyOptions = {}) {
  // WebKit allows 100 entries in 10 seconds. No applicant is as fast as these tests.
  if (/AppleWebKit(?!.*Chrome)/.test(navigator.userAgent)) await pause(1500);
  history.pushState({ page: 'before' }, '');
  history.pushState({ page: 'own' }, '');
  const all = await setup({ history: 'on', ...properties }, { handler: { drafts: false }, ...options });
  // It follows the history from then on.
  await import('../../src/components/onboarding/later-steps.js');
  await pause();
  const travelTo = (by: number) => eventAfter(all.element, 'lending-step-changed', () => history.go(by));
  return { ...all, travelTo };
}

/** The same at the review, after the two steps before it. */
export async function setupAtReview(...given: Parameters<typeof setupHistory>) {
  const made = await setupHistory(...given);
  await made.fill('company');
  await noted('applicant');
  await made.fill('applicant');
  await noted('review');
  return made;
}

/** Goes in the browser's history, and waits for the arrival. Between its own entries the journey stops the event. */
export async function travel(by: number): Promise<void> {
  const before = JSON.stringify(history.state);
  history.go(by);
  await waitUntil(() => JSON.stringify(history.state) !== before, 'the page is at another entry');
  await pause();
}

/** The step of the history entry, and the page's own state in it. */
export const entryThere = () => entryOf(history.state);
export const stepThere = () => entryThere()?.step;
export function ownThere() {
  const { [ENTRY_KEY]: _, ...own } = (history.state ?? {}) as Record<string, unknown>;
  return own;
}

/** Waits until a step has its entry, which is written after it is shown. */
export const noted = (step: StepName) => waitUntil(() => stepThere() === step, `${step} is noted`);

/** Whether the browser would ask before the page is left. */
export function asksToLeave(): boolean {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
}
