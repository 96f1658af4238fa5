import { fixture, html } from '@open-wc/testing';
import { LendingOnboardingElement } from '../../src/components/lending-onboarding.js';
import { forgetLeft } from '../../src/base/left-draft.js';
import { typedCompany } from '../fixtures/samples.mjs';
import { type } from './form.js';
import { drive } from './journey.js';
import { createStack, type Stack } from './stack.js';
import { waitUntil } from './wait.js';

export interface Kept {
  iv: Uint8Array;
  data: ArrayBuffer;
}
export const kept = () => (history.state as { lendingDraft?: Kept } | null)?.lendingDraft;

/** Longer than a write takes: nothing tells that there was none. */
export const timeToWrite = () => new Promise((resolve) => setTimeout(resolve, 300));

/** Waits until an entry is written that holds what was entered by now: the first may have been sealed before. */
export async function written() {
  const before = String(kept()?.iv);
  await waitUntil(() => kept() && String(kept()!.iv) !== before, 'it is written');
  await timeToWrite();
}

/** A page with a journey, as it is after each reload: the element is a new one, and nothing was handed on to it. */
export async function load({ adapter }: Stack, properties: Partial<LendingOnboardingElement> = {}) {
  const made = Object.assign(new LendingOnboardingElement(), { lang: 'en', adapter, history: 'off' }, properties);
  const element = await fixture<LendingOnboardingElement>(html`${made}`);
  return drive(element);
}
type Page = Awaited<ReturnType<typeof load>>;
export async function reload(page: Page, stack: Stack, properties?: Partial<LendingOnboardingElement>) {
  await leave(page);
  return load(stack, properties);
}
/** Takes the journey off the page, and all that the page holds in memory with it. */
export async function leave({ element }: Page) {
  element.remove();
  await Promise.resolve();
  forgetLeft();
}
/** A page with something in it that is kept. */
export async function typed(stack = createStack(), properties?: Partial<LendingOnboardingElement>) {
  const page = await load(stack, properties);
  await waitUntil(kept, 'it keeps');
  await page.fill('company', typedCompany());
  type(await page.reach('applicant'), { first_name: 'Jane', email: 'half@' });
  await written();
  return { stack, page };
}
