import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';
import { adapterOf, figures, startedAdapter } from './samples.js';

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
