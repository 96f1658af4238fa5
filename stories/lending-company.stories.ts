import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';
import { ref } from 'lit/directives/ref.js';
import { defaultSettings } from '../src/schema/settings.js';
import { company, submit, unread } from './samples.js';

const meta: Meta = { title: 'Steps/lending-company', component: 'lending-company' };
export default meta;

export const Empty: StoryObj = { render: () => html`<lending-company></lending-company>` };

export const Filled: StoryObj = { render: () => html`<lending-company .value=${company}></lending-company>` };

export const Errors: StoryObj = { ...Empty, play: submit };

/** The part of the page that reads the form did not load. */
export const Failed: StoryObj = {
  render: () => html`<lending-company ${ref((step) => step && Object.assign(step, unread))}></lending-company>`,
  play: submit,
};

export const Done: StoryObj = { ...Filled, play: submit };

/** With more than one type of business in the settings, the type is asked. */
export const WithTypes: StoryObj = {
  render: () =>
    html`<lending-company
      .settings=${{ ...defaultSettings, company_types: [{ value: 'ltd' }, { value: 'llp', label: 'Partnership (LLP)' }] }}
    ></lending-company>`,
};

/** By the backend's rules the whole address is asked. */
export const WholeAddress: StoryObj = {
  render: () =>
    html`<lending-company
      .settings=${{ ...defaultSettings, fields: { 'company.address.county': 'optional' } }}
    ></lending-company>`,
};

/** A business without a building number says so. */
export const WithoutNumber: StoryObj = {
  render: () => {
    const value = { ...company, address: { ...company.address, house_number: undefined } };
    return html`<lending-company .value=${value}></lending-company>`;
  },
  play: submit,
};

/** What the backend has filled in for good is read, and cannot be changed. */
export const ReadOnly: StoryObj = {
  render: () => {
    const read_only = ['company.registered_name', 'company.type', 'company.formation_date'];
    const company_types = [{ value: 'ltd' }, { value: 'llp', label: 'Partnership (LLP)' }];
    return html`<lending-company
      .settings=${{ ...defaultSettings, read_only, company_types }}
      .prefill=${company}
    ></lending-company>`;
  },
};

const partner = { name: 'Sample Books', support: { address: 'help@samplebooks.example', phone: '020 7946 0958' } };

/** Not everybody can apply, by the backend's rules: it is said before anything is typed. */
export const OnlyTenants: StoryObj = {
  render: () => {
    const fields = { ...defaultSettings.fields, 'applicant.addresses.status': 'required' };
    return html`<lending-company .settings=${{ ...defaultSettings, fields, partner }}></lending-company>`;
  },
};

/** What somebody can do of whom it is not true what the application says without asking. */
export const NotRight: StoryObj = {
  render: () => html`<lending-company .settings=${{ ...defaultSettings, partner }}></lending-company>`,
  play: async ({ canvasElement }) => {
    const step = canvasElement.querySelector('lending-company')!;
    await step.updateComplete;
    step.shadowRoot!.querySelector('summary')!.click();
  },
};
