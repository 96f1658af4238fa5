import { fixture, html } from '@open-wc/testing';
import { LendingOnboardingElement } from '../../src/components/lending-onboarding.js';
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
  const made = Object.assign(new LendingOnboardingElement(), { lang: 'en', adapter }, properties);
  const element = await fixture<LendingOnboardingElement>(html`${made}`);
  return drive(element);
}
type Page = Awaited<ReturnType<typeof load>>;
export const reload = (page: Page, stack: Stack, properties?: Partial<LendingOnboardingElement>) => {
  page.element.remove();
  return load(stack, properties);
};
/** A page with something in it that is kept. */
export async function typed(stack = createStack(), properties?: Partial<LendingOnboardingElement>) {
  const page = await load(stack, properties);
  await waitUntil(kept, 'it keeps');
  await page.fill('company', typedCompany());
  type(await page.reach('applicant'), { first_name: 'Jane', email: 'half@' });
  await written();
  return { stack, page };
}
