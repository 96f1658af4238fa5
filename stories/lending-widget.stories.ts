import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';
import {
  adapterOf,
  afterwards,
  askForOffers,
  broken,
  loadedAfter,
  noAccent,
  sendFigures,
  silent,
  startedAdapter,
} from './samples.js';

const meta: Meta = { title: 'Widget/lending-widget', component: 'lending-widget' };
export default meta;

export const Ready: StoryObj = {
  argTypes: noAccent,
  loaders: loadedAfter(askForOffers),
  render: (_args, { loaded }) => html`<lending-widget .adapter=${loaded.adapter}></lending-widget>`,
};

/** The lender has no offers yet. */
export const Empty: StoryObj = {
  argTypes: noAccent,
  loaders: loadedAfter(sendFigures),
  render: Ready.render!,
};

export const Loading: StoryObj = {
  argTypes: noAccent,
  render: () => html`<lending-widget .adapter=${adapterOf({ page: silent })}></lending-widget>`,
};

/** The lender fails, so the element does not get an access token. */
export const Failed: StoryObj = {
  render: () => html`<lending-widget .adapter=${startedAdapter({ service: afterwards(broken) })}></lending-widget>`,
};

/** Nothing is broken if nobody is signed in, or has applied yet. */
export const SignedOut: StoryObj = {
  render: () => html`<lending-widget .adapter=${adapterOf({ handler: { authorize: () => null } })}></lending-widget>`,
};

export const NotCreated: StoryObj = {
  render: () => html`<lending-widget .adapter=${adapterOf()}></lending-widget>`,
};

/** The partner’s own text replaces the error message. */
export const FailedInThePartnersWords: StoryObj = {
  argTypes: noAccent,
  render: () =>
    html`<lending-widget .adapter=${adapterOf()}>
      <p slot="error">Call us on <a href="tel:+441632960001">01632 960 001</a>: we have your application.</p>
    </lending-widget>`,
};
