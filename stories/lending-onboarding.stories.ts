import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';
import type { ServerAdapter } from '../src/adapter.js';
import { requestOffers } from '../test/support/stack.js';
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

/** What the page knows already is filled in, and can be changed. */
export const FilledIn: StoryObj = {
  render: () =>
    html`<lending-onboarding .adapter=${adapterOf()} .prefill=${{ company, applicant }}></lending-onboarding>`,
};
