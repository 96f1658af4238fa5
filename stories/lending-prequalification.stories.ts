import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';
import type { ServerAdapter } from '../src/adapter/adapter.js';
import { afterwards, answering, broken, figures, silent, startedAdapter, submit } from './samples.js';

const meta: Meta = { title: 'Steps/lending-prequalification', component: 'lending-prequalification' };
export default meta;

export const Empty: StoryObj = {
  render: () => html`<lending-prequalification .adapter=${startedAdapter()}></lending-prequalification>`,
};

const asking = (adapter: ServerAdapter) =>
  html`<lending-prequalification .adapter=${adapter} .value=${figures}></lending-prequalification>`;

export const Filled: StoryObj = { render: () => asking(startedAdapter()) };

export const Errors: StoryObj = { ...Empty, play: submit };

export const Pending: StoryObj = {
  render: () => asking(startedAdapter({ service: afterwards(silent) })),
  play: submit,
};

export const Failed: StoryObj = { render: () => asking(startedAdapter({ service: afterwards(broken) })), play: submit };

/** The lender rejects a figure and names its field. */
export const Rejected: StoryObj = {
  render: () => asking(startedAdapter({ service: afterwards(answering(422, { errors: { funding_amount: ['x'] } })) })),
  play: submit,
};

/** The lender does not answer. */
export const Unsure: StoryObj = {
  render: () => asking(startedAdapter({ service: afterwards(silent), handler: { timeoutMs: 100 } })),
  play: submit,
};

export const Done: StoryObj = { ...Filled, play: submit };
