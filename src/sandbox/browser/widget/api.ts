import type { WidgetConfig } from '../../widget/config.js';
import { destroyIn, showOffers, type Widget } from './offers.js';
import { createSource } from './source.js';
import { WidgetError, type InitOptions, type RunSettings, type Source } from './types.js';

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Finds the element for the offers: an element, an id, or a selector. */
function containerOf({ container }: InitOptions): Element {
  const found = typeof container === 'string' ? (document.getElementById(container) ?? query(container)) : container;
  if (found instanceof Element) return found;
  throw new WidgetError('no-container', 'The container is not an element of this page.');
}

function query(selector: string): Element | null {
  try {
    return document.querySelector(selector);
  } catch {
    return null;
  }
}

const COLOUR = /^#[0-9a-f]{6}$/i;

/** Puts the page's own settings over those of the dashboard and of the script's address. */
function merged(base: WidgetConfig, own: Partial<WidgetConfig> = {}): WidgetConfig {
  const config = { ...base, ...own };
  return COLOUR.test(config.accent) ? config : { ...config, accent: base.accent };
}

/** A source that refuses each token, or cannot be reached. */
function faulty({ fault }: RunSettings): Source | undefined {
  const refuse = (code: string) => () =>
    Promise.reject(new WidgetError(code, `The sandbox was asked to fail: ${code}.`));
  if (fault === 'expired') return { load: refuse('token-expired'), decide: refuse('token-expired') };
  if (fault === 'unavailable') return { load: refuse('unavailable'), decide: refuse('unavailable') };
  return undefined;
}

/** Shows the offers as the page's call asks for it. `isAlone`: nothing waits for the result. */
export function open(settings: RunSettings, options: InitOptions, isAlone = false): Widget {
  const { fault, origin, config } = settings;
  const { token, onEvent } = options;
  if (fault === 'start-throws') throw new Error('The sandbox was asked to fail: its widget throws when it starts.');
  const container = containerOf(options);
  const idle = { destroy: () => destroyIn(container) };
  if (fault === 'never-ready') return { ...idle, ready: new Promise(() => undefined) };
  if (fault === 'blank') return { ...idle, ready: wait(0).then(() => 0) };
  const source = faulty(settings) ?? createSource(origin, token);
  return showOffers({ container, source, config: merged(config, options.config), onEvent, isAlone });
}

/** Starts with promise: resolves when the offers are visible. */
export async function init(settings: RunSettings, options: InitOptions = {}) {
  const widget = open(settings, options);
  return { offers: await widget.ready, destroy: widget.destroy };
}
