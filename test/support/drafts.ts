import type { ServerAdapter } from '../../src/adapter/adapter.js';
import type { LendingOnboardingElement } from '../../src/components/onboarding/lending-onboarding.js';
import type { SavedJourney } from '../../src/schema/calls/draft.js';
import type { Draft } from '../../src/schema/fields/form.js';
import { dropHeldDraft, load, type JourneyProperties } from './journey.js';
import { pause, typedCompany, waitUntil, type Fault } from './component.js';
import { createStack, otherPage, type Stack, type StackOptions } from '../../stories/support/stack.js';

export * from './journey.js';

/** What the applicant has typed into half of the second form. */
export const HALF = { first_name: 'Jane', email: 'half@' };

/** Longer than a save takes: no event reports that nothing was saved. */
export const timeToWrite = () => pause(300);

interface Page {
  element: LendingOnboardingElement;
}
export async function reload(page: Page, stack: Pick<Stack, 'adapter'>, properties?: JourneyProperties) {
  await leave(page);
  return load(stack, properties);
}
/** Leaves the page: removes the journey, and everything that the page holds in memory for it. */
export async function leave({ element }: Page) {
  hide();
  await timeToWrite();
  element.remove();
  await Promise.resolve();
  dropHeldDraft();
}

/** A page with a draft that is saved. */
export async function typed(stack = createStack(), properties?: JourneyProperties) {
  history.replaceState(null, '');
  const page = await load(stack, properties);
  await waitUntil(() => page.screen.part('saved'), 'it saves');
  await page.fill('company');
  (await page.reach('applicant')).type(HALF);
  return { stack, page };
}

// The draft at the backend, for another device.

/** The requests about drafts: the body of each. */
interface Sent {
  body: { draft?: SavedJourney; after?: string[]; delete?: true; load?: true };
  keepalive: boolean;
}

/** A stack that saves drafts, and the requests of its page. `drafts.fault` makes the requests about drafts fail. */
export function draftStack(options: StackOptions = {}) {
  const sent: Sent[] = [];
  const drafts: { fault: Fault | undefined } = { fault: undefined };
  const page: Fault = (fetch) => (input, init) => {
    if (!String(input).endsWith('/draft')) return (options.page?.(fetch) ?? fetch)(input, init);
    sent.push({ body: JSON.parse(init!.body as string) as Sent['body'], keepalive: !!init!.keepalive });
    return (drafts.fault?.(fetch) ?? fetch)(input, init);
  };
  const stack = createStack({ ...options, page });
  const saves = () => sent.filter(({ body }) => body.draft);
  return { stack, sent, saves, drafts };
}
/** An adapter whose session, with the saved draft, comes late. */
export function lateSession({ adapter }: Stack) {
  let release!: () => void;
  const released = new Promise<void>((resolve) => (release = resolve));
  const session: ServerAdapter['session'] = async (...given) => {
    await released;
    return adapter.session(...given);
  };
  return { adapter: { ...adapter, session }, release };
}
export type DraftStack = ReturnType<typeof draftStack>;

/** Another device, whose page knows the revisions that it has saved or loaded. */
export function device(stack: Stack) {
  const { adapter } = otherPage(stack);
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

/** The draft of another device: the business, and half of the applicant. */
export const journey = (registered_name = 'Acme LTD', step: SavedJourney['step'] = 'applicant'): SavedJourney => ({
  step,
  inputs: { company: { ...typedCompany(), registered_name }, applicant: HALF },
  answers: { company: { registered_name } },
});

/** A page on a device that has not kept anything itself. */
export async function open(one: DraftStack = draftStack(), properties: JourneyProperties = {}) {
  // A removed journey holds its draft for the next one a little later.
  await timeToWrite();
  history.replaceState(null, '');
  dropHeldDraft();
  const page = await load(one.stack, properties);
  await page.reach('company');
  await waitUntil(() => page.screen.part('saved'), 'it saves');
  const { screen } = page;
  const status = () => screen.text('[part="saved"] p')?.replace(/ ?[✓·]/g, '');
  const says = (sentence: string) => waitUntil(() => status() === sentence, `it says “${sentence}”`);
  return {
    ...one,
    ...page,
    status,
    says,
    /** What screen readers announce of it. */
    news: () => screen.text('[part="saved"] [aria-live]'),
    /** Types into the first form, and waits until that is saved. */
    async save(values: Draft) {
      (await page.reach('company')).type(values);
      hide();
      await says(SAYS.saved);
    },
    /** The button in the details, once they are open. */
    button: () => screen.find('[part="saved"] .more button') ?? screen.find('[part="saved"] button'),
    choices: () => screen.all<HTMLButtonElement>('[part="choice"] button'),
  };
}

/** How often a test asks the backend, which accepts few requests in a minute. */
export const SELDOM = { interval: 500 };

export const hide = () => void dispatchEvent(new Event('pagehide'));
export const comeBack = () => void document.dispatchEvent(new Event('visibilitychange'));

/** The sentences about the draft of another device. */
export const SAYS = {
  saved: 'Saved',
  taken: 'Your saved answers are filled in',
  off: 'The saved copy has been deleted. Your answers are on this page only.',
  ended:
    'Your answers are no longer saved. The saved copy was deleted, or the application was created, in another tab or on another device.',
  stranger:
    'Someone else has signed in since you opened this page, or another business was chosen, so your answers are not saved.',
  failed: 'Your latest answers are not saved yet. They are only on this page.',
};
