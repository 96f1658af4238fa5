import 'lending-elements/define';
import { html } from './html-page.js';
import { hear, heard, state } from './state.js';

const EVENTS = {
  'lending-onboarding': [
    'step-changed',
    'screen-changed',
    'submit',
    'submitted',
    'skipped',
    'declined',
    'withdrawn',
    'ready',
    'error',
  ],
  'lending-widget': ['loading', 'token-request', 'ready', 'error'],
  'lending-documents': ['submit', 'submitted', 'skipped', 'error'],
};

const container = document.querySelector('#app');
// The nodes of the server must stay.
globalThis.fromServer = [...container.children];
if (!container.hasChildNodes()) container.innerHTML = html();
const elements = [...container.children];
const [journey, widget, documents] = elements;
for (const element of elements)
  for (const event of EVENTS[element.localName]) element.addEventListener(`lending-${event}`, hear);

function set(changes) {
  const { isShown, words, endpoint, pageTitle, prefill, timeout, files, getToken } = Object.assign(state, changes);
  journey.querySelector('[slot="sign-in"]').textContent = words;
  Object.assign(journey, { endpoint, pageTitle, prefill });
  Object.assign(widget, { timeout, getToken });
  Object.assign(documents, { files });
  if (isShown !== journey.isConnected) container.replaceChildren(...(isShown ? elements : []));
}
set({});

globalThis.host = { heard, set, refs: () => elements, unmount: () => container.replaceChildren() };
