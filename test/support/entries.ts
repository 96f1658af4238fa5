import { ENTRY_KEY, entryOf } from '../../src/base/journey-entry.js';
import type { StepName } from '../../src/base/journey.js';
import type { LendingOnboardingElement } from '../../src/components/lending-onboarding.js';
import { typedApplicant, typedCompany } from '../fixtures/samples.mjs';
import type { CallName } from '../../src/schema/index.js';
import { setup } from './journey.js';
import type { StackOptions } from './stack.js';
import { waitUntil } from './wait.js';

/** Goes in the browser's history, and waits until the page is there. Between its own entries the journey lets nobody hear of it. */
export async function travel(by: number): Promise<void> {
  const before = JSON.stringify(history.state);
  history.go(by);
  await waitUntil(() => JSON.stringify(history.state) !== before, 'the page is at another entry');
  await new Promise((resolve) => setTimeout(resolve));
}

/** The step that the entry of the history says, and what the page itself keeps there. */
export const stepThere = () => entryOf(history.state)?.step;
export function ownThere() {
  const { [ENTRY_KEY]: _, lendingDraft: __, ...own } = (history.state ?? {}) as Record<string, unknown>;
  return own;
}

/** Waits until a step has its entry, which comes after it is shown. */
export const noted = (step: StepName) => waitUntil(() => stepThere() === step, `${step} is noted`);

/** A journey in an entry of the page's own, behind another one of the page's. */
export async function started(
  done?: CallName,
  properties: Partial<LendingOnboardingElement> = {},
  options: StackOptions = { handler: { drafts: false } },
) {
  // WebKit takes 100 entries in 10 seconds. No applicant is as fast as these tests.
  if (/AppleWebKit(?!.*Chrome)/.test(navigator.userAgent)) await new Promise((resolve) => setTimeout(resolve, 1500));
  history.pushState({ page: 'before' }, '');
  history.pushState({ page: 'own' }, '');
  const all = await setup(options, done, { history: 'on', ...properties });
  // It follows from then on.
  await import('../../src/components/later-steps.js');
  await new Promise((resolve) => setTimeout(resolve));
  const toReview = async () => {
    await all.fill('company', typedCompany());
    await noted('applicant');
    await all.fill('applicant', typedApplicant());
    await noted('review');
  };
  return { ...all, toReview };
}
