import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html, render } from 'lit';
import type { ServerAdapter } from '../src/adapter/adapter.js';
import type { JourneyDraft } from '../src/base/step/steps.js';
import type { SavedJourney } from '../src/schema/calls/draft.js';
import { at } from './support/faults.js';
import type { StackOptions } from './support/stack.js';
import {
  adapterOf,
  applicant,
  askForOffers,
  broken,
  company,
  loadedAfter,
  sendFigures,
  silent,
  startedAdapter,
  prepared,
} from './samples.js';

const meta: Meta = { title: 'Journey/lending-onboarding', component: 'lending-onboarding' };
export default meta;

export const Start: StoryObj = {
  argTypes: { steps: { control: 'text' } },
  render: () => html`<lending-onboarding .adapter=${adapterOf()}></lending-onboarding>`,
};

/** The introduction comes first. The page adds its logo, its funding, help and a link to its privacy notice. */
export const Introduction: StoryObj = {
  render: () => {
    const partner = { name: 'Sample Books', broker: { name: 'Sample Brokers' } };
    return html`<lending-onboarding introduction .adapter=${adapterOf({ handler: { settings: { partner } } })}>
      <strong slot="logo">Sample Books</strong>
      <p slot="funding"><strong>£5,000 to £500,000</strong> from Sample Bank and 12 more lenders</p>
      <p slot="help">Do you need help? Call 01632 960 001.</p>
      <a slot="privacy" href="https://books.example/privacy">How Sample Books uses your details</a>
    </lending-onboarding>`;
  },
};

/** A step on a page with a look of its own. */
const onPage = (style: string, look: 'page' | undefined, density?: 'compact') =>
  html`<div .style=${style}>
    <lending-onboarding
      .look=${look}
      .density=${density}
      .adapter=${adapterOf()}
      .draft=${{ step: 'prequalification', answers: { company, applicant } }}
      steps="prequalification company applicant review consent"
    ></lending-onboarding>
  </div>`;

/** `look="page"` on a dark page with serifs. */
export const DarkPage: StoryObj = {
  render: () => onPage('padding: 24px; background: #14110f; color: #efe6da; font-family: Georgia, serif', 'page'),
};

/** `look="page"` and `density="compact"` on a page like a dashboard of Bootstrap. */
export const Dashboard: StoryObj = {
  render: () =>
    onPage(
      'padding: 24px; background: #f8f9fa; color: #212529; accent-color: #0d6efd; --lending-contrast: 7',
      'page',
      'compact',
    ),
};

/** `look="page"` in a sidebar of 360 pixels. */
export const Sidebar: StoryObj = {
  render: () => onPage('max-width: 360px; padding: 16px; background: #1e293b; color: #e2e8f0', 'page', 'compact'),
};

/** One screen at a time. */
export const Screens: StoryObj = {
  render: () => html`<lending-onboarding layout="screens" .adapter=${adapterOf()}></lending-onboarding>`,
};

/** A later screen of the second step. */
export const LaterScreen: StoryObj = {
  render: () =>
    html`<lending-onboarding
      layout="screens"
      .adapter=${adapterOf()}
      .draft=${{ step: 'applicant', screen: 'home.0', answers: { company } }}
    ></lending-onboarding>`,
};

/** The funding question comes first. Its figures are sent as soon as the application exists. */
export const FiguresFirst: StoryObj = {
  render: () =>
    html`<lending-onboarding
      steps="prequalification company applicant review documents consent widget"
      .adapter=${adapterOf()}
    ></lending-onboarding>`,
};

/** The backend reports that the figures were sent. The journey continues with the consent. */
export const Resumed: StoryObj = {
  loaders: loadedAfter(sendFigures),
  render: (_args, { loaded }) => html`<lending-onboarding .adapter=${loaded.adapter}></lending-onboarding>`,
};

/** The backend reports that offers were requested. */
export const Offers: StoryObj = { ...Resumed, loaders: loadedAfter(askForOffers) };

/** Without a widget the journey ends with a summary and the next steps. */
export const End: StoryObj = {
  loaders: loadedAfter(askForOffers),
  render: (_args, { loaded }) =>
    html`<lending-onboarding
      steps="company applicant review documents prequalification consent"
      .adapter=${loaded.adapter}
    ></lending-onboarding>`,
};

/** An applicant who did not agree has not asked for offers. */
export const EndWithoutOffers: StoryObj = {
  loaders: Resumed.loaders!,
  render: (_args, { loaded }) =>
    html`<lending-onboarding
      steps="company applicant review documents prequalification consent"
      .adapter=${loaded.adapter}
      .draft=${{ step: 'end' }}
    ></lending-onboarding>`,
};

/** The backend allows a new application after the one that is done. The earlier one stays on record. */
export const ApplyAgain: StoryObj = {
  ...End,
  loaders: [
    () =>
      prepared(async () => {
        const adapter = startedAdapter();
        await askForOffers(adapter);
        const next = adapterOf();
        let current: ServerAdapter = adapter;
        const own: Partial<ServerAdapter> = {
          async session() {
            const { progress, ...rest } = await current.session();
            return { ...rest, progress: { ...progress, canApplyAgain: current === adapter } };
          },
          async applyAgain() {
            current = next;
            return { done: [] };
          },
        };
        const get = (_adapter: ServerAdapter, name: keyof ServerAdapter) => own[name] ?? current[name];
        return { adapter: new Proxy(adapter, { get }) };
      }),
  ],
};

/** A partner whose settings have no contact. */
export const EndWithoutContact: StoryObj = {
  ...End,
  loaders: loadedAfter(askForOffers, { handler: { settings: { partner: { name: 'Sample Books' } } } }),
};

/** After a withdrawal the existing offers stay. The page shows the time of the withdrawal and a contact. */
const withdrawn = loadedAfter(
  async (adapter) => {
    await askForOffers(adapter);
    await adapter.decide({ decision: 'withdrawn' });
  },
  {
    handler: {
      settings: {
        partner: { name: 'Sample Books', support: { email: 'help@books.example', phone: '0800 123 456' } },
      },
    },
  },
);

export const OffersWithdrawn: StoryObj = { ...Resumed, loaders: withdrawn };

export const EndWithdrawn: StoryObj = { ...End, loaders: withdrawn };

const backIn = (adapter: ServerAdapter) =>
  html`<lending-onboarding steps="documents prequalification consent" .adapter=${adapter}></lending-onboarding>`;

/** The backend has not answered yet. */
export const Loading: StoryObj = { render: () => backIn(adapterOf({ page: silent })) };

/** The backend fails. */
export const Failed: StoryObj = { render: () => backIn(adapterOf({ page: broken })) };

/** The user is not signed in. The page is asked to offer a way to sign in. */
export const SignedOut: StoryObj = {
  render: () =>
    html`<lending-onboarding .adapter=${adapterOf({ handler: { authorize: () => null } })}></lending-onboarding>`,
};

/** The page prefills known values. The applicant can change them. */
export const FilledIn: StoryObj = {
  render: () =>
    html`<lending-onboarding .adapter=${adapterOf()} .prefill=${{ company, applicant }}></lending-onboarding>`,
};

/** An accountant chooses the client on the page. The journey starts again for each, and shows nothing of the other one. */
export const TwoClients: StoryObj = {
  render() {
    const clients = ['Acme LTD', 'Bloggs LTD'].map((registered_name): ServerAdapter => {
      const prefill = () => ({ company: { registered_name } });
      return { ...adapterOf({ handler: { prefill } }), business: registered_name };
    });
    const select = document.createElement('select');
    select.append(...clients.map(({ business }) => new Option(business)));
    const page = { color: 'CanvasText', background: 'Canvas' };
    Object.assign(select.style, { minBlockSize: '44px', minInlineSize: '44px', font: 'inherit', ...page });
    select.addEventListener('change', () => {
      document.querySelector('lending-onboarding')!.adapter = clients[select.selectedIndex];
    });
    const head = document.createElement('div');
    Object.assign(head.style, page);
    render(
      html`<h1>Your clients</h1>
        <label>Client ${select}</label>`,
      head,
    );
    return html`${head} <lending-onboarding .adapter=${clients[0]}></lending-onboarding>`;
  },
};

/** A backend that saves drafts, with a draft from another device. */
async function saving(registered_name?: string, options: StackOptions = {}) {
  const adapter = adapterOf(options);
  const draft = { inputs: { company: { registered_name } }, answers: {} } as SavedJourney;
  const { draftOwner: owner } = await adapter.session();
  if (registered_name) await adapter.saveDraft!({ owner: owner!, revision: 'of-another-device', after: [], draft });
  return { adapter };
}

const typed: JourneyDraft = { step: 'company', inputs: { company: { registered_name: 'Acme LTD' } } };
const withDraft =
  (draft: JourneyDraft = {}): NonNullable<StoryObj['render']> =>
  (_args, { loaded }) =>
    html`<lending-onboarding .adapter=${loaded.adapter} .draft=${structuredClone(draft)}></lending-onboarding>`;

/** The answers are saved for another device. */
export const Saved: StoryObj = { loaders: [() => prepared(() => saving('Acme LTD'))], render: withDraft(typed) };

/** Another device fills in the saved answers. */
export const SavedElsewhere: StoryObj = { loaders: [() => prepared(() => saving('Acme LTD'))], render: withDraft() };

/** Two devices have different answers. The applicant chooses. */
export const SavedTwice: StoryObj = {
  loaders: [() => prepared(() => saving('Another LTD'))],
  render: withDraft(typed),
};

/** The applicant has deleted the saved draft. */
export const SavedNoMore: StoryObj = {
  ...Saved,
  async play({ canvasElement }) {
    const journey = canvasElement.querySelector('lending-onboarding')!;
    for (const button of ['button', '.more button']) {
      const find = () => journey.shadowRoot?.querySelector<HTMLElement>(`[part="saved"] ${button}`);
      while (!find()) await new Promise(requestAnimationFrame);
      find()!.click();
    }
  },
};

/** The backend cannot save the draft. */
export const SavedNot: StoryObj = {
  loaders: [() => prepared(() => saving(undefined, { page: at('/draft', broken) }))],
  render: withDraft(typed),
};
