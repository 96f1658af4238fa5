// The partner's page. The partner's backend and the service run in it, connected by `fetch`.
import { addLanguage, LendingError } from 'lending-elements';
import 'lending-elements/define';
import { createSandbox } from 'lending-elements/sandbox';
import { createTestBackend } from 'lending-elements/sandbox/testing';
import { consentRecord, memoryStore } from 'lending-elements/server';
import { fillIn } from './fill-in.js';

addLanguage('ar', () => import('lending-elements/languages/ar'));
addLanguage('cy', () => import('lending-elements/languages/cy'));
addLanguage('de', () => import('lending-elements/languages/de'));
addLanguage('es', () => import('lending-elements/languages/es'));
addLanguage('fr', () => import('lending-elements/languages/fr'));
addLanguage('pl', () => import('lending-elements/languages/pl'));

const SLOW_MS = 4000;
const rejecting = (status) => async () => Response.json({ message: 'A fault of the demo.' }, { status });
/** The service while it fails. */
const FAILING = {
  slow: (...request) => new Promise((resolve) => setTimeout(resolve, SLOW_MS)).then(() => sandbox.fetch(...request)),
  failed: rejecting(500),
  denied: rejecting(401),
};

let [fault, entries] = [undefined, []];
const requests = [];
const store = { ...memoryStore() };
const { adapter: connected, sandbox } = createTestBackend({
  handler: {
    settings: { partner: { name: 'Ledgerly', broker: { name: 'Sample Brokers' } } },
    authorize: () => (fault === 'out' ? null : { subject: 'visitor' }),
    fetch: (...request) => (FAILING[fault] ?? sandbox.fetch)(...request),
    widget: { ...createSandbox().widget, scriptUrl: new URL('widget.js', document.baseURI).href },
    store,
    notCreatedStatuses: [500],
    async log(entry) {
      requests.unshift({ ...entry, at: new Date() });
      entries = (await Array.fromAsync(store.consents.chains('this'))).flat();
      demo.changed?.();
    },
  },
});

const lose = async () => Promise.reject(new LendingError('adapter-offline', 'The demo has no connection.'));
const adapter = new Proxy(connected, { get: (all, name) => (fault === 'lost' && all[name]?.call ? lose : all[name]) });
const journey = Object.assign(document.createElement('lending-onboarding'), { adapter });
const theme = document.head.appendChild(Object.assign(document.createElement('link'), { rel: 'stylesheet' }));

/** The part of this page that the demo around it reads and changes. */
const demo = {
  requests,
  sandbox,
  fillIn: () => fillIn(journey),
  /** The record of the last decision with its entry; `undefined` before there is one. */
  get decision() {
    const entry = entries.findLast(({ event }) => event === 'given' || event === 'declined');
    return entry && { entry, record: consentRecord(entry, entries) };
  },
  show({ page, layout, language, ...chosen }) {
    const isOwn = chosen.theme === 'none';
    ({ fault } = chosen);
    document.documentElement.dataset.page = page;
    Object.assign(journey, { lang: language, layout, density: page === 'sidebar' ? 'compact' : undefined });
    journey.look = isOwn && page !== 'accounting' ? 'page' : undefined;
    Object.assign(theme, isOwn ? { disabled: true } : { disabled: false, href: `themes/${chosen.theme}.css` });
    if (!journey.isConnected) document.querySelector('main').append(journey);
  },
};
globalThis.demo = demo;
