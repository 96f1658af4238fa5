import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';
import { requestOffers } from '../test/support/stack.js';
import { adapterOf, figures, named, startedAdapter } from './samples.js';

const meta: Meta = {
  title: 'Widget/The widget alone',
  component: 'lending-widget',
  parameters: {
    docs: {
      description: {
        component: [
          'A page that shows the offers of an application, without the journey. With the handler it takes two lines of HTML:',
          '```html\n<script type="module" src="/lending-elements/autoload.js"></script>\n<lending-widget endpoint="/api/lending"></lending-widget>\n```',
          'Without it, code sets `widget`, which says how the widget starts, and `getToken`, which asks a route of yours:',
          "```js\nconst element = document.createElement('lending-widget');\nelement.widget = { embed_code };\nelement.getToken = async () => (await (await fetch('/offers/token', { method: 'POST' })).json()).access_token;\ndocument.querySelector('#offers').append(element);\n```",
        ].join('\n\n'),
      },
    },
  },
};
export default meta;

const started = async () => {
  const adapter = startedAdapter();
  await adapter.prequalify(figures);
  await requestOffers(adapter);
  return { adapter };
};

/** The handler says which widget it is, and gives its token. */
export const WithTheHandler: StoryObj = {
  loaders: [started],
  render: (_args, { loaded }) => html`<lending-widget .adapter=${loaded.adapter}></lending-widget>`,
};

const embed_code = `<div id="story-offers"></div>
<script src="/widget.js"></script>
<script>SampleFundingWidget.init({ token: '{access_token}', container: document.getElementById('story-offers') });</script>`;

/** The page says both. */
export const WithoutTheHandler: StoryObj = {
  loaders: [started],
  render: (_args, { loaded: { adapter } }) => {
    const { authenticate } = adapter as ReturnType<typeof startedAdapter>;
    const getToken = async () => (await authenticate()).access_token;
    return html`<lending-widget .widget=${{ embed_code }} .getToken=${getToken}></lending-widget>`;
  },
};

/** The user has not applied. The page puts its own link there. */
export const NoApplication: StoryObj = {
  render: () =>
    html`<lending-widget .adapter=${adapterOf()}>
      <a slot="apply" href="#apply">Apply for funding</a>
    </lending-widget>`,
};

/** The same without a link of the page's. */
export const NoApplicationNoLink: StoryObj = {
  render: () => html`<lending-widget .adapter=${adapterOf()}></lending-widget>`,
};

/** The visitor's session is over. The page puts its own link there. */
export const SignedOut: StoryObj = {
  render: () =>
    html`<lending-widget .adapter=${adapterOf({ handler: { authorize: () => null } })} .settings=${named}>
      <a slot="sign-in" href="#sign-in">Sign in</a>
    </lending-widget>`,
};

/** The same without a link of the page's. */
export const SignedOutNoLink: StoryObj = {
  render: () =>
    html`<lending-widget
      .adapter=${adapterOf({ handler: { authorize: () => null } })}
      .settings=${named}
    ></lending-widget>`,
};

/** The page's own token route does not answer as it should. */
export const NoToken: StoryObj = {
  render: () => {
    const getToken = () => Promise.reject(new Error('/offers/token answered 500.'));
    return html`<lending-widget .widget=${{ embed_code }} .getToken=${getToken} .settings=${named}></lending-widget>`;
  },
};
