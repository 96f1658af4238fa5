import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';
import { defaultSettings } from '../src/schema/settings.js';
import { company, submit } from './samples.js';

const meta: Meta = { title: 'Steps/lending-company', component: 'lending-company' };
export default meta;

export const Empty: StoryObj = { render: () => html`<lending-company></lending-company>` };

export const Filled: StoryObj = { render: () => html`<lending-company .value=${company}></lending-company>` };

export const Errors: StoryObj = { ...Empty, play: submit };

/** With more than one type of business in the settings, the type is asked. */
export const WithTypes: StoryObj = {
  render: () =>
    html`<lending-company
      .settings=${{ ...defaultSettings, company_types: [{ value: 'ltd' }, { value: 'llp', label: 'Partnership (LLP)' }] }}
    ></lending-company>`,
};
