import { loadPart, type LendingError } from '../errors.js';
import type { WidgetSettings } from '../schema/widget/widget-settings.js';
import { parseUrl } from '../schema/widget/parse-url.js';
import { pause } from '../time-limit.js';
import { Deadline } from './deadline.js';
import type { LoadScriptOptions } from './load-script.js';
import type { StartProgress, StartingWidget, WidgetRun } from './types.js';
import { onBlocked, pageUrl } from './policy.js';
import { isHidden, isVisible, watchVisible } from './visible.js';

/** Starts a widget and waits until it is visible. Rejects with the reason if it is not visible within the limit. */
export async function runWidget(run: WidgetRun): Promise<void> {
  const { container, signal, timeoutMs = 15_000, isAlone, early, lost } = run;
  let progress: StartProgress = { places: () => [container], counts: () => true, findError: () => undefined };
  const deadline = new Deadline(
    timeoutMs,
    () => progress.findError(true) ?? loadWidgetErrors().then((reasons) => reasons.notStarted(deadline)),
  );
  const started = start({ ...run, deadline, watch: (known) => (progress = known) });
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
    await Promise.race([started, deadline.over]);
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
  } catch (error) {
    const mayHaveReasons = deadline.waited || request || (error as LendingError).code === 'script-no-global';
    throw mayHaveReasons ? (await loadWidgetErrors()).addReasons(error, deadline, request) : error;
  } finally {
    deadline.stop();
  }
}

/** Watches these places for frames that the page's policy blocks, until the signal aborts. */
function watchBlockedFrames(places: () => readonly Element[], signal: AbortSignal) {
  const origins = new Map<string, string>();
  onBlocked('frame-src', signal, ({ blockedURI, originalPolicy }) => {
    const url = parseUrl(blockedURI);
    if (url) origins.set(url.origin, originalPolicy);
  });
  const isBlocked = (element: Element): element is HTMLIFrameElement =>
    element instanceof HTMLIFrameElement && origins.has(parseUrl(element.src)?.origin ?? '');
  return {
    /** Whether the page's policy has blocked this frame. Such a frame has a size, but shows nothing of the widget. */
    isBlocked,
    /** The error that names a blocked frame of the widget, if there is one. */
    error() {
      const elements = places().flatMap((place) => [place, ...place.querySelectorAll('iframe')]);
      const frame = elements.find((one) => isBlocked(one) && one.offsetHeight > 1) as HTMLIFrameElement | undefined;
      if (!frame) return undefined;
      const { origin } = new URL(frame.src);
      return loadWidgetErrors().then(({ frameBlocked }) => frameBlocked(origin, origins.get(origin)));
    },
  };
}

async function start(widget: StartingWidget): Promise<void> {
  const { config, container, template, handOff, signal } = widget;
  const { scriptUrl, embedCode, origins = [] } = config;
  if (handOff) {
    const stop = await handOff({ ...widget, scriptUrl });
    const end = () => (stop?.(), container.replaceChildren());
    // It may have started after the time limit.
    if (signal.aborted) end();
    else signal.addEventListener('abort', end);
    return;
  }
  const code = template ?? embedCode;
  if (!code) return (await loadHandOff()).startWidget(widget);
  // A template may also load scripts from the origin of `scriptUrl`.
  const known = scriptUrl ? [...origins, new URL(scriptUrl, pageUrl()).origin] : origins;
  await (await loadEmbedCode()).startEmbedCode({ ...widget, code, origins: known });
}

/** Loads the script in parallel with the token, unless the script needs the token, or other values of one widget, to run. */
export async function loadAhead(config: WidgetSettings, options: LoadScriptOptions): Promise<unknown> {
  if (config.embedCode) return loadEmbedCode();
  if (!config.scriptUrl) return undefined;
  return (await loadHandOff()).loadAhead(config.scriptUrl, config, options);
}

// A page uses hand-off or embed code, and downloads only that.
const loadHandOff = () => loadPart(import('./hand-off/hand-off.js'));
export const loadWidgetErrors = () => loadPart(import('./widget-errors.js'));
const loadEmbedCode = () => loadPart(import('./embed-code/embed-code.js'));
export const loadCode = ({ embedCode }: WidgetSettings): Promise<unknown> =>
  embedCode ? loadEmbedCode() : loadHandOff();
