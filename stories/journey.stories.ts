import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';
import { adapterOf } from './samples.js';

/** A partner’s page: the whole journey against the sandbox, with page, partner backend and lender in this one page. */
const meta: Meta = { title: 'Journey/On a page', tags: ['!autodocs'], parameters: { layout: 'fullscreen' } };
export default meta;

export const Journey: StoryObj = {
  render: () =>
    html`<link rel="stylesheet" href="page.css" />
      <header class="bar">Ledgerly</header>
      <p class="about">A made-up accounting tool with lending-elements in it, and a made-up lender behind it.</p>
      <main><lending-onboarding .adapter=${adapterOf()}></lending-onboarding></main>`,
};
