import { part } from '../src/errors.js';
import { defaultSettings } from '../src/schema/settings.js';
import { createStack, type Fetch, type StackOptions } from '../test/support/stack.js';
import { sampleApplication, samplePrequalification } from '../test/schema/samples.js';

export const { company, applicant } = sampleApplication();
export const figures = samplePrequalification();

/** Who the applicant deals with, in every story that has a backend. */
const partner = {
  name: 'Sample Books',
  broker: 'Sample Brokers',
  support: { name: 'Sample Books support', address: 'help@books.example', phone: '01632 960 001' },
};

/** Page, partner backend and lender in this page. */
export const adapterOf = ({ handler, ...options }: StackOptions = {}) =>
  createStack({ ...options, handler: { settings: { partner }, ...handler } }).adapter;

/** The same for an applicant whose application exists already. */
export function startedAdapter(options?: StackOptions) {
  const adapter = adapterOf(options);
  const created = adapter.createApplication({ ...sampleApplication() });
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

/** A lender that never answers. */
export const silent = (): Fetch => () => new Promise(() => undefined);

/** A lender that gives this answer to everything. */
export const answering =
  (status: number, body: object = {}, headers: Record<string, string> = {}) =>
  (): Fetch =>
  async () =>
    new Response(status === 204 ? null : JSON.stringify(body), { status, headers });

/** Settings that name the partner, and whom to ask for help. */
export const named = {
  ...defaultSettings,
  partner: {
    name: 'Sample Books',
    broker: 'Sample Broker',
    support: { name: 'Sample Books support', address: 'help@partner.example', phone: '01632 960 001' },
  },
};

/** A lender that is out of order. */
export const broken = (): Fetch => async () => new Response('out of order', { status: 500 });

/** A lender that gets out of order once the application is created. */
export const afterwards =
  (fault: () => Fetch) =>
  (fetch: Fetch): Fetch =>
  (input, init) =>
    (String(input).endsWith('/applications') ? fetch : fault())(input, init);

/** A part of the page that was not there when it was needed, in place of what reads the form. */
export const unread = {
  read: () => part(Promise.reject(new TypeError('Failed to fetch dynamically imported module'))),
};

interface Played {
  canvasElement: HTMLElement;
}

/** Finds something in a step, once it is there. */
async function within<T extends HTMLElement>({ canvasElement }: Played, selector: string): Promise<T> {
  const step = [...canvasElement.querySelectorAll<HTMLElement>('*')].find(({ shadowRoot }) => shadowRoot);
  for (;;) {
    const found = step!.shadowRoot!.querySelector<T>(selector);
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Presses the first button of a step, as a story's last act. */
export async function submit(played: Played) {
  (await within(played, 'button[part="submit"]')).click();
}

/** Ticks the box of the consent. */
export async function agree(played: Played) {
  (await within(played, '#agree')).click();
}

/** Presses buttons by what they say, one after the other, as soon as each is there. */
export const pressingAll =
  (...labels: string[]) =>
  async (played: Played) => {
    for (const label of labels) {
      const form = await within<HTMLFormElement>(played, `form:has(button)`);
      const button = () =>
        [...(form.getRootNode() as ShadowRoot).querySelectorAll('button')].find(
          ({ textContent }) => textContent.trim() === label,
        );
      while (!button()) await new Promise((resolve) => setTimeout(resolve, 20));
      button()!.click();
    }
  };

/** Presses a button by what it says, once something is there. */
export const pressing =
  (words: string, after = 'button') =>
  async (played: Played) => {
    const { form } = await within<HTMLButtonElement>(played, 'button[part="submit"]');
    await within(played, after);
    [...form!.querySelectorAll('button')].find(({ textContent }) => textContent.trim() === words)!.click();
  };
