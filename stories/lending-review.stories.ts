import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';
import type { ServerAdapter } from '../src/adapter.js';
import { adapterOf, applicant, broken, company, silent, submit } from './samples.js';

const meta: Meta = { title: 'Steps/lending-review', component: 'lending-review' };
export default meta;

const review = (adapter: ServerAdapter) =>
  html`<lending-review .adapter=${adapter} .value=${{ company, applicant }}></lending-review>`;

export const Filled: StoryObj = { render: () => review(adapterOf()) };

export const Pending: StoryObj = { render: () => review(adapterOf({ page: silent })), play: submit };

export const Failed: StoryObj = { render: () => review(adapterOf({ service: broken })), play: submit };
