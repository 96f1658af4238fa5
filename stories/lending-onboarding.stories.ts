import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';
import type { ServerAdapter } from '../src/adapter.js';
import type { SavingMark } from '../src/base/journey.js';
import type { SavedJourney } from '../src/schema/draft.js';
import { memoryDrafts } from '../src/server/draft-store.js';
import { at } from '../test/support/faults.js';
import { requestOffers, type StackOptions } from '../test/support/stack.js';
import { adapterOf, applicant, broken, company, figures, silent, startedAdapter } from './samples.js';

const meta: Meta = { title: 'Journey/lending-onboarding', component: 'lending-onboarding' };
export default meta;

export const Start: StoryObj = {
  render: () => html`<lending-onboarding .adapter=${adapterOf()}></lending-onboarding>`,
};

/** The backend says that this applicant has sent the figures already: the journey goes on at the consent. */
export const Resumed: StoryObj = {
  loaders: [
    async () => {
      const adapter = startedAdapter();
      await adapter.prequalify(figures);
      return { adapter };
    },
  ],
  render: (_args, { loaded }) => html`<lending-onboarding .adapter=${loaded.adapter}></lending-onboarding>`,
};

/** The backend says that offers were asked for. */
const asked = async () => {
  const adapter = startedAdapter();
  await adapter.prequalify(figures);
  await requestOffers(adapter);
  return { adapter };
};

export const Offers: StoryObj = { ...Resumed, loaders: [asked] };

/** Without the widget the journey ends with what was done, and what happens next. */
export const End: StoryObj = {
  loaders: [asked],
  render: (_args, { loaded }) =>
    html`<lending-onboarding
      steps="company applicant review documents prequalification consent"
      .adapter=${loaded.adapter}
    ></lending-onboarding>`,
};

/** The agreement was withdrawn: the offers that there are stay, and the page says when that was and whom to ask. */
const withdrawn = async () => {
  const partner = { name: 'Sample Books', support: { address: 'help@books.example', phone: '0800 123 456' } };
  const adapter = startedAdapter({ handler: { settings: { partner } } });
  await adapter.prequalify(figures);
  await requestOffers(adapter);
  await adapter.decide({ decision: 'withdrawn' });
  return { adapter };
};

export const OffersWithdrawn: StoryObj = { ...Resumed, loaders: [withdrawn] };

export const EndWithdrawn: StoryObj = { ...End, loaders: [withdrawn] };

const backIn = (adapter: ServerAdapter) =>
  html`<lending-onboarding steps="documents prequalification consent" .adapter=${adapter}></lending-onboarding>`;

/** The backend has not answered yet. */
export const Loading: StoryObj = { render: () => backIn(adapterOf({ page: silent })) };

/** The backend is out of order. */
export const Failed: StoryObj = { render: () => backIn(adapterOf({ page: broken })) };

/** Nobody is signed in: the form can be filled in, and the page is asked for a way to sign in. */
export const SignedOut: StoryObj = {
  render: () =>
    html`<lending-onboarding .adapter=${adapterOf({ handler: { authorize: () => null } })}></lending-onboarding>`,
};

/** What the page knows already is filled in, and can be changed. */
export const FilledIn: StoryObj = {
  render: () =>
    html`<lending-onboarding .adapter=${adapterOf()} .prefill=${{ company, applicant }}></lending-onboarding>`,
};

/** A backend that saves drafts, and what another device has saved there. */
async function saving(registered_name?: string, options: StackOptions = {}) {
  const adapter = adapterOf({ ...options, handler: { drafts: { store: memoryDrafts() } } });
  const draft = { inputs: { company: { registered_name } }, answers: {} } as SavedJourney;
  const { draftOwner: owner } = await adapter.session();
  if (registered_name) await adapter.saveDraft!({ owner: owner!, revision: 'of-another-device', after: [], draft });
  return { adapter };
}

const typed = { company: { registered_name: 'Acme LTD' } };
const withDraft =
  (saving?: SavingMark): NonNullable<StoryObj['render']> =>
  (_args, { loaded }) =>
    html`<lending-onboarding
      .adapter=${loaded.adapter}
      .draft=${saving ? { saving, inputs: structuredClone(typed) } : {}}
    ></lending-onboarding>`;

/** What is entered is saved for another device. */
export const Saved: StoryObj = {
  loaders: [() => saving('Acme LTD')],
  render: withDraft({ base: 'of-another-device' }),
};

/** On another device what was saved is filled in. */
export const SavedElsewhere: StoryObj = { loaders: [() => saving('Acme LTD')], render: withDraft() };

/** Answers were typed on two devices: the applicant chooses. */
export const SavedTwice: StoryObj = {
  loaders: [() => saving('Another LTD')],
  render: withDraft({ base: 'of-this-page', isUnsaved: true }),
};

/** The applicant has deleted what was saved. */
export const SavedNoMore: StoryObj = { loaders: [() => saving()], render: withDraft({ isOff: true }) };

/** The backend cannot save. */
export const SavedNot: StoryObj = {
  loaders: [() => saving(undefined, { page: at('/draft', broken) })],
  render: withDraft({ isUnsaved: true }),
  async play({ canvasElement }) {
    const journey = canvasElement.querySelector('lending-onboarding')!;
    while (!journey.shadowRoot?.querySelector('[part="saved"]')) await new Promise(requestAnimationFrame);
    dispatchEvent(new Event('pagehide'));
  },
};
