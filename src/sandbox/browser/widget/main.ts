import type { HandOff } from '../../widget/hand-offs.js';
import { destroyAll, destroyIn, showOffers, type Widget } from './offers.js';
import { WidgetError, type Decision, type InitOptions, type Offer, type RunSettings, type Source } from './types.js';

const LATE_MS = 500;

/** Starts the script. The server calls it with the settings at the end of the script. */
export function run(settings: RunSettings): void {
  const { currentScript } = document;
  const script = currentScript instanceof HTMLScriptElement ? currentScript : null;
  const { fault, origin } = settings;
  if (fault === 'throws') throw new Error('The sandbox was asked to fail: its widget throws while it loads.');
  if (fault === 'navigates') location.assign(`${origin}/widget/elsewhere`);
  if (fault === 'no-global') return;
  if (fault === 'late') setTimeout(() => handOver(settings, script), LATE_MS);
  else handOver(settings, script);
}

/** Globals that the page sets for a script, or gets from it. */
const page = window as unknown as Record<string, unknown>;

/** Replaces the page's queue, and makes its calls. */
function replay(settings: RunSettings, { global, calls }: NonNullable<HandOff['queue']>): void {
  const run = ([command, options]: unknown[]) => {
    if (command === calls[0]![0]) open(settings, options as InitOptions, true);
  };
  const before = page[global] as { q?: Iterable<ArrayLike<unknown>> } | undefined;
  page[global] = (...call: unknown[]) => run(call);
  for (const call of before?.q ?? []) run(Array.from(call));
}

/** Starts the page in a frame: it sends a message when it is ready, and gets the token in a message of the page around it. */
function startFrame(settings: RunSettings, { ready, message }: NonNullable<HandOff['iframe']>): void {
  const container = document.querySelector('main > div');
  const { type } = message as { type: string };
  addEventListener('message', ({ source, data }: MessageEvent<{ type?: unknown; token?: unknown } | undefined>) => {
    if (source !== window.parent || data?.type !== type || typeof data.token !== 'string') return;
    open(settings, { token: data.token, container }, true);
  });
  // The origin of the page around this frame is unknown. The message has no secret.
  window.parent.postMessage(ready, '*');
}

/** Starts a classic script in the way of its hand-off. */
function handOver(settings: RunSettings, script: HTMLScriptElement | null): void {
  const { queue, element, script: attributes, iframe, global, calls, destroy } = settings.handOff;
  if (queue) replay(settings, queue);
  else if (element) defineElement(settings, element.tag!);
  else if (attributes) open(settings, script!.dataset, true);
  else if (iframe) startFrame(settings, iframe);
  else if (global) {
    const start = (options: InitOptions) => init(settings, options);
    page[global] = Object.freeze({ [calls![0]!.method!]: start, [destroy!]: destroyAll });
  }
}

/** Returns the function that a module exports. */
export const mountOf =
  (settings: RunSettings) =>
  async (container: unknown, options: InitOptions = {}) => {
    const widget = await init(settings, { ...options, container });
    return { [settings.handOff.destroy!]: widget.destroy };
  };

/** Defines an element that gets its token by an attribute. */
function defineElement(settings: RunSettings, tag: string): void {
  if (customElements.get(tag)) return;
  customElements.define(
    tag,
    class extends HTMLElement {
      static readonly observedAttributes = ['token'];
      #widget: Widget | undefined;
      /** The token of the visible widget. A token may be for a single use. */
      #used = '';

      attributeChangedCallback() {
        const token = this.getAttribute('token');
        if (!this.isConnected || !token || token === this.#used) return;
        this.#used = token;
        this.#widget = open(settings, { token, container: this }, true);
      }

      connectedCallback() {
        this.attributeChangedCallback();
      }

      disconnectedCallback() {
        this.#widget?.destroy();
        this.#used = '';
      }
    },
  );
}

/** Returns the element for the offers, which is given as an element or by its id. */
function containerOf({ container }: InitOptions): Element {
  const found = typeof container === 'string' ? document.getElementById(container) : container;
  if (found instanceof Element) return found;
  throw new WidgetError('no-container', 'The container is not an element of this page.');
}

/** The error codes of the faults that prevent reading the offers. */
const SOURCE_FAULTS: Partial<Record<string, string>> = { expired: 'token-expired', unavailable: 'unavailable' };

/** Returns a source that rejects each token, or cannot be reached, if the fault is one of these. */
function faulty({ fault }: RunSettings): Source | undefined {
  const code = SOURCE_FAULTS[fault ?? ''];
  if (!code) return undefined;
  const reject = () => Promise.reject(new WidgetError(code, `The sandbox was asked to fail: ${code}.`));
  return { load: reject, decide: reject };
}

/** Shows the offers with the options of the page's call. `isAlone`: no code waits for the result. */
function open(settings: RunSettings, options: InitOptions, isAlone = false): Widget {
  const { fault, origin, config } = settings;
  if (fault === 'start-throws') throw new Error('The sandbox was asked to fail: its widget throws when it starts.');
  const container = containerOf(options);
  const idle = { destroy: () => destroyIn(container) };
  if (fault === 'never-ready') return { ...idle, ready: new Promise(() => undefined) };
  if (fault === 'blank') return { ...idle, ready: Promise.resolve(0) };
  const source = faulty(settings) ?? createSource(origin, options.token);
  return showOffers({ container, source, config, isAlone });
}

/** Starts with promise: resolves when the offers are visible. */
async function init(settings: RunSettings, options: InitOptions = {}) {
  const widget = open(settings, options);
  return { offers: await widget.ready, destroy: widget.destroy };
}

/** In stories and tests the sandbox is in the page itself. */
const fetcher = () => (window as { lendingSandbox?: Pick<Window, 'fetch'> }).lendingSandbox ?? window;

/** Reads the offers behind a token. The first request exchanges the token for a session, because the token may be for a single use. */
function createSource(origin: string, token = ''): Source {
  let session: string | undefined;

  const call = (path: string, init: RequestInit, bearer: string) =>
    fetcher()
      .fetch(`${origin}${path}`, {
        ...init,
        headers: { accept: 'application/json', authorization: `Bearer ${bearer}` },
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
      })
      .catch((error: unknown) => {
        if (init.signal?.aborted) throw error;
        throw new WidgetError('unavailable', 'The sandbox cannot be reached.');
      });

  async function ask(path: string, init: RequestInit = {}): Promise<readonly Offer[]> {
    session ??= (await read(await call('/widget/session', { method: 'POST' }, token))).session!;
    return (await read(await call(path, init, session))).offers;
  }

  return {
    load: (signal) => ask('/widget/offers', { signal }),
    decide: (id: string, decision: Decision) =>
      ask(`/widget/offers/${encodeURIComponent(id)}/${decision}`, { method: 'POST' }),
  };
}

async function read(response: Response) {
  if (response.status === 401)
    throw new WidgetError(
      'token-expired',
      'The access token has expired, was used before, or is not one of the sandbox.',
    );
  if (response.status === 409) throw new WidgetError('not-open', 'This offer is not open any more.');
  if (!response.ok) throw new WidgetError('unavailable', `The offers cannot be read: HTTP ${response.status}.`);
  return (await response.json()) as { offers: readonly Offer[]; session?: string };
}
