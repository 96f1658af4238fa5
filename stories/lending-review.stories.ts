import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';
import type { ServerAdapter } from '../src/adapter.js';
import { defaultSettings } from '../src/schema/settings.js';
import type { StackOptions } from '../test/support/stack.js';
import { adapterOf, answering, applicant, broken, company, named, silent, submit } from './samples.js';

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

export const Failed: StoryObj = {
  render: () => review(adapterOf({ service: broken, handler: { notCreatedOn: [500] } })),
  play: submit,
};

/** A step that fails in this way, where the partner has named who helps. */
const failing = (options: StackOptions): StoryObj => ({
  render: () =>
    html`<lending-review
      .adapter=${adapterOf(options)}
      .settings=${named}
      .value=${{ company, applicant }}
    ></lending-review>`,
  play: submit,
});

/** The lender refuses the key, or the address: nothing is wrong with the answers. */
export const Denied = failing({ service: answering(401) });

/** The lender refuses the application, and does not say why. */
export const Refused = failing({ service: answering(422) });

/** The lender names the answers that it refuses. */
export const RefusedAnswers = failing({
  service: answering(422, { errors: { 'company.registered_number': ['x'], 'applicant.addresses.0.postcode': ['x'] } }),
});

/** The lender refuses what nobody was asked. */
export const NotAsked = failing({ service: answering(422, { errors: { 'company.region': ['x'] } }) });

/** The lender has too much to do, and says for how long. */
export const Busy = failing({ service: answering(429, {}, { 'retry-after': '180' }) });

/** Nobody knows whether the application was created, and nobody can look. */
export const OutcomeUnknown = failing({ service: answering(204) });

/** Nobody knows yet; the partner's backend can look, and there was none so far. */
export const CheckAgain = failing({ service: answering(204), handler: { existingApplication: () => 'none' } });

export const Done: StoryObj = { ...Filled, play: submit };

/** The application exists: its answers can be read, and not changed. */
export const Created: StoryObj = {
  render: () => html`<lending-review created .value=${{ company, applicant }}></lending-review>`,
};

/** After a reload the page does not have the answers any more. */
export const Sent: StoryObj = { render: () => html`<lending-review created></lending-review>` };

/** A statement that nobody was asked for has "Not right?" next to it, which says what to do. */
export const NotRight: StoryObj = {
  render: () => {
    const notRight = { text: 'Call 020 7946 0958: we help you to apply.', url: 'https://samplebooks.example/apply' };
    return html`<lending-review
      .settings=${{ ...defaultSettings, notRight }}
      .adapter=${adapterOf()}
      .value=${{ company, applicant }}
    ></lending-review>`;
  },
  play: async ({ canvasElement }) => {
    const step = canvasElement.querySelector('lending-review')!;
    await step.updateComplete;
    step.shadowRoot!.querySelector('summary')!.click();
  },
};

/** "No" leaves the field out, and is shown. */
export const AnsweredByNo: StoryObj = {
  render: () => {
    const [home] = applicant.addresses;
    const value = { company, applicant: { ...applicant, addresses: [{ ...home!, status: undefined }] } };
    return html`<lending-review .adapter=${adapterOf()} .value=${value}></lending-review>`;
  },
};

/** Answers that may be wrong are asked about. */
export const Unlikely: StoryObj = {
  render: () => {
    const [home] = applicant.addresses;
    const value = {
      company: { ...company, registered_number: '1234567', trading_from_date: '2019-01-01 00:00:00.000' },
      applicant: { ...applicant, addresses: [{ ...home!, postcode: '75011', start_date: '01/01/1999' }] },
    };
    return html`<lending-review .adapter=${adapterOf()} .value=${value}></lending-review>`;
  },
};
