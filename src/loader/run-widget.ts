import { loadPart } from '../errors.js';
import type { WidgetSettings } from '../schema/widget/widget-settings.js';
import { pause } from '../time-limit.js';
import { watchBlockedFrames } from './blocked-frames.js';
import { Deadline } from './deadline.js';
import type { Cleanup, StartProgress, StartingWidget, WidgetRun } from './types.js';
import { onBlocked, pageUrl } from './policy.js';
import { isHidden, isVisible, watchVisible } from './visible.js';

/** Starts a widget and waits until it is visible. Rejects with the reason if it is not visible within the limit. */
export async function runWidget(run: WidgetRun): Promise<Cleanup> {
  const { container, timeoutMs = 15_000, isAlone, early, lost } = run;
  const own = new AbortController();
  const { signal } = own;
  const abort = () => own.abort(run.signal.reason);
  run.signal.addEventListener('abort', abort, { signal });
  if (run.signal.aborted) abort();
  let progress: StartProgress = { places: () => [container], counts: () => true, findError: () => undefined };
  const deadline = new Deadline(
    timeoutMs,
    () => progress.findError(true) ?? loadWidgetErrors().then((reasons) => reasons.notStarted(deadline)),
  );
  const started = start({ ...run, signal, deadline, watch: (known) => (progress = known) });
  const host = isAlone ? document.documentElement : (run.host ?? container.parentElement);
  const places = () => (isAlone ? [document.body] : progress.places());
  const blockedFrames = watchBlockedFrames(places, signal);
  let request: SecurityPolicyViolationEvent | undefined;
  onBlocked('connect-src', signal, (event) => (request = event));
  const shows = (isOver = false) =>
    places().some((place) =>
      isVisible(place, (leaf) => !blockedFrames.isBlocked(leaf) && progress.counts(leaf, isOver)),
    );
  let isTold = false;
  const isDone = () => signal.aborted || isHidden(host) || shows();
  try {
    const stop = await Promise.race([started, deadline.over]);
    deadline.stop();
    if (run.config.opensLater) {
      const failure = await progress.findError(true);
      if (failure) throw failure;
    } else {
      while (!isDone()) {
        // Read once, because the cause is searched for only after the deadline.
        const isOver = !deadline.left;
        const blocked = await blockedFrames.error();
        const failure = blocked ?? (await progress.findError(isOver));
        if (failure && (blocked || isOver || !early)) throw failure;
        if (failure && !isTold) early?.(failure);
        isTold ||= !!failure;
        if (isOver && !shows(true)) throw (await loadWidgetErrors()).notPainted(deadline);
        if (isOver) break;
        await pause(Math.min(100, deadline.left));
      }
      signal.throwIfAborted();
      const gone = () => void loadWidgetErrors().then(({ widgetGone }) => lost?.(widgetGone()), lost);
      if (lost) watchVisible(places, host!, () => shows(true), signal, gone);
    }
    progress.shown?.();
    return () => (own.abort(), stop());
  } catch (error) {
    // The widget may still start, and must then stop immediately.
    own.abort(error);
    container.replaceChildren();
    started.then(
      (stop) => stop(),
      () => undefined,
    );
    throw deadline.waited || request ? (await loadWidgetErrors()).addReasons(error, deadline, request) : error;
  } finally {
    deadline.stop();
  }
}

async function start(widget: StartingWidget): Promise<Cleanup> {
  const { config, container, template, handOff, signal } = widget;
  const { scriptUrl, integrity, embedCode, origins = [] } = config;
  if (handOff) {
    const stop = await handOff({ ...widget, scriptUrl });
    return () => (stop?.(), container.replaceChildren());
  }
  const code = template ?? embedCode;
  if (code) {
    const { startEmbedCode } = await loadEmbedCode();
    // A template may also load scripts from the origin of `scriptUrl`.
    const known = scriptUrl ? [...origins, new URL(scriptUrl, pageUrl()).origin] : origins;
    return startEmbedCode({ ...widget, code, origins: known });
  }
  const { startWidget } = await loadHandOff();
  return startWidget(config.handOff ?? {}, { ...widget, scriptUrl, load: { integrity }, signal });
}

/** Loads the script in parallel with the token, unless the script needs the token, or other values of one widget, to run. */
export async function loadAhead(
  config: WidgetSettings & { signal: AbortSignal },
  timeoutMs?: number,
): Promise<unknown> {
  const { embedCode, scriptUrl, integrity, handOff = {}, signal } = config;
  if (embedCode) return loadEmbedCode();
  if (!scriptUrl) return undefined;
  return (await loadHandOff()).loadAhead(scriptUrl, handOff, { integrity, timeoutMs, signal });
}

// A page uses hand-off or embed code, and downloads only that.
const loadHandOff = () => loadPart(import('./hand-off/hand-off.js'));
export const loadWidgetErrors = () => loadPart(import('./widget-errors.js'));
const loadEmbedCode = () => loadPart(import('./embed-code/embed-code.js'));
export const loadCode = ({ embedCode }: WidgetSettings): Promise<unknown> =>
  embedCode ? loadEmbedCode() : loadHandOff();
