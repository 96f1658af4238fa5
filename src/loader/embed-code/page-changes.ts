import { setSource, usedAddresses, cancelScript } from '../policy.js';
import { owners, currentOwner, type Owner } from './owner.js';

/** Invisible elements that stay when a widget is removed, because its scripts may rely on them later. */
const STAYS = /^(style|link|meta)$/;

/** The place in which embed code runs. */
export interface EmbedHost {
  container: HTMLElement;
  /** The origins in the embed code. */
  origins: ReadonlySet<string>;
  isAlone: boolean;
}

/** The getters of names that embed code shares with other scripts. */
const shared = new WeakSet<() => unknown>();

/** Whether every window has a property of that name. Unlike `in`, this ignores elements that the page names by an id. */
const isInherited = (name: string) =>
  [Window, EventTarget, Object].some(({ prototype }) => Object.hasOwn(prototype, name));

/** The id of a new timer. Ids between two of these belong to timers that were set in the meantime. */
function nextTimer(): number {
  const timer = window.setTimeout(() => undefined);
  clearTimeout(timer);
  return timer;
}

/** Records the changes that embed code makes to the page: scripts, elements outside its container, globals and timers. */
export class PageChanges implements Owner {
  readonly scripts = new Set<HTMLScriptElement>();
  /** Scripts that were inserted by its scripts and are still loading. */
  readonly pending = new Set<HTMLScriptElement>();
  readonly imports = new Set<string>();
  readonly loaded = new Set<string>();
  readonly isAlone: boolean;
  /** Called for each script that its scripts insert. */
  adopted: (script: HTMLScriptElement) => void = () => undefined;
  /** Called when one of its scripts has run or failed. */
  settled: (script: HTMLScriptElement, isLoaded: boolean) => void = () => undefined;
  /** Frames, scripts and other elements that have loaded. */
  readonly complete = new WeakSet<EventTarget>();
  readonly #elements = new Set<Element>();
  readonly #parent: Element | null;
  readonly #timers: [number, number][] = [];
  readonly #globals = new Map<string, unknown>();
  readonly #foreign = new WeakSet<HTMLScriptElement>();
  #next: () => void = () => undefined;
  readonly #shares = new Map<string, () => unknown>();
  readonly #observer = new MutationObserver((records) => this.#sort(records, currentOwner() === this));
  readonly #done = new AbortController();

  constructor(readonly host: EmbedHost) {
    this.isAlone = host.isAlone;
    this.#parent = host.container.parentElement;
    owners.add(this);
    this.#observer.observe(document, { childList: true, subtree: true });
    const { signal } = this.#done;
    for (const type of ['load', 'error']) {
      const hear = ({ target }: Event) => target instanceof Element && this.#hear(target, type === 'load');
      // `load` events of elements do not reach the window.
      document.addEventListener(type, hear, { capture: true, signal });
    }
  }

  /** The elements in which the widget shows something, such as an element that has replaced its container. */
  places(): Element[] {
    return [this.host.container, ...this.#elements].filter((one) => one.isConnected);
  }

  isInserted(script: HTMLScriptElement): boolean {
    return this.#foreign.has(script);
  }

  /** Waits until all inserted scripts have loaded or failed. */
  async allSettled(): Promise<void> {
    while (this.pending.size) await new Promise<void>((resolve) => (this.#next = resolve));
  }

  runAndRecord(run: () => void): void {
    this.#sort(this.#observer.takeRecords(), currentOwner() === this);
    const before = new Set(Object.getOwnPropertyNames(window));
    const first = nextTimer();
    try {
      run();
    } finally {
      this.#timers.push([first, nextTimer()]);
      this.#sort(this.#observer.takeRecords(), true);
      for (const name of Object.getOwnPropertyNames(window)) {
        if (!before.has(name)) this.#globals.set(name, (window as unknown as Record<string, unknown>)[name]);
      }
    }
  }

  /** Makes a declaration of one script available to other scripts by its name, unless the page has a global of that name. */
  share(name: string, get: () => unknown, set: (value: unknown) => void): void {
    const before = Object.getOwnPropertyDescriptor(window, name);
    if (before ? !shared.has(before.get!) : isInherited(name)) return;
    shared.add(get);
    this.#shares.set(name, get);
    Object.defineProperty(window, name, { configurable: true, get, set });
  }

  #hear(target: Element, isLoaded: boolean): void {
    if (isLoaded) this.complete.add(target);
    const script = target as HTMLScriptElement;
    if (!this.scripts.has(script)) return;
    this.pending.delete(script);
    if (isLoaded) this.loaded.add(script.src);
    this.settled(script, isLoaded);
    this.#next();
  }

  #sort(records: readonly MutationRecord[], isOurs: boolean): void {
    if (isOurs && !this.host.container.isConnected) this.#putBack(records);
    for (const { addedNodes } of records) {
      for (const node of addedNodes) if (node instanceof Element) this.#arrive(node, isOurs);
    }
  }

  #arrive(node: Element, isOurs: boolean): void {
    const { container, origins } = this.host;
    if (isOurs && !container.contains(node) && !node.contains(container)) {
      this.#elements.add(node);
      // An element that replaces the container gets its slot.
      if (node.parentElement === this.#parent) node.slot ||= container.slot;
    }
    const scripts = [...node.querySelectorAll('script')];
    if (node instanceof HTMLScriptElement) scripts.push(node);
    for (const script of scripts) {
      const { src } = script;
      // A script that was inserted by a timer is recognised by its origin.
      const isKnown = isOurs || (src && origins.has(new URL(src).origin) && new URL(src).origin !== location.origin);
      if (!isKnown || this.scripts.has(script)) continue;
      this.#adopt(src && usedAddresses.has(src) ? askAgain(script) : script);
    }
  }

  #adopt(script: HTMLScriptElement): void {
    this.scripts.add(script);
    if (script.src && !script.noModule) this.pending.add(script);
    this.#foreign.add(script);
    this.adopted(script);
  }

  /** If embed code replaces the whole page, restores the page and moves the new content to the container. */
  #putBack(records: readonly MutationRecord[]): void {
    const { container } = this.host;
    const { documentElement: root } = document;
    const whole = records.filter(({ target }) => target === root || target instanceof HTMLBodyElement);
    const removed = whole.flatMap(({ removedNodes }) => [...removedNodes]);
    if (!removed.some((node) => node.contains(container))) return;
    const added = whole.flatMap(({ addedNodes }) => [...addedNodes]).filter((node) => node.isConnected);
    const content = added.flatMap((node) => (node instanceof HTMLBodyElement ? [...node.childNodes] : node));
    const body = removed.find((node) => node instanceof HTMLBodyElement);
    if (body) document.body.replaceWith(body);
    document.body.append(...removed.filter((node) => node !== body));
    container.append(...content);
  }

  /** Stops recording. Later elements are not assigned to the widget. */
  close(): void {
    this.#observer.disconnect();
    this.#done.abort();
    owners.delete(this);
  }

  /**
   * Undoes all changes. Scripts that are still loading do not run. `isFailed` also removes the globals of the inline scripts,
   * because queued calls in them belong to the failed try.
   */
  undo(isFailed: boolean): void {
    this.close();
    for (const { src } of this.pending) usedAddresses.add(src);
    for (const element of this.#elements) if (!STAYS.test(element.localName)) element.remove();
    for (const script of this.scripts) cancelScript(script, true);
    for (const [first, last] of this.#timers) for (let at = first; at < last; at++) clearTimeout(at);
    for (const [name, get] of this.#shares) {
      if (Object.getOwnPropertyDescriptor(window, name)?.get === get) Reflect.deleteProperty(window, name);
    }
    if (!isFailed) return;
    // The browser remembers failed imports until the page is closed.
    for (const address of this.imports) usedAddresses.add(address);
    const page = window as unknown as Record<string, unknown>;
    for (const [name, value] of this.#globals) if (page[name] === value) Reflect.deleteProperty(page, name);
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
