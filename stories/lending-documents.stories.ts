import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';
import { defaultSettings } from '../src/schema/settings.js';
import { startedAdapter, submit } from './samples.js';

const meta: Meta = { title: 'Steps/lending-documents', component: 'lending-documents' };
export default meta;

export const Empty: StoryObj = {
  render: () => html`<lending-documents .adapter=${startedAdapter()}></lending-documents>`,
};

export const Errors: StoryObj = { ...Empty, play: submit };

/** With more than one kind of document in the settings, the kind is asked. */
export const WithKinds: StoryObj = {
  render: () =>
    html`<lending-documents
      .adapter=${startedAdapter()}
      .settings=${{
        ...defaultSettings,
        document_types: [{ value: 'bank-statement' }, { value: 'accounts', label: 'Annual accounts' }],
      }}
    ></lending-documents>`,
};
