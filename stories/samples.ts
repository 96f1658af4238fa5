import { loadPart } from '../src/errors.js';
import { sampleLookups } from '../src/sandbox/lender/lookups.js';
import type { Sandbox } from '../src/sandbox/index.js';
import { defaultSettings } from '../src/schema/default-settings.js';
import { LOOKUPS } from '../src/schema/calls/lookups.js';
import { sampleApplication, samplePrequalification } from './support/samples.mjs';
import { answeringJson, unreachable, type Fault } from './support/faults.js';
import { createStack, requestOffers, type Fetch, type StackOptions } from './support/stack.js';

export const { company, applicant } = sampleApplication();
export const figures = samplePrequalification();

/** The partner in every story with a backend. */
const partner = {
  name: 'Sample Books',
  broker: { name: 'Sample Brokers' },
  support: { name: 'Sample Books support', email: 'help@books.example', phone: '01632 960 001' },
};

const SLOW = 5000;

const slow: Fault = (fetch) => async (input, init) => {
  await new Promise((resolve) => setTimeout(resolve, SLOW));
  return fetch(input, init);
};
const rejecting = (status: number, headers: Record<string, string> = {}) =>
  answeringJson({ message: 'A fault of the sandbox.' }, { status, headers });

/** A fault between the page and the backend, or between the backend and the lender. */
interface Trouble {
  title: string;
  page?: Fault;
  service?: Fault;
}

/** The faults that the toolbar switches on. */
export const TROUBLES: Record<string, Trouble> = {
  none: { title: 'Nothing fails' },
  slow: { title: 'The lender is slow', service: slow },
  failed: { title: 'The lender fails (500)', service: rejecting(500) },
  busy: { title: 'The lender is busy (429)', service: rejecting(429, { 'retry-after': '60' }) },
  denied: { title: 'The lender rejects the key (401)', service: rejecting(401) },
  unreachable: { title: 'The lender cannot be reached', service: unreachable },
  lost: { title: 'The connection is lost', page: unreachable },
};

let current: Trouble = TROUBLES.none!;
let pausing = 0;

/** Switches a fault on, for all calls from now on. */
export function switchTo(name: string): void {
  current = TROUBLES[name] ?? TROUBLES.none!;
}

/** Makes the calls that a story needs before it is shown. They never fail by the toolbar. */
export async function prepared<T>(calls: () => Promise<T>): Promise<T> {
  pausing += 1;
  return calls().finally(() => (pausing -= 1));
}

/** A `fetch` with the story's own fault, and with the one that is switched on when a call is made. */
const switchable =
  (side: 'page' | 'service', own: Fault = (fetch) => fetch): Fault =>
  (fetch) => {
    const inner = own(fetch);
    return (input, init) => {
      const fault = pausing > 0 ? undefined : current[side];
      return (fault ? fault(inner) : inner)(input, init);
    };
  };

/** The sandboxes of the stories on this page, newest first. A page of documentation has several. */
const sandboxes: Pick<Sandbox, 'fetch'>[] = [];
const MOST = 50;

/** The sandbox that the sample widget finds on this page: it answers with the one that knows the token. */
const everySandbox: Pick<Sandbox, 'fetch'> = {
  async fetch(...request) {
    let answer: Response | undefined;
    for (const { fetch } of sandboxes) {
      answer = await fetch(...request);
      if (answer.ok) break;
    }
    return answer!;
  },
};

/** An adapter with the partner backend and the sandbox in this page. */
export function adapterOf({ handler, page, service, ...options }: StackOptions = {}) {
  const { adapter, sandbox } = createStack({
    ...options,
    page: switchable('page', page),
    service: switchable('service', service),
    handler: { settings: { partner }, ...handler },
  });
  sandboxes.unshift(sandbox);
  sandboxes.splice(MOST);
  Object.assign(globalThis, { lendingSandbox: everySandbox });
  return adapter;
}

/** An adapter of a backend with a made-up register and a made-up list of addresses. */
export const lookupAdapter = (handler: StackOptions['handler'] = {}) =>
  adapterOf({ handler: { settings: { partner }, ...sampleLookups(), ...handler } });

/** The settings of a page that knows of the lookups before it shows a form, as after an introduction. */
export const withLookups = { ...defaultSettings, lookups: [...LOOKUPS] };

/** Types a text into the search of a form, once it is there. */
export const searching = (name: string, text: string) => async (played: Played) => {
  const box = await within<HTMLInputElement>(played, `[id="${name}"][role="combobox"]`);
  box.focus();
  box.value = text;
  box.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  await within(played, `:has(> [id="${name}"], > .search > [id="${name}"]) [aria-live]:not(:empty)`);
};

/** An adapter for an applicant whose application was created. */
export function startedAdapter(options?: StackOptions) {
  const adapter = adapterOf(options);
  const created = prepared(() => adapter.createApplication({ ...sampleApplication() }));
  const after =
    <T extends unknown[], R>(call: (...values: T) => Promise<R>) =>
    async (...values: T) => {
      await created;
      return call(...values);
    };
  return {
    ...adapter,
    uploadDocument: after(adapter.uploadDocument),
    prequalify: after(adapter.prequalify),
    consent: after(adapter.consent),
    requestOffers: after(adapter.requestOffers),
    authenticate: after(adapter.authenticate),
  };
}

type Started = ReturnType<typeof startedAdapter>;

/** Loads the adapter of an applicant who has made these calls after the application was created. */
export const loadedAfter = (calls: (adapter: Started) => Promise<unknown>, options?: StackOptions) => [
  () =>
    prepared(async () => {
      const adapter = startedAdapter(options);
      await calls(adapter);
      return { adapter };
    }),
];

export const sendFigures = (adapter: Started) => adapter.prequalify(figures);

export async function askForOffers(adapter: Started): Promise<void> {
  await sendFigures(adapter);
  await requestOffers(adapter);
}

/** For a story that shows nothing in the accent's colour. */
export const noAccent = { '--lending-color-accent': { control: false } } as const;

export const silent = (): Fetch => () => new Promise(() => undefined);

export const answering =
  (status: number, body: object = {}, headers: Record<string, string> = {}) =>
  (): Fetch =>
  async () =>
    new Response(status === 204 ? null : JSON.stringify(body), { status, headers });

export const named = {
  ...defaultSettings,
  partner: {
    name: 'Sample Books',
    broker: { name: 'Sample Broker' },
    support: { name: 'Sample Books support', email: 'help@partner.example', phone: '01632 960 001' },
  },
};

export const broken = (): Fetch => async () => new Response('out of order', { status: 500 });

/** A lender that fails after the application was created. */
export const afterwards =
  (fault: () => Fetch) =>
  (fetch: Fetch): Fetch =>
  (input, init) =>
    (String(input).endsWith('/applications') ? fetch : fault())(input, init);

/** Replaces the module that reads the form with one that cannot be loaded. */
export const unread = {
  read: () => loadPart(Promise.reject(new TypeError('Failed to fetch dynamically imported module'))),
};

interface Played {
  canvasElement: HTMLElement;
}

/** Milliseconds that a story waits for something on its page. */
const PATIENCE = 10_000;

async function until<T>(find: () => T | null | undefined, name: string): Promise<T> {
  for (const end = performance.now() + PATIENCE; performance.now() < end;) {
    const found = find();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`The story waited too long for ${name}.`);
}

/** Finds an element in the story’s component, once it is there. */
export function within<T extends HTMLElement>({ canvasElement }: Played, selector: string): Promise<T> {
  const step = [...canvasElement.querySelectorAll<HTMLElement>('*')].find(({ shadowRoot }) => shadowRoot);
  return until(() => step!.shadowRoot!.querySelector<T>(selector), selector);
}

export async function submit(played: Played) {
  (await within(played, 'button[part="submit"]')).click();
}

export async function agree(played: Played) {
  (await within(played, '#agree')).click();
}

/** Presses buttons by their text, one after the other, and waits for each. */
export const pressingAll =
  (...labels: string[]) =>
  async (played: Played) => {
    for (const label of labels) {
      const form = await within<HTMLFormElement>(played, `form:has(button)`);
      const button = () =>
        [...(form.getRootNode() as ShadowRoot).querySelectorAll('button')].find(
          ({ textContent }) => textContent.trim() === label,
        );
      (await until(button, `the button “${label}”`)).click();
    }
  };

/** Waits for the element `after`, and then presses a button by its text. */
export const pressing =
  (words: string, after = 'button') =>
  async (played: Played) => {
    const { form } = await within<HTMLButtonElement>(played, 'button[part="submit"]');
    await within(played, after);
    [...form!.querySelectorAll('button')].find(({ textContent }) => textContent.trim() === words)!.click();
  };
