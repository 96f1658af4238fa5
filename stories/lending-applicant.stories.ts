import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';
import { ref } from 'lit/directives/ref.js';
import type { Draft } from '../src/schema/form.js';
import { defaultSettings } from '../src/schema/settings.js';
import { applicant, company, submit, unread } from './samples.js';

const meta: Meta = { title: 'Steps/lending-applicant', component: 'lending-applicant' };
export default meta;

export const Empty: StoryObj = { render: () => html`<lending-applicant></lending-applicant>` };

export const Filled: StoryObj = { render: () => html`<lending-applicant .value=${applicant}></lending-applicant>` };

export const Errors: StoryObj = { ...Empty, play: submit };

/** The part of the page that reads the form did not load. */
export const Failed: StoryObj = {
  render: () => html`<lending-applicant ${ref((step) => step && Object.assign(step, unread))}></lending-applicant>`,
  play: submit,
};

export const Done: StoryObj = { ...Filled, play: submit };

const lastYear = String(new Date().getFullYear() - 1);
const [home] = applicant.addresses;
/** Somebody who has moved twice within the span. */
const moved = {
  ...applicant,
  addresses: [
    { ...home!, start_date: `03/03/${lastYear}` },
    { ...home!, house_number: '12', start_date: `01/02/${lastYear}`, current: undefined },
  ],
};

/** Who has not lived there for the years of `settings.address_history_years` is asked where they lived before. */
export const WithHistory: StoryObj = { render: () => html`<lending-applicant .value=${moved}></lending-applicant>` };

/** Earlier addresses that do not reach far enough back, and out of order. */
export const HistoryErrors: StoryObj = {
  render: () => {
    const draft: Draft = { 'addresses.1.start_date.day': '4', 'addresses.1.start_date.month': '4' };
    draft['addresses.1.start_date.year'] = lastYear;
    return html`<lending-applicant .value=${moved} .draft=${draft}></lending-applicant>`;
  },
  play: async (context) => {
    const step = context.canvasElement.querySelector('lending-applicant')!;
    while (!step.shadowRoot?.querySelector('[id="addresses.1-group"]')) await new Promise((go) => setTimeout(go, 20));
    await submit(context);
  },
};

/** The business's address can be taken over. */
export const WithBusinessAddress: StoryObj = {
  render: () => html`<lending-applicant .company=${company}></lending-applicant>`,
};

/** Somebody with one name says so. */
export const OneName: StoryObj = {
  render: () => html`<lending-applicant .value=${{ ...applicant, last_name: undefined }}></lending-applicant>`,
  play: submit,
};

/** What the backend has filled in for good is read, and cannot be changed. */
export const ReadOnly: StoryObj = {
  render: () => {
    const read_only = ['applicant.first_name', 'applicant.last_name', 'applicant.date_of_birth', 'applicant.email'];
    const settings = { ...defaultSettings, read_only };
    return html`<lending-applicant .settings=${settings} .prefill=${applicant}></lending-applicant>`;
  },
};

const partner = { name: 'Sample Books', support: { address: 'help@samplebooks.example', phone: '020 7946 0958' } };

/** A list with several entries is a choice; with one entry, as in the other stories, it is a question. */
export const WithStatuses: StoryObj = {
  render: () => {
    const residential_statuses = [{ value: 'tenant' }, { value: 'homeowner', label: 'I own it' }];
    return html`<lending-applicant .settings=${{ ...defaultSettings, residential_statuses }}></lending-applicant>`;
  },
};

/** The backend's rules require the one entry of the list: who answers "No" cannot apply here, and is told so before. */
export const RequiredAndNo: StoryObj = {
  render: () => {
    const fields = { ...defaultSettings.fields, 'applicant.addresses.status': 'required' };
    const [home] = applicant.addresses;
    const value = { ...applicant, addresses: [{ ...home!, status: undefined }] };
    const draft: Draft = { 'addresses.0.status': '' };
    return html`<lending-applicant
      .settings=${{ ...defaultSettings, fields, partner }}
      .value=${value}
      .draft=${draft}
    ></lending-applicant>`;
  },
  play: submit,
};
