import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';
import type { ServerAdapter } from '../src/adapter/adapter.js';
import { adapterOf, askForOffers, loadedAfter, named, noAccent } from './samples.js';

const meta: Meta = {
  title: 'Widget/The widget alone',
  component: 'lending-widget',
  parameters: {
    docs: {
      description: {
        component: [
          'A page that shows the offers of an application, without the journey. With the handler you need two lines of HTML:',
          '```html\n<script type="module" src="/api/lending/elements/widget.js"></script>\n<lending-widget endpoint="/api/lending"></lending-widget>\n```',
          'Without the handler, set `widget` (how the widget starts) and `getToken` (a function that fetches an access token from your route):',
          "```js\nconst element = document.createElement('lending-widget');\nelement.widget = { embedCode };\nelement.getToken = async () => (await (await fetch('/offers/token', { method: 'POST' })).json()).access_token;\ndocument.querySelector('#offers').append(element);\n```",
        ].join('\n\n'),
      },
    },
  },
};
export default meta;

/** The handler provides the widget’s settings and the access token. */
export const WithTheHandler: StoryObj = {
  argTypes: noAccent,
  loaders: loadedAfter(askForOffers),
  render: (_args, { loaded }) => html`<lending-widget .adapter=${loaded.adapter}></lending-widget>`,
};

const embedCode = `<div id="story-offers"></div>
<script src="/widget.js"></script>
<script>SampleFundingWidget.init({ token: '{access_token}', container: document.getElementById('story-offers') });</script>`;

/** The page provides the widget’s settings and the access token. */
export const WithoutTheHandler: StoryObj = {
  argTypes: noAccent,
  loaders: loadedAfter(askForOffers),
  render: (_args, { loaded: { adapter } }) => {
    const { authenticate } = adapter as ServerAdapter;
    const getToken = async () => (await authenticate()).access_token;
    return html`<lending-widget .widget=${{ embedCode }} .getToken=${getToken}></lending-widget>`;
  },
};

/** The user has not applied. The page provides a link to apply. */
export const NoApplication: StoryObj = {
  render: () =>
    html`<lending-widget .adapter=${adapterOf()}>
      <a slot="apply" href="#apply">Apply for funding</a>
    </lending-widget>`,
};

/** The user has not applied. The page does not provide a link. */
export const NoApplicationNoLink: StoryObj = {
  render: () => html`<lending-widget .adapter=${adapterOf()}></lending-widget>`,
};

/** The user is signed out. The page provides a link to sign in. */
export const SignedOut: StoryObj = {
  render: () =>
    html`<lending-widget .adapter=${adapterOf({ handler: { authorize: () => null } })} .settings=${named}>
      <a slot="sign-in" href="#sign-in">Sign in</a>
    </lending-widget>`,
};

/** The user is signed out. The page does not provide a link. */
export const SignedOutNoLink: StoryObj = {
  render: () =>
    html`<lending-widget
      .adapter=${adapterOf({ handler: { authorize: () => null } })}
      .settings=${named}
    ></lending-widget>`,
};

/** The page’s own token route fails. */
export const NoToken: StoryObj = {
  render: () => {
    const getToken = () => Promise.reject(new Error('/offers/token answered 500.'));
    return html`<lending-widget .widget=${{ embedCode }} .getToken=${getToken} .settings=${named}></lending-widget>`;
  },
};
