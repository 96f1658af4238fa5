import { cancelScript, setSource, usedAddresses } from '../policy.js';
import { addOwner, removeOwner, runAs, type Owner } from './owners.js';

/** Elements that stay when a widget is removed, because its scripts add them once for each page load. */
const STAYS = /^(style|link|meta)$/;

/** A value of the page that a dialog or a widget sets while it is open. */
interface PageValue {
  get: () => string;
  set: (value: string) => void;
  /** The value of the page, and the last one that was seen. */
  before: string;
  last: string;
}

const pageValue = (get: () => string, set: (value: string) => void): PageValue => ({
  get,
  set,
  before: get(),
  last: get(),
});

const overflowOf = ({ style }: HTMLElement) =>
  pageValue(
    () => style.overflow,
    (value) => (style.overflow = value),
  );

/** The id of a new timer. Ids between two of these belong to timers that were set in the meantime. */
function nextTimer(): number {
  const timer = window.setTimeout(() => undefined);
  clearTimeout(timer);
  return timer;
}

/** Records the changes that embed code makes to the page: scripts, elements outside its container, title and scrolling. */
export class PageChanges implements Owner {
  readonly scripts = new Set<HTMLScriptElement>();
  /** Scripts that its scripts have inserted, and that are still loading. */
  readonly pending = new Set<HTMLScriptElement>();
  /** Frames, scripts and other elements that have loaded. */
  readonly complete = new WeakSet<Element>();
  /** Called when one of its scripts has run or failed. `isInserted`: another script has inserted it. */
  settled: (script: HTMLScriptElement, isLoaded: boolean, isInserted: boolean) => void = () => undefined;
  readonly #elements = new Set<Element>();
  readonly #inserted = new WeakSet<Element>();
  readonly #slot: Element | null;
  readonly #timers: [number, number][] = [];
  readonly #globals = new Map<string, unknown>();
  readonly #values = [
    pageValue(
      () => document.title,
      (title) => (document.title = title),
    ),
    ...[document.documentElement, document.body].map(overflowOf),
  ];
  #next: () => void = () => undefined;

  constructor(
    readonly container: HTMLElement,
    readonly isAlone: boolean,
  ) {
    this.#slot = container.parentElement;
    addOwner(this);
  }

  places(): Element[] {
    return [this.container, ...this.#elements].filter((one) => one.isConnected);
  }

  /** Waits until all inserted scripts have loaded or failed. */
  async allSettled(): Promise<void> {
    while (this.pending.size) await new Promise<void>((resolve) => (this.#next = resolve));
  }

  /** Runs an inline script, and notes the globals and the timers that it makes. */
  runScript(run: () => void): void {
    const before = new Set(Object.getOwnPropertyNames(window));
    const first = nextTimer();
    runAs(this, run);
    this.#timers.push([first, nextTimer()]);
    for (const name of Object.getOwnPropertyNames(window))
      if (!before.has(name)) this.#globals.set(name, window[name as never]);
  }

  changed(records: readonly MutationRecord[], isOwn: boolean): void {
    for (const value of this.#values) {
      const now = value.get();
      if (now !== value.last && !isOwn) value.before = now;
      value.last = now;
    }
    if (!isOwn) return;
    for (const { addedNodes } of records)
      for (const node of addedNodes) if (node instanceof Element && node.isConnected) this.#adopt(node);
  }

  heard(target: Element, isLoaded: boolean): void {
    if (isLoaded) this.complete.add(target);
    const script = target as HTMLScriptElement;
    if (!this.scripts.has(script)) return;
    this.pending.delete(script);
    this.settled(script, isLoaded, this.#inserted.has(script));
    this.#next();
  }

  #adopt(node: Element): void {
    const { container } = this;
    if (!container.contains(node) && !node.contains(container)) {
      this.#elements.add(node);
      // An element that replaces the container gets its slot.
      if (node.parentElement === this.#slot) node.slot ||= container.slot;
    }
    for (const one of [node, ...node.querySelectorAll('script')]) {
      if (!(one instanceof HTMLScriptElement) || this.scripts.has(one)) continue;
      const script = usedAddresses.has(one.src) ? askAgain(one) : one;
      this.scripts.add(script);
      this.#inserted.add(script);
      if (script.src && !script.noModule) this.pending.add(script);
    }
  }

  /**
   * Removes its elements and scripts, and restores title and scrolling unless they have changed since. Scripts that are still
   * loading do not run. `isFailed` also removes the globals and timers of its inline scripts, because they have an older token.
   */
  undo(isFailed: boolean): void {
    removeOwner(this);
    for (const { src } of this.pending) usedAddresses.add(src);
    for (const element of this.#elements) if (!STAYS.test(element.localName)) element.remove();
    for (const script of this.scripts) cancelScript(script, true);
    for (const { get, set, before, last } of this.#values) if (last !== before && get() === last) set(before);
    if (!isFailed) return;
    for (const [first, last] of this.#timers) for (let at = first; at < last; at++) clearTimeout(at);
    for (const [name, value] of this.#globals)
      if (window[name as never] === value) Reflect.deleteProperty(window, name);
  }
}

/**
 * Replaces a script with one at a new address, because a browser makes a request wait for one that hangs at the same address.
 */
function askAgain(script: HTMLScriptElement): HTMLScriptElement {
  const copy = document.createElement('script');
  for (const { name, value } of script.attributes) if (!/^(src|on.+)$/.test(name)) copy.setAttribute(name, value);
  copy.nonce = script.nonce;
  copy.async = script.async;
  for (const type of ['load', 'error']) copy.addEventListener(type, () => script.dispatchEvent(new Event(type)));
  const { src } = script;
  script.replaceWith(copy);
  document.implementation.createHTMLDocument().adoptNode(script);
  setSource(copy, src);
  return copy;
}
