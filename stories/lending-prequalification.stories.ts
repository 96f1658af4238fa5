import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';
import { figures, startedAdapter, submit } from './samples.js';

const meta: Meta = { title: 'Steps/lending-prequalification', component: 'lending-prequalification' };
export default meta;

export const Empty: StoryObj = {
  render: () => html`<lending-prequalification .adapter=${startedAdapter()}></lending-prequalification>`,
};

export const Filled: StoryObj = {
  render: () =>
    html`<lending-prequalification .adapter=${startedAdapter()} .value=${figures}></lending-prequalification>`,
};

export const Errors: StoryObj = { ...Empty, play: submit };
