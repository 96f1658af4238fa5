import type { LendingError } from '../../errors.js';
import { observePage, PageValues } from '../page-values.js';
import { cancelScript, setSource, usedUrls } from '../policy.js';
import { scriptError } from '../script-errors.js';
import type { StartingWidget } from '../types.js';
import { isSeen, ownText } from '../visible.js';
import { isCode, type EmbedSource } from './fill.js';

/** The start of embed code. */
export type EmbedStart = Omit<StartingWidget, 'template' | 'handOff'> & EmbedSource;

/** Inserts markup after the script that writes it. */
export type Write = (markup: string) => void;

/** Elements that stay when a widget is removed, because its scripts add them once for each page load. */
const STAYS = /^(style|link|meta)$/;
const runs = new Set<EmbedRun>();
let current: EmbedRun | undefined;
/** The callback runs while the browser still reports the script, or the event, that has made the changes. */
const observer = new MutationObserver(sort);

/** The run whose code is executing now, if any: one of its scripts, or a listener for an event at its scripts or in its elements. */
export function currentRun(): EmbedRun | undefined {
  const path: unknown[] = (window as { event?: Event }).event?.composedPath() ?? [];
  const isRunning = ({ start, scripts, places }: EmbedRun) =>
    start.isAlone ||
    [document.currentScript, ...path].some((one) => scripts.has(one as HTMLScriptElement)) ||
    places().some((one) => path.includes(one));
  return current ?? [...runs].find(isRunning);
}

function sort(records: readonly MutationRecord[]): void {
  if (records.length === 0) return;
  const own = currentRun();
  for (const one of runs) one.changed(records, one === own);
}

/** Runs code on behalf of a run: changes to the page until the code returns belong to the run. */
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

/** Assigns the rest of this task, up to its first microtasks, to a run: a module has no `currentScript`. */
export function runRestAs(run: EmbedRun): void {
  current = run;
  queueMicrotask(() => queueMicrotask(() => (current = undefined)));
}

/** A run of embed code in the page: its progress, and its changes to the page. */
export class EmbedRun {
  /** The scripts of the run: those that we made, and those that they inserted. */
  readonly scripts = new Set<HTMLScriptElement>();
  /** The elements of the embed code itself, with the text that each showed before the first script after it ran. */
  readonly own = new WeakMap<Element, string>();
  /** Elements of the code after which no script has run yet. */
  readonly copied: Element[] = [];
  /** Frames, scripts and other elements that have loaded. */
  readonly complete = new WeakSet<Element>();
  /** `background`: scripts for which no other script waits. `deferred`: scripts that run after all other code. */
  readonly background: Promise<void>[] = [];
  readonly deferred: (() => Promise<void>)[] = [];
  /** Inline modules that have not begun. */
  readonly modules = new Set<HTMLScriptElement>();
  /** `page`: the properties of the page as the run's scripts see them until they have loaded. `writers`: the `write()` of each script that may write. */
  readonly page: Record<string, unknown> = { readyState: 'loading', onload: null, onreadystatechange: null };
  readonly writers = new WeakMap<Element, Write>();
  readonly loaded = new AbortController();
  readonly failures: LendingError[] = [];
  /** Whether the latest inline script has thrown an error. */
  lastThrew = false;

  /** The elements of the run outside the container. */
  readonly #elements = new Set<Element>();
  /** Functions that remove the globals and timers of its inline scripts. */
  readonly #forget: (() => void)[] = [];
  #next = () => undefined as void;
  readonly #values = new PageValues();

  /** `text`: the code, by which a second mount is recognised. `origins`: the origins in the code. */
  constructor(
    readonly start: EmbedStart,
    readonly text: string,
    readonly origins: ReadonlySet<string>,
    readonly isAgain: boolean,
  ) {
    const options = { capture: true, signal: start.signal };
    for (const type of ['load', 'error']) document.addEventListener(type, (event) => this.#hear(event), options);
    runs.add(this);
    observePage(observer);
  }

  /** The elements in which the widget shows something, such as an element that has replaced its container. */
  places = (): Element[] => [this.start.container, ...this.#elements].filter((one) => one.isConnected);

  /** Scripts that are still loading. */
  pending = (): HTMLScriptElement[] =>
    [...this.scripts].filter(
      (one) => one.src && isCode(one.type) && !one.noModule && one.isConnected && !this.complete.has(one),
    );

  /** Waits until all scripts have run. */
  async allSettled(): Promise<void> {
    await Promise.allSettled(this.background);
    while (this.pending().length) await new Promise<void>((resolve) => (this.#next = resolve));
  }

  /** Notes the text that the code itself shows, except the token, before its next script runs. */
  look(): void {
    const { accessToken } = this.start;
    for (const one of this.copied.splice(0)) {
      const text = isSeen(one) ? ownText(one) : '';
      this.own.set(one, text.includes(accessToken) ? '' : text);
    }
  }

  /** Runs an inline script, and notes the globals and the timers that the script creates. */
  runInline(code: () => void): void {
    const globals = window as unknown as Record<string, unknown>;
    const before = new Set(Object.keys(globals));
    const first = window.setTimeout(() => undefined);
    this.lastThrew = false;
    runAs(this, code);
    const last = window.setTimeout(() => undefined);
    const made = Object.keys(globals).flatMap((name) => (before.has(name) ? [] : [[name, globals[name]] as const]));
    this.#forget.push(() => {
      for (let timer = first; timer < last; timer++) clearTimeout(timer);
      for (const [name, value] of made) if (globals[name] === value) Reflect.deleteProperty(globals, name);
    });
  }

  /** Gets the `load` and `error` events of the run's elements before the handlers of the code do. */
  #hear({ type, target }: Event): void {
    const script = target as HTMLScriptElement;
    this.complete.add(script);
    // A script of the code itself reports its errors in more detail.
    if (type === 'error' && this.scripts.has(script) && !this.own.has(script))
      this.failures.push(scriptError(script.src, script.integrity));
    this.#next();
  }

  changed(records: readonly MutationRecord[], isOwn: boolean): void {
    this.#values.note(isOwn);
    if (!isOwn) return;
    for (const node of records.flatMap(({ addedNodes }) => [...addedNodes]))
      if (node instanceof Element && node.isConnected) this.#adopt(node);
  }

  #adopt(node: Element): void {
    const { container } = this.start;
    if (!container.contains(node) && !node.contains(container)) {
      this.#elements.add(node);
      // An element that replaces the container gets its slot.
      if (!container.isConnected) node.slot ||= container.slot;
    }
    for (const one of [node, ...node.querySelectorAll('script')])
      if (one instanceof HTMLScriptElement && !this.scripts.has(one))
        this.scripts.add(usedUrls.has(one.src) ? askAgain(one) : one);
  }

  /**
   * Removes the run's elements and scripts, and restores the page's title and scrolling unless they have changed since. Scripts that
   * are still loading do not run. `isFailed` also removes the globals and timers of the inline scripts, because they have an older token.
   */
  undo(isFailed: boolean): void {
    const { container } = this.start;
    for (const one of this.scripts) if (one.src && !this.complete.has(one)) usedUrls.add(one.src);
    for (const one of container.querySelectorAll('link')) if (!this.complete.has(one)) usedUrls.add(one.href);
    for (const element of this.#elements) if (!STAYS.test(element.localName)) element.remove();
    for (const script of this.scripts) cancelScript(script, true);
    container.replaceChildren();
    this.#values.restore();
    if (isFailed) for (const one of this.#forget) one();
    runs.delete(this);
    if (runs.size === 0) observer.disconnect();
  }
}

/** Replaces a script with one at a new URL: a second request for the same URL would wait for a first one that hangs. */
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
