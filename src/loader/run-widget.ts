import { LendingError, part } from '../errors.js';
import type { HandOff } from '../schema/hand-off.js';
import type { Offer } from './fill.js';
import { loadAhead as loadScriptAhead, startWidget, type Cleanup } from './hand-off.js';

export type { Cleanup };

/** What the backend, or code, says about a widget. */
export interface WidgetConfig {
  embed_code?: string | undefined;
  script_url?: string | undefined;
  integrity?: string | undefined;
  hand_off?: HandOff | undefined;
  origins?: readonly string[] | undefined;
  paints?: boolean | undefined;
  isolation?: 'page' | 'frame' | undefined;
  frame_url?: string | undefined;
}

/** A hand-off of the partner's own, for what settings cannot say. It answers with what stops the widget. */
export type HandOffFunction = (
  start: Offer & { scriptUrl: string | undefined; config: WidgetConfig; signal: AbortSignal },
) => Promise<Cleanup | void> | Cleanup | void;

export interface WidgetRun extends Offer {
  config: WidgetConfig;
  /** Embed code in the page's HTML. */
  template?: HTMLTemplateElement | null | undefined;
  handOff?: HandOffFunction | undefined;
  /** Milliseconds until the widget must have loaded and started. Default: 15 seconds. */
  timeout?: number | undefined;
  /** Milliseconds until it must then have painted something. Default: 5 seconds. */
  paintTimeout?: number | undefined;
  signal: AbortSignal;
}

/** Runs a widget until it has started and painted, or says within its limits what went wrong. */
export async function runWidget(run: WidgetRun): Promise<Cleanup> {
  const { timeout = 15_000, signal } = run;
  const own = new AbortController();
  const started = start({ ...run, signal: AbortSignal.any([signal, own.signal]) });
  try {
    const stop = await within(started, timeout);
    if (run.config.paints !== false) await untilPainted(run.container, run.paintTimeout ?? 5000, signal);
    return stop;
  } catch (error) {
    // What still comes of it comes too late.
    own.abort();
    run.container.replaceChildren();
    started.then(
      (stop) => stop(),
      () => undefined,
    );
    throw error;
  }
}

async function start(run: WidgetRun): Promise<Cleanup> {
  const { config, container, template, handOff, signal, timeout } = run;
  const { script_url, integrity, embed_code, origins = [] } = config;
  if (handOff) {
    const stop = await handOff({ ...run, scriptUrl: script_url });
    return () => (stop?.(), container.replaceChildren());
  }
  const code = template ?? embed_code;
  if (code) {
    const { runInTurn } = await part(import('./embed-code.js'));
    return runInTurn({ ...run, code, origins, timeout }, script_url);
  }
  return startWidget(config.hand_off ?? {}, { ...run, scriptUrl: script_url, load: { integrity, timeout }, signal });
}

/** Loads the script beside the token, where it reads neither the token nor anything else of one widget's while it runs. */
export async function loadAhead(config: WidgetConfig & { signal: AbortSignal }, timeout?: number): Promise<unknown> {
  const { embed_code, script_url, integrity, hand_off = {}, signal } = config;
  if (embed_code || !script_url) return undefined;
  return loadScriptAhead(script_url, hand_off, { integrity, timeout, signal });
}

/** The loader has limits of its own with more to say, so it comes first. */
async function within<T>(promise: Promise<T>, timeout: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(notStarted(timeout)), timeout + 250);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** Waits until the widget takes up room. What nobody could see, because the page hides it, is not waited for. */
async function untilPainted(container: HTMLElement, limit: number, signal: AbortSignal): Promise<void> {
  for (let waited = 0; container.getBoundingClientRect().height === 0; waited += 100) {
    if (signal.aborted || !container.parentElement?.checkVisibility()) return;
    if (waited >= limit) throw notPainted(limit);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const notStarted = (timeout: number) =>
  new LendingError('widget-timeout', `The widget did not start within ${timeout / 1000} seconds.`, {
    remedy: 'Check whether the promise of its last call settles.',
    recoverable: true,
  });

const notPainted = (limit: number) =>
  new LendingError('widget-not-painted', `The widget started, but showed nothing within ${limit / 1000} seconds.`, {
    remedy: 'A request of it may be blocked. If it opens later, set widget.paints to false.',
    recoverable: true,
  });
