import { part, type LendingError } from '../errors.js';
import type { HandOff } from '../schema/hand-off.js';
import { blockedFrames } from './blocked-frames.js';
import { Clock } from './clock.js';
import type { Offer } from './fill.js';
import type { Cleanup } from './hand-off.js';
import { pageUrl } from './policy.js';
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

/** Why a widget shows nothing, where that is known. The words for it may have to load. */
export type Reason = LendingError | Promise<LendingError> | undefined;

/** The state of a widget while it starts. */
export interface Progress {
  /** Where it shows something. */
  places(): Element[];
  /** Whether what shows there is the widget; what was there before it, too, when the time is over. */
  counts(leaf: Element, isOver: boolean): unknown;
  /** Why it shows nothing: when the time is over, or before, where nothing more is to come. */
  why(isOver: boolean): Reason;
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
  const clock = new Clock(
    timeout,
    () => progress.why(true) ?? reasonsPart().then((reasons) => reasons.notStarted(clock)),
  );
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
      const failure = await progress.why(true);
      if (failure) throw failure;
    } else {
      while (!isDone()) {
        const failure = await (isBlocked() ?? progress.why(!clock.left));
        if (failure) throw failure;
        if (!clock.left && !shows(true)) throw (await reasonsPart()).notPainted(clock);
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
          () => void reasonsPart().then(({ gone }) => lost(gone()), lost),
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
    throw clock.waited ? (await reasonsPart()).withWait(error, clock) : error;
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
// The errors for a widget that does not come.
export const reasonsPart = () => part(import('./widget-reasons.js'));
const embedCodePart = () => part(import('./embed-code.js'));
