import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';
import type { ServerAdapter } from '../src/adapter.js';
import { adapterOf, applicant, broken, company, silent, submit } from './samples.js';

const meta: Meta = { title: 'Steps/lending-review', component: 'lending-review' };
export default meta;

const review = (adapter: ServerAdapter) =>
  html`<lending-review .adapter=${adapter} .value=${{ company, applicant }}></lending-review>`;

/** Nothing was answered yet. */
export const Empty: StoryObj = { render: () => html`<lending-review .adapter=${adapterOf()}></lending-review>` };

export const Filled: StoryObj = { render: () => review(adapterOf()) };

/** The lender refuses two of the answers, and says which. */
export const Errors: StoryObj = {
  render: () => {
    const [home] = applicant.addresses;
    const answers = {
      company: { ...company, registered_name: '' },
      applicant: { ...applicant, addresses: [{ ...home!, postcode: '' }] },
    };
    return html`<lending-review .adapter=${adapterOf()} .value=${answers}></lending-review>`;
  },
  play: submit,
};

export const Pending: StoryObj = { render: () => review(adapterOf({ page: silent })), play: submit };

export const Failed: StoryObj = { render: () => review(adapterOf({ service: broken })), play: submit };

export const Done: StoryObj = { ...Filled, play: submit };

/** The application exists: its answers can be read, and not changed. */
export const Created: StoryObj = {
  render: () => html`<lending-review created .value=${{ company, applicant }}></lending-review>`,
};

/** After a reload the page does not have the answers any more. */
export const Sent: StoryObj = { render: () => html`<lending-review created></lending-review>` };
