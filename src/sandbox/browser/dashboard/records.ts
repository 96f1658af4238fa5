import type { SandboxApplication, SandboxCall } from '../../types.js';
import { element, redraw } from '../widget/dom.js';
import { sum } from '../widget/words.js';
import { command, readData, type Data } from './backend.js';
import { byId, say } from './page.js';

const POLL_MS = 2000;

function callItem(call: SandboxCall, key: string): HTMLElement {
  const isGood = call.status >= 200 && call.status < 300;
  const text = JSON.stringify({ headers: call.headers, body: call.body }, null, 2);
  return element(
    'li',
    {},
    element(
      'details',
      { 'data-key': key },
      element(
        'summary',
        { 'data-key': `${key}-summary` },
        element('strong', {}, call.name ?? 'unknown'),
        ' ',
        element('span', { class: isGood ? 'ok' : 'bad' }, String(call.status)),
        ` ${call.method} ${call.path} · ${new Date(call.at).toLocaleTimeString('en-GB')}${call.authorized ? '' : ' · without the key'}`,
      ),
      element(
        'pre',
        {
          tabindex: '0',
          role: 'region',
          'aria-label': `${call.name ?? 'Unknown call'}, body`,
          'data-key': `${key}-body`,
        },
        text,
      ),
    ),
  );
}

const callList = (calls: readonly SandboxCall[], key: string) =>
  element('ul', { role: 'list' }, ...calls.map((call, at) => callItem(call, `${key}-${at}`)));

function applicationItem({
  application_id,
  company_id,
  createdAt,
  status,
  consent,
  offers,
  calls,
}: SandboxApplication) {
  return element(
    'article',
    { class: 'record', 'aria-labelledby': application_id },
    element('h3', { id: application_id }, `Application ${application_id.slice(0, 8)}`),
    element(
      'p',
      {},
      element('strong', {}, status),
      ` · ${new Date(createdAt).toLocaleString('en-GB')} · ${consent ? 'consented' : 'no consent'}`,
    ),
    element('p', { class: 'hint' }, `application_id ${application_id} · company.id ${company_id}`),
    offers.length > 0 &&
      element(
        'ul',
        { role: 'list', class: 'offers' },
        ...offers.map(({ provider, amount, currency, status, chosen }) =>
          element(
            'li',
            {},
            element('span', {}, `${provider}, ${sum(amount, currency)}`),
            element('strong', {}, `${status}${chosen ? ' (accepted by the applicant)' : ''}`),
          ),
        ),
      ),
    callList(calls, application_id),
  );
}

/** Shows the records. Open details stay open, and the focus stays where it was. */
const draw = ({ applications, otherCalls }: Data) =>
  redraw(
    byId('records'),
    applications.length === 0 &&
      element('p', {}, 'There are none yet. They appear here as soon as a backend creates one.'),
    ...applications.map(applicationItem),
    otherCalls.length > 0 &&
      element(
        'article',
        { class: 'record' },
        element('h3', {}, 'Calls of no application'),
        callList(otherCalls, 'other'),
      ),
  );

/** Shows the applications, and reads them again while the page is visible. */
export function showRecords(first: Data): void {
  let shown = '';
  const update = (data: Data) => {
    const text = JSON.stringify([data.applications, data.otherCalls]);
    if (text !== shown) draw(data);
    shown = text;
    byId('updated').textContent = 'The newest are first. This list renews itself.';
  };
  const again = async () => {
    if (!document.hidden) {
      await readData().then(update, () => {
        byId('updated').textContent = 'The sandbox does not answer. Is it still running?';
      });
    }
    setTimeout(() => void again(), POLL_MS);
  };
  const press = async (name: 'minute' | 'reset', done: string) => {
    try {
      await command(name);
      update(await readData());
      say(done);
    } catch {
      say('The sandbox does not answer. Is it still running?');
    }
  };
  const onPress = (name: 'minute' | 'reset', done: string) =>
    byId(name).addEventListener('click', () => void press(name, done));
  onPress('minute', 'It is a minute later now.');
  onPress('reset', 'All applications and calls are gone.');
  update(first);
  setTimeout(() => void again(), POLL_MS);
}
