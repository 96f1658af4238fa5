import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';
import type { ServerAdapter } from '../src/adapter/adapter.js';
import { defaultSettings } from '../src/schema/default-settings.js';
import type { StackOptions } from './support/stack.js';
import { adapterOf, answering, applicant, broken, company, named, silent, submit } from './samples.js';

const meta: Meta = { title: 'Steps/lending-review', component: 'lending-review' };
export default meta;

const review = (adapter: ServerAdapter) =>
  html`<lending-review .adapter=${adapter} .value=${{ company, applicant }}></lending-review>`;

/** The application has no answers yet. */
export const Empty: StoryObj = { render: () => html`<lending-review .adapter=${adapterOf()}></lending-review>` };

export const Filled: StoryObj = { render: () => review(adapterOf()) };

/** The applicant confirms in a box that they may apply for the business. */
export const Authority: StoryObj = {
  render: () => review(adapterOf({ handler: { settings: { authority: true } } })),
  play: submit,
};

/** Two answers are missing. */
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
  render: () => review(adapterOf({ service: broken, handler: { notCreatedStatuses: [500] } })),
  play: submit,
};

/** A step that fails with these options. The partner’s settings have a contact for support. */
const failing = (options: StackOptions): StoryObj => ({
  render: () =>
    html`<lending-review
      .adapter=${adapterOf(options)}
      .settings=${named}
      .value=${{ company, applicant }}
    ></lending-review>`,
  play: submit,
});

/** The lender rejects the secret key or the IP address. The answers are correct. */
export const Denied = failing({ service: answering(401) });

/** The lender rejects the application without a reason. */
export const Rejected = failing({ service: answering(422) });

/** The lender rejects some answers and names their fields. */
export const RejectedAnswers = failing({
  service: answering(422, { errors: { 'company.registered_number': ['x'], 'applicant.addresses.0.postcode': ['x'] } }),
});

/** The lender rejects a field that the forms do not ask for. */
export const NotAsked = failing({ service: answering(422, { errors: { 'company.region': ['x'] } }) });

/** The lender is too busy and sends a `Retry-After` header. */
export const Busy = failing({ service: answering(429, {}, { 'retry-after': '180' }) });

/** It is unknown whether the application was created. The applicant can check again whether somebody has settled it. */
export const OutcomeUnknown = failing({ service: answering(204) });

export const Done: StoryObj = { ...Filled, play: submit };

/** The application was created. The applicant can read the answers and cannot change them. */
export const Created: StoryObj = {
  render: () => html`<lending-review created .value=${{ company, applicant }}></lending-review>`,
};

/** After a reload the page no longer has the answers. */
export const Sent: StoryObj = { render: () => html`<lending-review created></lending-review>` };

/** A statement that the forms do not ask for has "Not right?" next to it, which explains what to do. */
export const NotRight: StoryObj = {
  render: () => {
    const reportError = { text: 'Call 020 7946 0958: we help you to apply.', url: 'https://samplebooks.example/apply' };
    return html`<lending-review
      .settings=${{ ...defaultSettings, reportError }}
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

/** If the answer is "No", the field is not sent. The review shows the answer. */
export const AnsweredByNo: StoryObj = {
  render: () => {
    const [home] = applicant.addresses;
    const value = { company, applicant: { ...applicant, addresses: [{ ...home!, status: undefined }] } };
    return html`<lending-review .adapter=${adapterOf()} .value=${value}></lending-review>`;
  },
};

/** The review asks the applicant to check answers that may be wrong. */
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
