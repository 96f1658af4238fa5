import { LendingError, part } from '../errors.js';
import type { HandOff } from '../schema/hand-off.js';
import { blockedFrames } from './blocked-frames.js';
import { Clock } from './clock.js';
import type { Offer } from './fill.js';
import type { Cleanup } from './hand-off.js';
import { pageUrl } from './policy.js';
import { inSeconds } from './script-failures.js';
import { isHidden, isVisible, watchVisible } from './visible.js';

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
  /** Milliseconds until the widget must have loaded, started and shown something. Default: 15 seconds. */
  timeout?: number | undefined;
  signal: AbortSignal;
  /** The element that shows the widget. Default: the parent of the container. */
  host?: Element | undefined;
  /** Hears that a widget that was there shows nothing any more. */
  lost?: ((error: LendingError) => void) | undefined;
  /** Whether the whole document is the widget's, as in a frame of its own. Default: `false`. */
  isAlone?: boolean | undefined;
}

/** The state of a widget while it starts. */
export interface Progress {
  /** Where it shows something. */
  places(): Element[];
  /** Whether what shows there is the widget; what was there before it, too, when the time is over. */
  counts(leaf: Element, isOver: boolean): unknown;
  /** Why it shows nothing: when the time is over, or before, where nothing more is to come. */
  why(isOver: boolean): LendingError | undefined;
  /** Hears that it can be seen. */
  shown?(): void;
}

/** A widget on its way. */
export interface Way extends WidgetRun {
  clock: Clock;
  /** Takes what is known of it from now on. */
  watch: (progress: Progress) => void;
}

/** Runs a widget until it can be seen, or says within its limit what went wrong. */
export async function runWidget(run: WidgetRun): Promise<Cleanup> {
  const { container, timeout = 15_000, isAlone, lost } = run;
  const own = new AbortController();
  const { signal } = own;
  const abort = () => own.abort(run.signal.reason);
  run.signal.addEventListener('abort', abort, { signal });
  if (run.signal.aborted) abort();
  let progress: Progress = { places: () => [container], counts: () => true, why: () => undefined };
  // The loader has limits of its own with more to say, so they come first.
  const clock = new Clock(timeout, () => progress.why(true) ?? notStarted(clock));
  const started = start({ ...run, signal, clock, watch: (known) => (progress = known) });
  const host = isAlone ? document.documentElement : (run.host ?? container.parentElement);
  const isBlocked = blockedFrames(container, signal);
  const places = () => (isAlone ? [document.body] : progress.places());
  const shows = (isOver = false) =>
    places().some((place) => isVisible(place, (leaf) => !isBlocked(leaf) && progress.counts(leaf, isOver)));
  const isDone = () => signal.aborted || isHidden(host) || shows();
  try {
    const stop = await Promise.race([started, clock.over]);
    clock.stop();
    if (run.config.paints === false) {
      const failure = progress.why(true);
      if (failure) throw failure;
    } else {
      while (!isDone()) {
        const failure = isBlocked() ?? progress.why(!clock.left);
        if (failure) throw failure;
        if (!clock.left && !shows(true)) throw notPainted(clock);
        if (!clock.left) break;
        await new Promise((resolve) => setTimeout(resolve, Math.min(100, clock.left)));
      }
      signal.throwIfAborted();
      if (lost)
        watchVisible(
          places,
          host!,
          () => shows(true),
          signal,
          () => lost(gone()),
        );
    }
    progress.shown?.();
    return () => (own.abort(), stop());
  } catch (error) {
    // What still comes of it comes too late.
    own.abort(error);
    container.replaceChildren();
    started.then(
      (stop) => stop(),
      () => undefined,
    );
    throw withWait(error, clock);
  } finally {
    clock.stop();
  }
}

async function start(way: Way): Promise<Cleanup> {
  const { config, container, template, handOff, signal } = way;
  const { script_url, integrity, embed_code, origins = [] } = config;
  if (handOff) {
    const stop = await handOff({ ...way, scriptUrl: script_url });
    return () => (stop?.(), container.replaceChildren());
  }
  const code = template ?? embed_code;
  if (code) {
    const { startEmbedCode } = await embedCodePart();
    // The origin of the script that the settings name is allowed, too.
    const known = script_url ? [...origins, new URL(script_url, pageUrl()).origin] : origins;
    return startEmbedCode({ ...way, code, origins: known });
  }
  const { startWidget } = await handOffPart();
  return startWidget(config.hand_off ?? {}, { ...way, scriptUrl: script_url, load: { integrity }, signal });
}

/** Loads the script beside the token, where it reads neither the token nor anything else of one widget's while it runs. */
export async function loadAhead(config: WidgetConfig & { signal: AbortSignal }, timeout?: number): Promise<unknown> {
  const { embed_code, script_url, integrity, hand_off = {}, signal } = config;
  if (embed_code) return embedCodePart();
  if (!script_url) return undefined;
  return (await handOffPart()).loadAhead(script_url, hand_off, { integrity, timeout, signal });
}

// A page uses one of the two, and downloads one.
const handOffPart = () => part(import('./hand-off.js'));
const embedCodePart = () => part(import('./embed-code.js'));

/** Of an error that the time was over, with the time that it waited for its turn before. */
function withWait(error: unknown, { waited }: Clock): unknown {
  if (!waited || !(error instanceof LendingError) || !/timeout|not-painted/.test(error.code)) return error;
  const { code, message, remedy = '', recoverable } = error;
  const wait = `Before that it waited ${inSeconds(waited)} for its turn: another widget of the page uses the same names.`;
  // The remedy is at the end of the message, too.
  const first = message.slice(0, message.length - remedy.length).trim();
  return new LendingError(code, `${first} ${wait}`, { remedy, recoverable, cause: error.cause });
}

const notStarted = (clock: Clock) =>
  new LendingError('widget-timeout', `The widget did not start within ${inSeconds(clock.limit)}.`, {
    remedy: 'Check whether the promise of its last call settles.',
    recoverable: true,
  });

const notPainted = (clock: Clock) =>
  new LendingError('widget-not-painted', `The widget showed nothing within ${inSeconds(clock.limit)}.`, {
    remedy: 'A request of it may be blocked. If it opens later, set widget.paints to false.',
    recoverable: true,
  });

const gone = () =>
  new LendingError('widget-not-painted', 'The widget was there, and shows nothing any more.', {
    remedy: 'See whether its script removes it or its place, and what its console says.',
    recoverable: true,
  });
