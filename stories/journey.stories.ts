import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';
import { adapterOf } from './samples.js';

/** A partner’s page with the whole journey. The partner backend and the sandbox run in the same page. */
const meta: Meta = {
  title: 'Journey/On a page',
  component: 'lending-onboarding',
  tags: ['!autodocs'],
  parameters: { layout: 'fullscreen' },
};
export default meta;

export const Journey: StoryObj = {
  render: () =>
    html`<link rel="stylesheet" href="page.css" />
      <header class="bar">Ledgerly</header>
      <p class="about">Ledgerly is a made-up accounting tool. This page uses lending-elements with a made-up lender.</p>
      <main><lending-onboarding .adapter=${adapterOf()}></lending-onboarding></main>`,
};
