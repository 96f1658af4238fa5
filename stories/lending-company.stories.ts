import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';
import { ref } from 'lit/directives/ref.js';
import { prepareLookups } from '../src/base/lookups/load-lookup.js';
import { sampleLookups } from '../src/sandbox/lender/lookups.js';
import { writeDraft } from '../src/schema/fields/form.js';
import { companyForm } from '../src/schema/forms/company-form.js';
import { defaultSettings } from '../src/schema/default-settings.js';
import { company, lookupAdapter, searching, submit, unread, within, withLookups } from './samples.js';

const meta: Meta = { title: 'Steps/lending-company', component: 'lending-company' };
export default meta;

export const Empty: StoryObj = { render: () => html`<lending-company></lending-company>` };

/** A later screen of the step alone, with its own Back button. */
export const Screens: StoryObj = {
  render: () => html`<lending-company layout="screens" .screen=${'address'}></lending-company>`,
};

export const Filled: StoryObj = { render: () => html`<lending-company .value=${company}></lending-company>` };

export const Errors: StoryObj = { ...Empty, play: submit };

/** The module that reads the form could not be loaded. */
export const Failed: StoryObj = {
  render: () => html`<lending-company ${ref((step) => step && Object.assign(step, unread))}></lending-company>`,
  play: submit,
};

export const Done: StoryObj = { ...Filled, play: submit };

/** If the settings have more than one type of business, the step asks for the type. */
export const WithTypes: StoryObj = {
  render: () =>
    html`<lending-company
      .settings=${{ ...defaultSettings, companyTypes: [{ value: 'ltd' }, { value: 'llp', label: 'Partnership (LLP)' }] }}
    ></lending-company>`,
};

/** The backend’s field rules require the whole address. */
export const WholeAddress: StoryObj = {
  render: () =>
    html`<lending-company
      .settings=${{ ...defaultSettings, fields: { 'company.address.county': 'optional' } }}
    ></lending-company>`,
};

/** If the building number is blank, the step offers a checkbox for addresses without a number. */
export const WithoutNumber: StoryObj = {
  render: () => {
    const value = { ...company, address: { ...company.address, house_number: undefined } };
    return html`<lending-company .value=${value}></lending-company>`;
  },
  play: submit,
};

/** Read-only fields show values from the backend. The applicant cannot change them. */
export const ReadOnly: StoryObj = {
  render: () => {
    const readOnly = ['company.registered_name', 'company.type', 'company.formation_date'];
    const companyTypes = [{ value: 'ltd' }, { value: 'llp', label: 'Partnership (LLP)' }];
    return html`<lending-company
      .settings=${{ ...defaultSettings, readOnly, companyTypes }}
      .prefill=${company}
    ></lending-company>`;
  },
};

const partner = { name: 'Sample Books', support: { email: 'help@samplebooks.example', phone: '020 7946 0958' } };

/** By the backend’s field rules, only tenants can apply. The first step says so. */
export const OnlyTenants: StoryObj = {
  render: () => {
    const fields = { ...defaultSettings.fields, 'applicant.addresses.status': 'required' };
    return html`<lending-company .settings=${{ ...defaultSettings, fields, partner }}></lending-company>`;
  },
};

/** “Not right?” explains what to do if a statement in the application is false. */
export const NotRight: StoryObj = {
  render: () => html`<lending-company .settings=${{ ...defaultSettings, partner }}></lending-company>`,
  play: async ({ canvasElement }) => {
    const step = canvasElement.querySelector('lending-company')!;
    await step.updateComplete;
    step.shadowRoot!.querySelector('summary')!.click();
  },
};

/** With `lookupCompany`, the applicant searches for the business instead of filling in its fields. */
export const Search: StoryObj = {
  loaders: [prepareLookups],
  render: () => html`<lending-company .settings=${withLookups} .adapter=${lookupAdapter()}></lending-company>`,
};

/** The results of a search. The arrow keys and Enter, or a tap, choose one. */
export const SearchResults: StoryObj = {
  ...Search,
  play: async (played) => {
    await searching('query', 'acorn')(played);
    await within(played, '[role="option"]');
  },
};

/** The page learns of the lookup after the form was shown. The form stays as it is, and its first input searches. */
export const SearchInForm: StoryObj = {
  render: () => html`<lending-company .adapter=${lookupAdapter()}></lending-company>`,
  play: async (played) => {
    await searching('registered_name', 'acorn')(played);
    await within(played, '[role="option"]');
  },
};

/** The search does not work. The details can be entered as before. */
export const SearchFailed: StoryObj = {
  loaders: [prepareLookups],
  render: () =>
    html`<lending-company
      .settings=${withLookups}
      .adapter=${lookupAdapter({ lookupCompany: () => Promise.reject(new Error('The register is down.')) })}
    ></lending-company>`,
  play: searching('query', 'acorn'),
};

const chosen = (query: string, warnings = '') => {
  const [found] = sampleLookups().lookupCompany({ query });
  const draft = {
    ...writeDraft(companyForm(defaultSettings), found),
    lookup: `registered_name registered_number formation_date address ${warnings}`,
  };
  return html`<lending-company .adapter=${lookupAdapter()} .draft=${draft}></lending-company>`;
};

/** The chosen business as a card. The form asks for the rest. */
export const Found: StoryObj = { render: () => chosen('99000101') };

/** The register does not show the chosen business as active. The applicant can go on. */
export const FoundNotActive: StoryObj = { render: () => chosen('loom', 'inactive') };
