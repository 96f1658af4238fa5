import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';
import { arabicNotice, wordyNotice, broker } from './support/notices.js';
import { requestOffers, type StackOptions } from './support/stack.js';
import {
  adapterOf,
  afterwards,
  agree,
  broken,
  figures,
  loadedAfter,
  noAccent,
  pressing,
  pressingAll,
  sendFigures,
  silent,
  startedAdapter,
  submit,
} from './samples.js';

const meta: Meta = { title: 'Steps/lending-consent', component: 'lending-consent' };
export default meta;

export const Unticked: StoryObj = {
  render: () => html`<lending-consent .adapter=${startedAdapter()}></lending-consent>`,
};

export const Ticked: StoryObj = { ...Unticked, play: agree };

export const Errors: StoryObj = { ...Unticked, play: submit };

/** The figures that were sent appear before the notice. In a journey the applicant can change them. */
export const WithFigures: StoryObj = {
  argTypes: { canChangeFigures: { control: 'boolean' } },
  loaders: loadedAfter(sendFigures),
  render: (_args, { loaded }) =>
    html`<lending-consent can-change-figures .adapter=${loaded.adapter}></lending-consent>`,
};

/** Figures were sent from another device. The backend does not know them. */
export const FiguresUnknown: StoryObj = {
  render: () => {
    const adapter = startedAdapter();
    const consent: typeof adapter.consent = async (...options) => ({
      ...(await adapter.consent(...options)),
      figures: 'unknown',
    });
    return html`<lending-consent can-change-figures .adapter=${{ ...adapter, consent }}></lending-consent>`;
  },
};

const partner = {
  name: 'Sample Books',
  broker,
  support: { name: 'Sample Books support', email: 'help@books.example', phone: '0800 123 456' },
};

export const Named: StoryObj = {
  render: () =>
    html`<lending-consent .adapter=${startedAdapter({ handler: { settings: { partner } } })}></lending-consent>`,
};

const agreeing = (options: StackOptions): StoryObj => ({
  render: () => html`<lending-consent .adapter=${startedAdapter(options)}></lending-consent>`,
  play: async (context) => {
    await agree(context);
    await submit(context);
  },
});

export const Pending: StoryObj = agreeing({ service: afterwards(silent) });

export const Failed: StoryObj = agreeing({ service: afterwards(broken) });

export const Done: StoryObj = agreeing({});

/** An applicant who declines reads the consequences. */
export const Declined: StoryObj = { ...Unticked, play: pressing('I do not agree') };

/** The notice names the broker with its disclosures, lists the providers, and links to other notices. */
export const WithProviders: StoryObj = {
  render: () =>
    html`<lending-consent
      .adapter=${startedAdapter({ handler: { notice: wordyNotice, settings: { partner } } })}
    ></lending-consent>`,
};

export const RightToLeft: StoryObj = {
  render: () =>
    html`<lending-consent .adapter=${startedAdapter({ handler: { notice: arabicNotice } })}></lending-consent>`,
};

/** The notice is loading. */
export const Loading: StoryObj = {
  argTypes: noAccent,
  render: () => html`<lending-consent .adapter=${adapterOf({ page: silent })}></lending-consent>`,
};

/** The notice could not be loaded. */
export const NotLoaded: StoryObj = {
  render: () => html`<lending-consent .adapter=${adapterOf({ page: broken })}></lending-consent>`,
};

/** The application changed after the notice was shown, so the notice is shown again. */
export const Stale: StoryObj = {
  render: () => {
    const adapter = startedAdapter();
    const requestOffers: typeof adapter.requestOffers = async (request) => {
      await adapter.prequalify(figures);
      return adapter.requestOffers(request);
    };
    return html`<lending-consent .adapter=${{ ...adapter, requestOffers }}></lending-consent>`;
  },
  play: async (context) => {
    await agree(context);
    await submit(context);
  },
};

/** A browser has translated the page. The notice stays in its original language. */
export const Translated: StoryObj = {
  render: () => html`<i hidden _msttexthash="1"></i>${Unticked.render!({}, {} as never)}`,
};

/** For a page that requests offers itself. */
export const RecordOnly: StoryObj = {
  render: () => html`<lending-consent record-only .adapter=${startedAdapter()}></lending-consent>`,
};

/** An applicant who returns can read the agreement. */
export const Receipt: StoryObj = {
  loaders: loadedAfter(requestOffers, { handler: { notice: wordyNotice, settings: { partner } } }),
  render: (_args, { loaded }) =>
    html`<lending-consent .adapter=${loaded.adapter} .requested=${true}></lending-consent>`,
};

/** A withdrawal needs a confirmation. */
export const Withdraw: StoryObj = { ...Receipt, play: pressingAll('Withdraw my agreement') };

export const Withdrawn: StoryObj = {
  ...Receipt,
  play: pressingAll('Withdraw my agreement', 'Yes, withdraw my agreement'),
};

/** After a withdrawal the applicant reads its time, and the agreement. */
export const WithdrawnBefore: StoryObj = {
  loaders: loadedAfter(async (adapter) => {
    await requestOffers(adapter);
    await adapter.decide({ decision: 'withdrawn' });
  }),
  render: (_args, { loaded }) => html`<lending-consent .adapter=${loaded.adapter}></lending-consent>`,
};
