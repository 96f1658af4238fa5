import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';
import { defaultNotice } from '../src/schema/notice.js';
import { startedAdapter, submit } from './samples.js';

const meta: Meta = { title: 'Steps/lending-consent', component: 'lending-consent' };
export default meta;

export const Unticked: StoryObj = {
  render: () => html`<lending-consent .adapter=${startedAdapter()}></lending-consent>`,
};

export const Errors: StoryObj = { ...Unticked, play: submit };

/** A partner names the providers and links to notices of others. */
export const WithProviders: StoryObj = {
  render: () =>
    html`<lending-consent
      .adapter=${startedAdapter()}
      .notice=${{
        ...defaultNotice,
        providers: [{ name: 'Sample Bank' }, { name: 'Example Finance' }],
        links: [{ text: 'How we use your data', url: 'https://partner.example/privacy' }],
      }}
    ></lending-consent>`,
};
