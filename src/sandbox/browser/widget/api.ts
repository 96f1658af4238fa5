import type { WidgetConfig } from '../../widget/config.js';
import { destroyIn, showOffers, type Widget } from './offers.js';
import { WidgetError, type InitOptions, type RunSettings, type Source, type Decision, type Offer } from './types.js';

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Returns the element for the offers, which is given as an element or by its id. */
function containerOf({ container }: InitOptions): Element {
  const found = typeof container === 'string' ? document.getElementById(container) : container;
  if (found instanceof Element) return found;
  throw new WidgetError('no-container', 'The container is not an element of this page.');
}

const COLOUR = /^#[0-9a-f]{6}$/i;

/** Returns the dashboard's settings, overwritten by the page's own. */
function merged(base: WidgetConfig, own: Partial<WidgetConfig> = {}): WidgetConfig {
  const config = { ...base, ...own };
  return COLOUR.test(config.accent) ? config : { ...config, accent: base.accent };
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
export function open(settings: RunSettings, options: InitOptions, isAlone = false): Widget {
  const { fault, origin, config } = settings;
  if (fault === 'start-throws') throw new Error('The sandbox was asked to fail: its widget throws when it starts.');
  const container = containerOf(options);
  const idle = { destroy: () => destroyIn(container) };
  if (fault === 'never-ready') return { ...idle, ready: new Promise(() => undefined) };
  if (fault === 'blank') return { ...idle, ready: wait(0).then(() => 0) };
  const source = faulty(settings) ?? createSource(origin, options.token);
  return showOffers({ container, source, config: merged(config, options.config), isAlone });
}

/** Starts with promise: resolves when the offers are visible. */
export async function init(settings: RunSettings, options: InitOptions = {}) {
  const widget = open(settings, options);
  return { offers: await widget.ready, destroy: widget.destroy };
}

interface Answer {
  offers: readonly Offer[];
  session?: string;
}

const REJECTED = 401;
const CONFLICT = 409;

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

async function read(response: Response): Promise<Answer> {
  if (response.status === REJECTED)
    throw new WidgetError(
      'token-expired',
      'The access token has expired, was used before, or is not one of the sandbox.',
    );
  if (response.status === CONFLICT) throw new WidgetError('not-open', 'This offer is not open any more.');
  if (!response.ok) throw new WidgetError('unavailable', `The offers cannot be read: HTTP ${response.status}.`);
  return (await response.json()) as Answer;
}
