import { loadPart, type LendingError } from '../errors.js';
import type { WidgetSettings } from '../schema/widget/widget-settings.js';
import { parseUrl } from '../schema/widget/parse-url.js';
import { pause } from '../time-limit.js';
import { Deadline } from './deadline.js';
import type { LoadScriptOptions } from './load-script.js';
import type { StartProgress, StartingWidget, ViolationOf, WidgetRun } from './types.js';
import { onBlocked, pageUrl } from './policy.js';
import { isHidden, isUnreachable, isVisible, watchVisible } from './visible.js';

/** Milliseconds after the limit, so that a more specific time limit reports its error first. */
const GRACE_MS = 250;

/** Starts a widget and waits until it is visible. Rejects with the reason if it is not visible within the limit. */
export async function runWidget(run: WidgetRun): Promise<void> {
  const deadline = new Deadline(run.timeoutMs ?? 15_000);
  let request: SecurityPolicyViolationEvent | undefined;
  onBlocked('connect-src', run.signal, (event) => (request = event));
  try {
    await untilReady(run, deadline);
  } catch (error) {
    const mayHaveReasons = deadline.waited || request || (error as LendingError).code === 'script-no-global';
    throw mayHaveReasons ? (await loadWidgetErrors()).addReasons(error, deadline, request) : error;
  }
}

const originOf = (url: string | undefined) => parseUrl(url ?? '')?.origin;

/** The places in which the widget may become visible, with the frames and objects in them, until the signal aborts. */
function watchPlaces(run: WidgetRun, progress: () => StartProgress | undefined) {
  const { container, isAlone, signal } = run;
  const host = isAlone ? document.documentElement : (run.host ?? container.parentElement);
  const places = () => (isAlone ? [document.documentElement] : (progress()?.places() ?? [container]));
  const violations: SecurityPolicyViolationEvent[] = [];
  const loaded = new WeakSet<EventTarget>();
  for (const kind of ['frame-src', 'object-src'] as const) onBlocked(kind, signal, (event) => violations.push(event));
  document.addEventListener('load', ({ target }) => loaded.add(target!), { capture: true, signal });
  const violationOf: ViolationOf = (element) => {
    const { data, src } = element as { data?: string; src?: string };
    const origin = element.matches('iframe, object, embed') && originOf(data ?? src);
    return origin ? violations.find(({ blockedURI }) => originOf(blockedURI) === origin) : undefined;
  };
  /** Whether an element has a size but shows nothing: it is blocked, has not loaded, or cannot be filled by scripts. */
  const isEmpty = (element: Element) =>
    violationOf(element) || isUnreachable(element) || (element.matches('object, embed') && !loaded.has(element));
  const shows = (counts: (leaf: Element) => unknown = () => true) =>
    places().some((place) => isVisible(place, (leaf) => !isEmpty(leaf) && counts(leaf)));
  const findBlocked = () =>
    violations.length > 0 && loadWidgetErrors().then(({ frameBlocked }) => frameBlocked(places(), violationOf));
  return { host, places, shows, findBlocked };
}

async function untilReady(run: WidgetRun, deadline: Deadline): Promise<void> {
  const { signal, early, lost, config } = run;
  const { opensLater } = config;
  let progress = undefined as StartProgress | undefined;
  let isStarted = false;
  const started = start({ ...run, deadline, watch: (known) => (progress = known) }).then(() => (isStarted = true));
  // A visible widget does not wait for it.
  started.catch(() => undefined);
  const { host, places, shows, findBlocked } = watchPlaces(run, () => progress);
  /** Whether the widget is visible, and needs no more time: a script that hangs behind it does not matter. */
  const isReady = (isOver: boolean) => {
    if (opensLater || isHidden(host)) return isStarted;
    return (isStarted || isOver || progress?.isQuiet()) && shows((leaf) => progress?.counts(leaf, isOver) ?? true);
  };
  for (let isTold = false; ;) {
    // Read once, because the cause is searched for only after the deadline.
    const isOver = !deadline.left;
    if (signal.aborted || isReady(isOver)) break;
    const wait = pause(isOver ? GRACE_MS : Math.min(100, deadline.left));
    if (isOver && !isStarted && (await Promise.race([started, wait]))) continue;
    const blocked = await findBlocked();
    const failure = blocked || (opensLater && !isOver ? undefined : await progress?.findError(isOver));
    if (failure && (blocked || isOver || !early)) throw failure;
    if (failure && !isTold) early?.(failure);
    isTold ||= !!failure;
    if (isOver) throw (await loadWidgetErrors())[isStarted ? 'notPainted' : 'notStarted'](deadline);
    await (isStarted ? wait : Promise.race([wait, started]));
  }
  signal.throwIfAborted();
  const failure = opensLater && (await progress?.findError(true));
  if (failure) throw failure;
  const gone = () => void loadWidgetErrors().then(({ widgetGone }) => lost?.(widgetGone()), lost);
  if (lost && !opensLater) watchVisible(places, host!, shows, signal, gone);
  progress?.shown();
}

async function start(widget: StartingWidget): Promise<void> {
  const { config, container, template, handOff, signal } = widget;
  const { scriptUrl, embedCode, origins = [], runsOnce } = config;
  if (runsOnce) (await loadWidgetErrors()).startOnce(template ?? embedCode ?? scriptUrl);
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
