import type { LendingError } from '../../errors.js';
import { cancelScript, setSource, usedAddresses } from '../policy.js';
import type { StartingWidget } from '../types.js';
import { isCode, type EmbedSource } from './fill.js';

/** The start of embed code. */
export type EmbedStart = Omit<StartingWidget, 'template' | 'handOff'> & EmbedSource;

/** Elements that stay when a widget is removed, because its scripts add them once for each page load. */
const STAYS = /^(style|link|meta)$/;
const runs = new Set<EmbedRun>();
let current: EmbedRun | undefined;
/** Its callback runs before the browser forgets which external script has made the changes. */
const observer = new MutationObserver(sort);

const find = (isIt: (one: EmbedRun) => boolean) => [...runs].find(isIt);
const runOf = (script: unknown) => find(({ scripts }) => scripts.has(script as HTMLScriptElement));

/** The run whose code is executing now, if any. A module has no `currentScript`. */
export const currentRun = (): EmbedRun | undefined =>
  current ?? find(({ start }) => !!start.isAlone) ?? runOf(document.currentScript);

/** The run in whose elements the current event happens. Nothing else tells a microtask which event it follows. */
function clickedRun(): EmbedRun | undefined {
  const path = (window as { event?: Event }).event?.composedPath() ?? [];
  return find((one) => one.places().some((place) => path.includes(place)));
}

function sort(records: readonly MutationRecord[]): void {
  if (records.length === 0) return;
  const own = currentRun() ?? clickedRun();
  for (const one of runs) one.changed(records, one === own);
}

/** Runs code on behalf of a run: changes that it makes until it returns are the run's. */
export function runAs<T>(run: EmbedRun, code: () => T): T {
  sort(observer.takeRecords());
  const before = current;
  current = run;
  try {
    return code();
  } finally {
    sort(observer.takeRecords());
    current = before;
  }
}

/** Assigns the rest of this task, up to its first microtasks, to a run. The observer runs between two microtasks. */
export function runRestAs(run: EmbedRun): void {
  current = run;
  queueMicrotask(() => queueMicrotask(() => (current = undefined)));
}

/** Assigns the `load` and `error` handlers of a script to its run. This is called before them. */
function hear({ type, target }: Event): void {
  if (!(target instanceof Element)) return;
  const run = runOf(target);
  const end = () => current === run && (current = undefined);
  if (run && !current) {
    current = run;
    target.addEventListener(type, end, { once: true });
    // A handler may have stopped the event.
    setTimeout(end);
  }
  for (const one of runs) one.heard(target, type === 'load');
}

/** The values of the page that a widget may set while it is open. */
const pageValues = () => [document.title, ...scrollers().map(({ style }) => style.overflow)];
const scrollers = () => [document.documentElement, document.body];

/** The id of a new timer. Ids between two of these belong to timers that were set in the meantime. */
function nextTimer(): number {
  const timer = window.setTimeout(() => undefined);
  clearTimeout(timer);
  return timer;
}

/** A run of embed code in the page: its progress, and its changes to the page. */
export class EmbedRun {
  /** Its scripts: those that we made, and those that they inserted. */
  readonly scripts = new Set<HTMLScriptElement>();
  readonly #inserted = new Set<HTMLScriptElement>();
  /** Frames, scripts and other elements that have loaded. */
  readonly complete = new WeakSet<Element>();
  /** The nodes in the embed code itself, as opposed to nodes that its scripts have created. */
  readonly own = new WeakSet<Node>();
  /** The addresses in its import maps, by name. */
  readonly importMap = new Map<string, string>();
  /** The addresses that its inline scripts import. */
  readonly imports = new Set<string>();
  /** The errors of failed scripts. The rest of the code runs nevertheless, as in a page. */
  readonly failures: LendingError[] = [];
  /** Scripts that block nothing, and scripts that run at the end. */
  readonly background: Promise<void>[] = [];
  readonly deferred: (() => Promise<void>)[] = [];
  readyState: DocumentReadyState = 'loading';
  /** Its `onload` and `onreadystatechange`. */
  readonly handlers: Partial<Record<string, EventListener | null>> = {};
  /** Receives the markup that the current script writes. */
  write: ((markup: string) => void) | undefined;
  /** The number of inline modules that are loading. Their errors have the address of the page. */
  modules = 0;
  /** Whether the last inline script threw. */
  lastThrew = false;
  /** Called when a script has run or failed. `isInserted`: another script has inserted it. */
  settled: (script: HTMLScriptElement, isLoaded: boolean, isInserted: boolean) => void = () => undefined;
  readonly #elements = new Set<Element>();
  readonly #parent: Element | null;
  readonly #timers: [number, number][] = [];
  readonly #globals = new Map<string, unknown>();
  #next: () => void = () => undefined;
  #before = pageValues();
  #last = this.#before;

  /** `text`: the code, by which a second mount is recognised. `origins`: those in the code. */
  constructor(
    readonly start: EmbedStart,
    readonly text: string,
    readonly origins: ReadonlySet<string>,
    readonly isAgain: boolean,
  ) {
    this.#parent = start.container.parentElement;
    runs.add(this);
    if (runs.size > 1) return;
    observer.observe(document, { childList: true, subtree: true });
    for (const one of scrollers()) observer.observe(one, { attributeFilter: ['style'] });
    for (const type of ['load', 'error']) document.addEventListener(type, hear, true);
  }

  /** The elements in which the widget shows something, such as an element that has replaced its container. */
  places = (): Element[] => [this.start.container, ...this.#elements].filter((one) => one.isConnected);

  /** Inserted scripts that are still loading. */
  pending = (): HTMLScriptElement[] =>
    [...this.#inserted].filter(
      (one) => one.src && isCode(one.type) && !one.noModule && one.isConnected && !this.complete.has(one),
    );

  /** Runs an inline script, and notes the globals and the timers that it makes. */
  runScript(code: () => void): void {
    const before = new Set(Object.getOwnPropertyNames(window));
    const first = nextTimer();
    runAs(this, code);
    this.#timers.push([first, nextTimer()]);
    const made = Object.getOwnPropertyNames(window).filter((name) => !before.has(name));
    for (const name of made) this.#globals.set(name, window[name as never]);
  }

  changed(records: readonly MutationRecord[], isOwn: boolean): void {
    const now = pageValues();
    if (!isOwn) this.#before = now.map((value, at) => (value === this.#last[at] ? this.#before[at]! : value));
    this.#last = now;
    if (!isOwn) return;
    for (const node of records.flatMap(({ addedNodes }) => [...addedNodes]))
      if (node instanceof Element && node.isConnected) this.#adopt(node);
  }

  heard(target: Element, isLoaded: boolean): void {
    const script = target as HTMLScriptElement;
    this.complete.add(target);
    if (this.scripts.has(script)) this.settled(script, isLoaded, this.#inserted.has(script));
    this.#next();
  }

  /** Waits until all scripts have run. */
  async allSettled(): Promise<void> {
    await Promise.allSettled(this.background);
    while (this.pending().length) await new Promise<void>((resolve) => (this.#next = resolve));
  }

  #adopt(node: Element): void {
    const { container } = this.start;
    if (!container.contains(node) && !node.contains(container)) {
      this.#elements.add(node);
      // An element that replaces the container gets its slot.
      if (node.parentElement === this.#parent) node.slot ||= container.slot;
    }
    for (const one of [node, ...node.querySelectorAll('script')]) {
      if (!(one instanceof HTMLScriptElement) || this.scripts.has(one)) continue;
      const script = usedAddresses.has(one.src) ? askAgain(one) : one;
      this.scripts.add(script);
      this.#inserted.add(script);
    }
  }

  /**
   * Removes its elements and scripts, and restores title and scrolling unless they have changed since. Scripts that are still
   * loading do not run. `isFailed` also removes the globals and timers of its inline scripts, because they have an older token.
   */
  undo(isFailed: boolean): void {
    runs.delete(this);
    const unsettled = (one: HTMLScriptElement) => one.src && !this.complete.has(one);
    const links = this.start.container.querySelectorAll<HTMLLinkElement>('link[href]');
    for (const one of links) if (!this.complete.has(one)) usedAddresses.add(one.href);
    for (const one of this.scripts) if (unsettled(one)) usedAddresses.add(one.src);
    for (const element of this.#elements) if (!STAYS.test(element.localName)) element.remove();
    for (const script of this.scripts) cancelScript(script, true);
    this.start.container.replaceChildren();
    const now = pageValues();
    const restored = now.map((value, at) => (value === this.#last[at] ? this.#before[at]! : value));
    if (restored[0] !== now[0]) document.title = restored[0]!;
    scrollers().forEach(({ style }, at) => (style.overflow = restored[at + 1]!));
    if (isFailed) this.#forget();
    if (runs.size > 0) return;
    observer.disconnect();
    for (const type of ['load', 'error']) document.removeEventListener(type, hear, true);
  }

  #forget(): void {
    // The browser remembers failed imports until the page is closed.
    for (const address of this.imports) usedAddresses.add(address);
    for (const [first, last] of this.#timers) for (let at = first; at < last; at++) clearTimeout(at);
    for (const [name, value] of this.#globals)
      if (window[name as never] === value) Reflect.deleteProperty(window, name);
  }
}

/** Replaces a script with one at a new address. A request waits for another that hangs at the same address. */
function askAgain(script: HTMLScriptElement): HTMLScriptElement {
  const copy = document.createElement('script');
  for (const { name, value } of script.attributes) if (!/^(src|on.+)$/.test(name)) copy.setAttribute(name, value);
  Object.assign(copy, { nonce: script.nonce, async: script.async });
  for (const type of ['load', 'error']) copy.addEventListener(type, () => script.dispatchEvent(new Event(type)));
  setSource(copy, script.src);
  script.replaceWith(copy);
  document.implementation.createHTMLDocument().adoptNode(script);
  return copy;
}
