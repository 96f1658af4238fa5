import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';
import { ref } from 'lit/directives/ref.js';
import { prepareLookups } from '../src/base/lookups/load-lookup.js';
import { defaultSettings } from '../src/schema/default-settings.js';
import type { Draft } from '../src/schema/fields/form.js';
import { applicant, company, lookupAdapter, submit, unread, withLookups } from './samples.js';

const meta: Meta = { title: 'Steps/lending-applicant', component: 'lending-applicant' };
export default meta;

export const Empty: StoryObj = { render: () => html`<lending-applicant></lending-applicant>` };

export const Filled: StoryObj = { render: () => html`<lending-applicant .value=${applicant}></lending-applicant>` };

export const Errors: StoryObj = { ...Empty, play: submit };

/** The module that reads the form could not be loaded. */
export const Failed: StoryObj = {
  render: () => html`<lending-applicant ${ref((step) => step && Object.assign(step, unread))}></lending-applicant>`,
  play: submit,
};

export const Done: StoryObj = { ...Filled, play: submit };

const lastYear = String(new Date().getFullYear() - 1);
const [home] = applicant.addresses;
/** Addresses of an applicant who moved twice within `settings.addressHistoryYears`. */
const moved = {
  ...applicant,
  addresses: [
    { ...home!, start_date: `03/03/${lastYear}` },
    { ...home!, house_number: '12', start_date: `01/02/${lastYear}`, current: undefined },
  ],
};

/** An applicant who has lived at the address for less than `settings.addressHistoryYears` is asked for earlier addresses. */
export const WithHistory: StoryObj = { render: () => html`<lending-applicant .value=${moved}></lending-applicant>` };

/** The earlier addresses are out of order and do not cover the whole period. */
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

/** The applicant can copy the business’s address. */
export const WithBusinessAddress: StoryObj = {
  render: () => html`<lending-applicant .company=${company}></lending-applicant>`,
};

/** If a name is blank, the step offers the checkbox “I have only one name”. */
export const OneName: StoryObj = {
  render: () => html`<lending-applicant .value=${{ ...applicant, last_name: undefined }}></lending-applicant>`,
  play: submit,
};

/** Read-only fields show values from the backend. The applicant cannot change them. */
export const ReadOnly: StoryObj = {
  render: () => {
    const readOnly = ['applicant.first_name', 'applicant.last_name', 'applicant.date_of_birth', 'applicant.email'];
    const settings = { ...defaultSettings, readOnly };
    return html`<lending-applicant .settings=${settings} .prefill=${applicant}></lending-applicant>`;
  },
};

const partner = { name: 'Sample Books', support: { email: 'help@samplebooks.example', phone: '020 7946 0958' } };

/** A list with several entries is a group of choices. A list with one entry, as in the other stories, is a question. */
export const WithStatuses: StoryObj = {
  render: () => {
    const residentialStatuses = [
      { value: 'tenant', tenure: 'rents' },
      { value: 'homeowner', label: 'I own it', tenure: 'owns' },
    ];
    return html`<lending-applicant .settings=${{ ...defaultSettings, residentialStatuses }}></lending-applicant>`;
  },
};

/** The backend requires the only entry of the list. The step says in advance that applicants who answer "No" cannot apply. */
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

/** With `lookupAddress`, the applicant searches for each address instead of filling in its lines. */
export const Search: StoryObj = {
  loaders: [prepareLookups],
  render: () => html`<lending-applicant .settings=${withLookups} .adapter=${lookupAdapter()}></lending-applicant>`,
};

/** The chosen address in one line. */
export const Found: StoryObj = {
  render: () => {
    const [home] = applicant.addresses;
    const draft = {
      'addresses.0.house_number': home!.house_number!,
      'addresses.0.line_1': home!.line_1!,
      'addresses.0.city': home!.city!,
      'addresses.0.postcode': home!.postcode!,
      'addresses.0.lookup': 'addresses.0.line_1',
    };
    return html`<lending-applicant .adapter=${lookupAdapter()} .draft=${draft}></lending-applicant>`;
  },
};
