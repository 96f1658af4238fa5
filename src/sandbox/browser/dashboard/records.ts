import type { SandboxApplication, SandboxCall } from '../../types.js';
import { button, element, redraw } from '../widget/dom.js';
import { sum } from '../widget/words.js';
import { byId, command, readData, say, type Data } from './page.js';

const POLL_MS = 2000;
const CALLS = ['createApplication', 'uploadDocument', 'prequalify', 'requestOffers', 'authenticate'];

/** The name of the opened call, by the id of its application. */
const opened = new Map<string, string>();

const timeOf = (at: number) => new Date(at).toLocaleTimeString('en-GB');
const isGood = ({ status }: SandboxCall) => status >= 200 && status < 300;

/** Writes a name in words: "Create application" for `createApplication`, "Received offers" for `RECEIVED_OFFERS`. */
function inWords(name: string): string {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Returns a value from the body of the last accepted call with this name. */
const sent = (calls: readonly SandboxCall[], name: string, ...path: string[]) =>
  path.reduce<unknown>(
    (value, key) => (value as Record<string, unknown> | undefined)?.[key],
    calls.findLast((call) => call.name === name && isGood(call))?.body,
  );

function titleOf(calls: readonly SandboxCall[]): string {
  const company = sent(calls, 'createApplication', 'company', 'registered_name');
  const amount = sent(calls, 'prequalify', 'funding_amount');
  const name = typeof company === 'string' && company ? company : 'A company without a name';
  // Spec: the currency is not shown; the samples are British.
  return typeof amount === 'number' ? `${name} · ${sum(amount, 'GBP')}` : name;
}

/** Shows a request as it arrived. */
function requestItem({ at, status, authorized, method, path, headers, body }: SandboxCall, key: string): HTMLElement {
  const title = `${status || 'No response'} at ${timeOf(at)}${authorized ? '' : ', without the key'}`;
  const lines = [`${method} ${path}`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)];
  const text = [...lines, '', JSON.stringify(body, null, 2)].join('\n');
  return element(
    'div',
    element('p.hint', title),
    element('pre', { tabindex: '0', role: 'region', 'aria-label': `Request, ${title}`, 'data-key': key }, text),
  );
}

const requests = (calls: readonly SandboxCall[], key: string) =>
  calls.map((call, at) => requestItem(call, `${key}-${at}`));

/** Shows one of the five calls, with its requests if it is opened. */
function callItem(name: string, { application_id: id, calls }: SandboxApplication, draw: () => void): HTMLElement {
  const own = calls.filter((call) => call.name === name);
  const last = own.at(-1);
  const title = element('strong', inWords(name));
  if (!last) return element('li', element('p.call', title, element('span', 'Not yet')));
  const isOpen = opened.get(id) === name;
  const facts = `${timeOf(last.at)} · ${last.status || 'no response'}${own.length > 1 ? ` · ${own.length} times` : ''}`;
  const press = () => {
    opened.set(id, isOpen ? '' : name);
    draw();
  };
  const state = { 'data-key': `${id}-${name}`, 'aria-expanded': String(isOpen) };
  const tag = isGood(last) ? 'button.call.ok' : 'button.call.bad';
  return element(
    'li',
    button(tag, press, state, title, element('span', facts)),
    isOpen && element('div.requests', ...requests(own, `${id}-${name}`)),
  );
}

function applicationItem(application: SandboxApplication, draw: () => void): HTMLElement {
  const { application_id, company_id, createdAt, status, consent, offers, calls } = application;
  const chip = status === 'REJECTED' ? 'p.chip.bad' : status === 'PENDING' ? 'p.chip' : 'p.chip.ok';
  const created = `${new Date(createdAt).toLocaleString('en-GB')} · ${consent ? 'consented' : 'no consent'}`;
  const offerItem = ({ provider, amount, currency, status, chosen }: (typeof offers)[number]) =>
    element('li', `${provider}, ${sum(amount, currency)}: ${chosen ? 'accepted by the applicant' : inWords(status)}`);
  return element(
    'article.record',
    { 'aria-labelledby': application_id },
    element('div.row', element('h3', { id: application_id }, titleOf(calls)), element(chip, inWords(status))),
    element('ol.calls', { role: 'list' }, ...CALLS.map((name) => callItem(name, application, draw))),
    offers.length > 0 && element('ul.offers', { role: 'list' }, ...offers.map(offerItem)),
    element('p.ids', `${created} · application_id ${application_id} · company.id ${company_id}`),
  );
}

/** Shows the records. Opened calls stay open, and the focus stays where it was. */
function draw(data: Data): void {
  const { applications, otherCalls } = data;
  redraw(
    byId('records'),
    applications.length === 0 && element('p', 'There are none yet. They appear here as soon as a backend creates one.'),
    ...applications.map((application) => applicationItem(application, () => draw(data))),
    otherCalls.length > 0 &&
      element(
        'details.record',
        { 'data-key': 'other' },
        element('summary', { 'data-key': 'other-summary' }, `Calls of no application: ${otherCalls.length}`),
        ...requests(otherCalls, 'other'),
      ),
  );
}

/** Shows the applications, and reads them again while the page is visible. */
export function showRecords(first: Data): void {
  let shown = '';
  const update = (data: Data) => {
    const text = JSON.stringify([data.applications, data.otherCalls]);
    if (text !== shown) draw(data);
    shown = text;
    byId('updated').textContent = 'The newest are first. This list renews itself.';
  };
  const silent = () => void (byId('updated').textContent = 'The sandbox does not answer. Is it still running?');
  const again = async () => {
    if (!document.hidden) await readData().then(update, silent);
    setTimeout(() => void again(), POLL_MS);
  };
  const press = async (name: 'minute' | 'reset', news: string) => {
    await command(name);
    update(await readData());
    say(news);
  };
  const onPress = (...button: Parameters<typeof press>) =>
    byId(button[0]).addEventListener('click', () => void press(...button).catch(silent));
  onPress('minute', 'It is a minute later now.');
  onPress('reset', 'All applications and calls are gone.');
  update(first);
  setTimeout(() => void again(), POLL_MS);
}
