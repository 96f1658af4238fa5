import type { StepName } from '../../../base/step/steps.js';
import type { Journey, Move } from '../journey.js';
import { isApplicationStep } from '../rules.js';
import { ENTRY_KEY, placeOf, entryOf, followsHistory, hasJourney, type Entry } from './history-entry.js';

/** How long to wait for the browser to go back, and for a page that renders again. */
const MAX_WAIT_MS = 2000;
const SOON = 100;

/** A position in the browser's history: our entry, if there is one, and the page's own state as text. */
interface HistoryPosition {
  entry?: Entry | undefined;
  pageState?: string | undefined;
}

const journeys = new Set<Journey>();
let position: HistoryPosition = {};
/** The previous position, if the browser reports the new one before `popstate`. */
let leftPosition: HistoryPosition | undefined;
/** Resolves the wait for the browser to go back; `undefined` if nothing is awaited. */
let finishGoingBack: (() => void) | undefined;
let goingBack: Promise<void> | undefined;
/** When the browser's buttons last moved between two of our entries. */
let lastTraversal = -Infinity;
let isListening = false;

/**
 * Gives each step an entry in the browser's history, at the same URL. The state of the page's router is copied into our
 * entries, so that it recognises the page. `journey.recordStep` records each step.
 */
export function followHistory(journey: Journey, signal: AbortSignal): void {
  listenOnce();
  journeys.add(journey);
  position = positionOf(history.state);
  // The first entry is written together with the second. Until then the draft knows the step.
  let last: Entry = position.entry ?? { ...shownIn(journey), stay: newVisit(), at: 0 };
  const write = (step: StepName, isMove: Move): void => {
    const { state } = history;
    const here = { ...shownIn(journey), step };
    const place = placeOf(here);
    // A state that is not a plain object belongs to the page, and cannot hold our data.
    if (!followsHistory(journey.host) || Object.getPrototypeOf(state ?? {}) !== Object.prototype) return;
    const entry = entryOf(state);
    // The page has overwritten our entry, or has added its own, as a link to a fragment does.
    const from: Entry = entry ?? { ...last, before: undefined };
    const { screen: _, ...base } = from;
    // If this page is in a frame, the previous entry may belong to another document.
    if (isMove !== true && entry?.before === place && window.parent === window) goBack();
    else if (isMove || placeOf(from) === place) writeEntry('replaceState', { ...base, ...here });
    else {
      if (!entry) writeEntry('replaceState', from);
      writeEntry('pushState', { ...here, before: placeOf(from), stay: base.stay, at: base.at + 1 });
    }
    last = position.entry ?? last;
  };
  journey.recordStep = (step, isMove) => {
    if (goingBack) void goingBack.then(() => journey.recordStep?.(step, isMove));
    else write(step, isMove);
  };
  signal.addEventListener('abort', () => {
    journeys.delete(journey);
    // A router may have added its own entry before it removed the journey.
    position = positionOf(history.state);
  });
  // The recorded step does not exist on this page.
  if (position.entry && !journey.isFromHistory) journey.recordStep(journey.shown, true);
  // Some routers render the page again for our entries. The applicant stays at the step.
  if (journey.isFromHistory && performance.now() - lastTraversal < MAX_WAIT_MS)
    void journey.go(journey.shown, true, true);
}

const newVisit = () => Math.random().toString(36).slice(2);

function writeEntry(method: 'pushState' | 'replaceState', entry: Entry): void {
  try {
    history[method]({ ...(history.state as object | null), [ENTRY_KEY]: entry }, '');
  } catch {
    // The browser allows no more changes for now. The step is shown without an entry.
  }
  position = positionOf(history.state);
}

function positionOf(state: unknown): HistoryPosition {
  const { [ENTRY_KEY]: _, ...own } = (state ?? {}) as Record<string, unknown>;
  const entry = entryOf(state);
  try {
    return { entry, pageState: JSON.stringify(own) };
  } catch {
    return { entry };
  }
}

/** Goes back in the browser's history after the step is shown, so that the history does not grow with each way back and forth. */
function goBack(): void {
  goingBack = new Promise<void>((resolve) => {
    finishGoingBack = resolve;
    setTimeout(resolve, MAX_WAIT_MS);
  }).then(() => (finishGoingBack = goingBack = undefined));
  // In Chromium, a screen reader does not hear of a focus that moves just before.
  setTimeout(() => history.back(), SOON);
}

/**
 * Listens once, for the lifetime of the page: entries of a removed journey must not disturb the page. Chromium calls listeners
 * on the window in the order in which they were added, so the page's router would be first; there `navigation` reports a move
 * earlier. In other browsers a capturing listener is called first.
 */
function listenOnce(): void {
  if (isListening) return;
  isListening = true;
  addEventListener('popstate', followTraversal, { capture: true });
  addEventListener('pageshow', ({ persisted }) => persisted && followTraversal(history));
  if (!globalThis.navigation)
    for (const type of ['click', 'keydown']) addEventListener(type, updatePositionLater, true);
  globalThis.navigation?.addEventListener('currententrychange', ({ navigationType }) => {
    const { entry, pageState } = position;
    if (navigationType === 'traverse') leftPosition = position;
    position = positionOf(history.state);
    // The page has written its state again, without our entry.
    if (navigationType === 'replace' && entry && !position.entry && position.pageState === pageState)
      writeEntry('replaceState', entry);
  });
}

/** Without `navigation`, browsers do not report entries that the page adds. A click or key adds them a moment later. */
function updatePositionLater(): void {
  for (const wait of [0, SOON, 5 * SOON]) setTimeout(() => (position = positionOf(history.state)), wait);
}

/** Shows the step of the entry to which the browser has moved. */
function followTraversal(event: PopStateEvent | { readonly state: unknown }): void {
  const from = leftPosition ?? position;
  leftPosition = undefined;
  position = positionOf(event.state);
  const { entry, pageState } = position;
  if (!entry) return;
  const direction =
    from.entry?.stay === entry.stay && from.pageState && from.pageState === pageState ? entry.at - from.entry.at : 0;
  if (direction) {
    lastTraversal = performance.now();
    // The page's router does not need this event, and some would render the page again.
    if (event instanceof Event) event.stopImmediatePropagation();
  }
  const journey = [...journeys].find(({ host }) => followsHistory(host));
  if (finishGoingBack) {
    finishGoingBack();
    if (journey && placeOf(entry) !== placeOf(shownIn(journey))) journey.recordStep?.(journey.shown, true);
  } else if (journey) void showRestoredEntry(journey, entry, Math.sign(direction));
  else if (direction < 0) setTimeout(skipRestOfVisit, SOON, entry);
}

/** Shows the step of an entry, after the answers of the earlier steps are restored. */
async function showRestoredEntry(journey: Journey, entry: Entry, direction: number): Promise<void> {
  if (journey.restoring) await journey.restoring;
  showEntry(journey, entry, direction);
}

function shownIn({ shown: step, host }: Journey): Pick<Entry, 'step' | 'screen'> {
  const { screen } = host.draft;
  return screen ? { step, screen } : { step };
}

function showEntry(journey: Journey, entry: Entry, direction: number): void {
  const { shown, isCreated, current } = journey;
  const { step, screen } = entry;
  if (journey.reachableStep(step) !== shown) return void journey.go(step, true, true, screen);
  if (step === shown && current?.screens && placeOf(entry) !== placeOf(shownIn(journey))) {
    journey.screenMove = true;
    return void current.screens.show(screen);
  }
  // The same step, or a step whose answers are sent, has nothing new to show. `history.go(0)` would reload the page.
  const isOver = step === shown || (isCreated && isApplicationStep(step));
  if (isOver && direction) history.go(direction);
  // A changed answer that was not continued blocks that step.
  if (!isOver && journey.isDraftStep(shown)) journey.current?.renderRoot.querySelector('form')?.requestSubmit();
}

/** After the journey is removed, going back skips its entries. */
function skipRestOfVisit({ stay, at }: Entry): void {
  if (!hasJourney() && position.entry?.stay === stay && position.entry.at === at) history.go(-1 - at);
}
