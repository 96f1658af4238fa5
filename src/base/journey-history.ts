import { isImmediate, type StepName } from './journey.js';
import { ENTRY_KEY, entryOf, followsHistory, isAnyThere, type Entry } from './journey-entry.js';
import type { JourneyWay, Move } from './journey-way.js';
import { DRAFT_KEY } from './kept-draft.js';
import { isFront } from './step-order.js';

/** Milliseconds to wait for an entry that the journey has gone back to by itself, and for a page that is rendered anew. */
const PATIENCE = 2000;
const SOON = 100;

/** A place in the browser's history: our entry, where it is one, and what the page itself keeps there, as text. */
interface Place {
  entry?: Entry | undefined;
  own?: string | undefined;
}

/** The journeys on the page. */
const ways = new Set<JourneyWay>();
let here: Place = {};
/** The place that was left, where the browser has told of it before the page hears. */
let left: Place | undefined;
/** While the journey goes back to an entry by itself: ends that, and becomes empty then. */
let arrive: (() => void) | undefined;
let isGoing: Promise<void> | undefined;
/** When the browser's buttons went from one of our entries to another. */
let travelled = -Infinity;
let isListening = false;

/**
 * Gives each step an entry in the browser's history, at the same address. What the page's router keeps in its entry goes into
 * ours too, or it would not know the page again. `way.note` tells which step is shown now.
 */
export function followHistory(way: JourneyWay, signal: AbortSignal): void {
  listen();
  ways.add(way);
  here = placeOf(history.state);
  // The first entry is written with the second: until then it is the draft that says where the applicant is.
  let last = here.entry ?? { step: way.shown, stay: newStay(), at: 0 };
  const write = (step: StepName, isMove: Move): void => {
    const { state } = history;
    // What is no plain object is the page's own, and cannot hold more.
    if (!followsHistory(way.host) || Object.getPrototypeOf(state ?? {}) !== Object.prototype) return;
    const entry = entryOf(state);
    // The page has written over our entry, or gone to one of its own, as a link to a place in the page does.
    const base = entry ?? { ...last, before: undefined };
    // In a frame the entry before could be the entry of another document.
    if (isMove !== true && entry?.before === step && window.parent === window) goBack();
    else if (isMove || base.step === step) put('replaceState', { ...base, step });
    else {
      if (!entry) put('replaceState', base);
      put('pushState', { step, before: base.step, stay: base.stay, at: base.at + 1 });
    }
    last = here.entry ?? last;
  };
  way.note = (step, isMove) => {
    if (isGoing) void isGoing.then(() => write(step, isMove));
    else write(step, isMove);
  };
  signal.addEventListener('abort', () => {
    ways.delete(way);
    // A router may have gone on to an entry of its own before it took the journey off the page.
    here = placeOf(history.state);
  });
  // What was written there is no step of this page.
  if (here.entry && !way.isMarked) way.note(way.shown, true);
  // Some routers render the page anew for our entries, too. The applicant is still where they were.
  if (way.isMarked && performance.now() - travelled < PATIENCE) void way.go(way.shown, true, true);
}

const newStay = () => Math.random().toString(36).slice(2);

function put(method: 'pushState' | 'replaceState', entry: Entry): void {
  try {
    history[method]({ ...(history.state as object | null), [ENTRY_KEY]: entry }, '');
  } catch {
    // The browser takes no more for now. The step is shown all the same.
  }
  here = placeOf(history.state);
}

function placeOf(state: unknown): Place {
  const { [ENTRY_KEY]: _, [DRAFT_KEY]: __, ...own } = (state ?? {}) as Record<string, unknown>;
  const entry = entryOf(state);
  try {
    return { entry, own: JSON.stringify(own) };
  } catch {
    return { entry };
  }
}

/** The step is shown already: only the browser's history goes back to it, so that it does not grow with each way back and forth. */
function goBack(): void {
  isGoing = new Promise<void>((resolve) => {
    arrive = resolve;
    setTimeout(resolve, PATIENCE);
  }).then(() => (arrive = isGoing = undefined));
  history.back();
}

/**
 * Listens once, for as long as the page is there: what a journey leaves behind in the history must not be in anybody's way.
 * Chromium lets listeners on a window hear in the order in which they came, and so the page's router before us: there it is
 * `navigation` that tells first. Other browsers have it since lately, or not, and let who captures hear first.
 */
function listen(): void {
  if (isListening) return;
  isListening = true;
  addEventListener('popstate', travel, { capture: true });
  addEventListener('pageshow', ({ persisted }) => persisted && travel(history));
  if (!globalThis.navigation) for (const type of ['click', 'keydown']) addEventListener(type, lookLater, true);
  globalThis.navigation?.addEventListener('currententrychange', ({ navigationType }) => {
    const { entry, own } = here;
    if (navigationType === 'traverse') left = here;
    here = placeOf(history.state);
    // The page writes once more what it has there, and does not know of what is ours.
    if (navigationType === 'replace' && entry && !here.entry && here.own === own) put('replaceState', entry);
  });
}

/** Browsers without `navigation` do not tell of the page's own entries. A press has led there a moment later, if it does. */
function lookLater(): void {
  for (const wait of [0, SOON, 5 * SOON]) setTimeout(() => (here = placeOf(history.state)), wait);
}

/** Follows the browser to an entry. */
function travel(event: PopStateEvent | { readonly state: unknown }): void {
  const from = left ?? here;
  left = undefined;
  here = placeOf(event.state);
  const { entry, own } = here;
  if (!entry) return;
  const direction = from.entry?.stay === entry.stay && from.own && from.own === own ? entry.at - from.entry.at : 0;
  if (direction) {
    travelled = performance.now();
    // The page's router has nothing to do there, and some would render the page anew.
    if (event instanceof Event) event.stopImmediatePropagation();
  }
  const way = [...ways].find(({ host }) => followsHistory(host));
  void way?.keep?.();
  if (arrive) {
    arrive();
    if (way && entry.step !== way.shown) way.note?.(way.shown, true);
  } else if (way) follow(way, entry.step, Math.sign(direction));
  else if (direction < 0) setTimeout(passOn, SOON, entry);
}

/** Shows the step of an entry. */
function follow(way: JourneyWay, step: StepName, direction: number): void {
  const { shown, isCreated } = way;
  if (way.reach(step) !== shown) return void way.go(step, true, true);
  // The same step, or one whose answers were sent: nothing else is to be seen there, and 0 would load the page anew.
  const isOver = step === shown || (isCreated && isFront(step));
  if (isOver && direction) history.go(direction);
  // What keeps the applicant from that step is an answer that was changed, and not continued.
  if (!isOver && isImmediate(shown)) way.current?.renderRoot.querySelector('form')?.requestSubmit();
}

/** Where the page has stayed, and the journey is gone, who goes back means what was before it. */
function passOn({ stay, at }: Entry): void {
  if (!isAnyThere() && here.entry?.stay === stay && here.entry.at === at) history.go(-1 - at);
}
