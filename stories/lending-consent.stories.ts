import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';
import { arabicNotice, wordyNotice } from '../test/fixtures/notices.js';
import { requestOffers, type StackOptions } from '../test/support/stack.js';
import {
  adapterOf,
  afterwards,
  agree,
  broken,
  figures,
  pressing,
  pressingAll,
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

/** The figures that were sent are read before the notice; a journey has a way to change them. */
export const WithFigures: StoryObj = {
  loaders: [
    async () => {
      const adapter = startedAdapter();
      await adapter.prequalify(figures);
      return { adapter };
    },
  ],
  render: (_args, { loaded }) =>
    html`<lending-consent can-change-figures .adapter=${loaded.adapter}></lending-consent>`,
};

/** Figures were sent from another device, and nobody can say which. */
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

/** The partner and the broker have names, and an address for questions. */
const partner = {
  name: 'Sample Books',
  broker: 'Sample Broker Ltd',
  support: { name: 'Sample Books support', address: 'help@books.example', phone: '0800 123 456' },
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

/** Who does not agree is told what follows. */
export const Declined: StoryObj = { ...Unticked, play: pressing('I do not agree') };

/** A partner names itself as the broker, and the providers, and links to notices of others. */
export const WithProviders: StoryObj = {
  render: () =>
    html`<lending-consent .adapter=${startedAdapter({ handler: { notice: wordyNotice } })}></lending-consent>`,
};

export const RightToLeft: StoryObj = {
  render: () =>
    html`<lending-consent .adapter=${startedAdapter({ handler: { notice: arabicNotice } })}></lending-consent>`,
};

/** The notice is on its way. */
export const Loading: StoryObj = {
  render: () => html`<lending-consent .adapter=${adapterOf({ page: silent })}></lending-consent>`,
};

/** The notice could not be fetched. */
export const NotLoaded: StoryObj = {
  render: () => html`<lending-consent .adapter=${adapterOf({ page: broken })}></lending-consent>`,
};

/** Something has changed since the notice was shown: it is shown anew. */
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

/** A browser has translated the page: what is agreed to stays in its own language. */
export const Translated: StoryObj = {
  render: () => html`<i hidden _msttexthash="1"></i>${Unticked.render!({}, {} as never)}`,
};

/** For a page that requests offers by itself. */
export const RecordOnly: StoryObj = {
  render: () => html`<lending-consent record-only .adapter=${startedAdapter()}></lending-consent>`,
};

/** Who comes back reads what they agreed to. */
export const Receipt: StoryObj = {
  loaders: [
    async () => {
      const adapter = startedAdapter({ handler: { notice: wordyNotice } });
      await requestOffers(adapter);
      return { adapter };
    },
  ],
  render: (_args, { loaded }) =>
    html`<lending-consent .adapter=${loaded.adapter} .requested=${true}></lending-consent>`,
};

/** Withdrawing asks once more. */
export const Withdraw: StoryObj = { ...Receipt, play: pressingAll('Withdraw my agreement') };

export const Withdrawn: StoryObj = {
  ...Receipt,
  play: pressingAll('Withdraw my agreement', 'Yes, withdraw my agreement'),
};

/** Who has withdrawn reads the agreement again, and when they withdrew. */
export const WithdrawnBefore: StoryObj = {
  loaders: [
    async () => {
      const adapter = startedAdapter();
      await requestOffers(adapter);
      await adapter.decide({ decision: 'withdrawn' });
      return { adapter };
    },
  ],
  render: (_args, { loaded }) => html`<lending-consent .adapter=${loaded.adapter}></lending-consent>`,
};
