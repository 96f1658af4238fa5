import { forgetLeft } from '../../src/base/left-draft.js';
import type { SavedJourney } from '../../src/schema/draft.js';
import { memoryDrafts } from '../../src/server/draft-store.js';
import type { LendingOnboardingElement } from '../../src/components/lending-onboarding.js';
import { typedCompany } from '../fixtures/samples.mjs';
import type { Fault } from './faults.js';
import { all, find, part, words } from './form.js';
import { load, timeToWrite } from './kept-draft.js';
import { createStack, type Stack, type StackOptions } from './stack.js';
import { waitUntil } from './wait.js';

/** What goes over the wire about drafts: for each request its method, and the body that it has. */
export interface Sent {
  method: string;
  body: { draft?: SavedJourney; after?: string[]; delete?: true } | undefined;
  keepalive: boolean;
}

/** A stack that saves drafts, and what its page asks of it. `drafts.fault` misbehaves where drafts are asked for. */
export function draftStack({ handler, ...options }: StackOptions = {}) {
  const sent: Sent[] = [];
  const drafts: { fault: Fault | undefined } = { fault: undefined };
  const page: Fault = (fetch) => (input, init) => {
    if (!String(input).endsWith('/draft')) return (options.page?.(fetch) ?? fetch)(input, init);
    const body = typeof init?.body === 'string' ? (JSON.parse(init.body) as Sent['body']) : undefined;
    sent.push({ method: init?.method ?? 'GET', body, keepalive: !!init?.keepalive });
    return (drafts.fault?.(fetch) ?? fetch)(input, init);
  };
  const stack = createStack({ ...options, page, handler: { drafts: { store: memoryDrafts() }, ...handler } });
  const saves = () => sent.filter(({ body }) => body?.draft);
  return { stack, sent, saves, drafts };
}
export type DraftStack = ReturnType<typeof draftStack>;

/** Another device of the same applicant, whose page knows what it has saved or loaded. */
export function device({ adapter }: Stack) {
  let after: string[] = [];
  const owner = async () => (await adapter.session()).draftOwner!;
  return {
    async save(draft: SavedJourney = journey()) {
      const revision = crypto.randomUUID();
      await adapter.saveDraft!({ owner: await owner(), revision, after, draft });
      after = [revision];
    },
    async load() {
      const { saved } = await adapter.loadDraft!();
      if (saved) after = [saved.revision];
      return saved?.draft;
    },
    delete: async () => adapter.deleteDraft!(await owner()),
  };
}

/** What another device has saved: the business, and half of a person. */
export const journey = (registered_name = 'Acme LTD', step: SavedJourney['step'] = 'applicant'): SavedJourney => ({
  step,
  inputs: { company: { ...typedCompany(), registered_name }, applicant: { first_name: 'Jane', email: 'half@' } },
  answers: { company: { registered_name } },
});

/** A page of a device that has kept nothing itself. */
export async function open({ stack }: DraftStack, properties: Partial<LendingOnboardingElement> = {}) {
  // A journey that was taken away leaves what was entered to the next, a little later.
  await timeToWrite();
  history.replaceState(null, '');
  forgetLeft();
  const page = await load(stack, properties);
  await page.reach('company');
  const { element } = page;
  await waitUntil(() => part(element, 'saved'), 'it saves');
  return {
    ...page,
    status: () => words(find(element, '[part="saved"] [role="status"]')),
    says: (sentence: string) =>
      waitUntil(() => words(find(element, '[part="saved"] [role="status"]')) === sentence, `it says “${sentence}”`),
    button: () => find<HTMLButtonElement>(element, '[part="saved"] button'),
    choices: () => all<HTMLButtonElement>(element, '[part="choice"] button'),
  };
}

/** The page goes out of sight. */
export const leave = () => void dispatchEvent(new Event('pagehide'));
/** The page comes into sight again. */
export const comeBack = () => void document.dispatchEvent(new Event('visibilitychange'));

export const SAVED = 'Saved: you can continue on another device';
export const TAKEN = 'Your saved answers are filled in';
export const OFF = 'The saved copy has been deleted. Your answers are on this page only.';
export const FAILED = 'Your latest answers are not saved for another device yet. They are still on this page.';
