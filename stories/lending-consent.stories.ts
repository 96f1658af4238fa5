import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';
import { defaultNotice } from '../src/schema/default-notice.js';
import type { StackOptions } from '../test/support/stack.js';
import { afterwards, agree, broken, pressing, silent, startedAdapter, submit } from './samples.js';

const meta: Meta = { title: 'Steps/lending-consent', component: 'lending-consent' };
export default meta;

export const Unticked: StoryObj = {
  render: () => html`<lending-consent .adapter=${startedAdapter()}></lending-consent>`,
};

export const Ticked: StoryObj = { ...Unticked, play: agree };

export const Errors: StoryObj = { ...Unticked, play: submit };

const agreeing = (options: StackOptions): StoryObj => ({
  render: () => html`<lending-consent .adapter=${startedAdapter(options)}></lending-consent>`,
  play: async (context) => {
    await agree(context);
    await submit(context);
  },
});

export const Pending: StoryObj = agreeing({ service: afterwards(silent) });

export const Failed: StoryObj = agreeing({ service: afterwards(broken) });

export const Done: StoryObj = agreeing({});

/** Who does not agree is told what follows. */
export const Declined: StoryObj = { ...Unticked, play: pressing('I do not agree') };

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
