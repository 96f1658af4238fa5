import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';
import { applicant, submit } from './samples.js';

const meta: Meta = { title: 'Steps/lending-applicant', component: 'lending-applicant' };
export default meta;

export const Empty: StoryObj = { render: () => html`<lending-applicant></lending-applicant>` };

export const Filled: StoryObj = { render: () => html`<lending-applicant .value=${applicant}></lending-applicant>` };

export const Errors: StoryObj = { ...Empty, play: submit };
