import { owners, ownerNow, type Owner } from './embed-code-owner.js';
import { setSource, spent, withdraw } from './policy.js';

/** Elements that stay when a widget goes: its scripts may count on them for ever, and they show nothing. */
const STAYS = /^(style|link|meta)$/;

/** Where embed code runs. */
export interface Home {
  container: HTMLElement;
  /** Origins that the code names. */
  origins: ReadonlySet<string>;
  isAlone: boolean;
}

/** Names that embed code shares with the page. */
const shared = new WeakSet<() => unknown>();

/** The number of a new timer. Timers with numbers between two of these were set meanwhile. */
function nextTimer(): number {
  const timer = window.setTimeout(() => undefined);
  clearTimeout(timer);
  return timer;
}

/** The things that embed code brings into the page: scripts, elements outside its container, and globals. */
export class Arrivals implements Owner {
  readonly scripts = new Set<HTMLScriptElement>();
  /** Scripts that its scripts have put in, and whose end is not known yet. */
  readonly pending = new Set<HTMLScriptElement>();
  readonly imports = new Set<string>();
  /** Addresses of scripts that have run. */
  readonly loaded = new Set<string>();
  readonly isAlone: boolean;
  /** Hears that there is one more. */
  adopted: (script: HTMLScriptElement) => void = () => undefined;
  /** Hears that one of its scripts has run or failed. */
  settled: (script: HTMLScriptElement, isLoaded: boolean) => void = () => undefined;
  /** Frames, scripts and all else that has loaded. */
  readonly complete = new WeakSet<EventTarget>();
  readonly #elements = new Set<Element>();
  readonly #parent: Element | null;
  readonly #timers: [number, number][] = [];
  readonly #globals = new Map<string, unknown>();
  readonly #foreign = new WeakSet<HTMLScriptElement>();
  #next: () => void = () => undefined;
  readonly #shares = new Map<string, () => unknown>();
  readonly #observer = new MutationObserver((records) => this.#sort(records, ownerNow() === this));
  readonly #done = new AbortController();

  constructor(readonly home: Home) {
    this.isAlone = home.isAlone;
    this.#parent = home.container.parentElement;
    owners.add(this);
    this.#observer.observe(document, { childList: true, subtree: true });
    const { signal } = this.#done;
    for (const type of ['load', 'error']) {
      const hear = ({ target }: Event) => target instanceof Element && this.#hear(target, type === 'load');
      // The window does not hear the `load` events of elements.
      document.addEventListener(type, hear, { capture: true, signal });
    }
  }

  /** The places in which the widget shows something. An element that has replaced its container is one, too. */
  places(): Element[] {
    return [this.home.container, ...this.#elements].filter((one) => one.isConnected);
  }

  /** Whether a script was put in by another one. */
  isForeign(script: HTMLScriptElement): boolean {
    return this.#foreign.has(script);
  }

  /** Waits until no script is on its way that another one has put in. */
  async allSettled(): Promise<void> {
    while (this.pending.size) await new Promise<void>((resolve) => (this.#next = resolve));
  }

  /** Runs a script, and notes the elements that it puts into the page and the globals that it makes. */
  during(run: () => void): void {
    this.#sort(this.#observer.takeRecords(), ownerNow() === this);
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

  /** Lets other scripts reach a declaration of a script by its name. A name of the window's own stays the window's. */
  share(name: string, get: () => unknown, set: (value: unknown) => void): void {
    const before = Object.getOwnPropertyDescriptor(window, name);
    if (before ? !shared.has(before.get!) : name in window) return;
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
    if (isOurs && !this.home.container.isConnected) this.#putBack(records);
    for (const { addedNodes } of records) {
      for (const node of addedNodes) if (node instanceof Element) this.#arrive(node, isOurs);
    }
  }

  #arrive(node: Element, isOurs: boolean): void {
    const { container, origins } = this.home;
    if (isOurs && !container.contains(node) && !node.contains(container)) {
      this.#elements.add(node);
      // An element that replaces the container is shown in its place.
      if (node.parentElement === this.#parent) node.slot ||= container.slot;
    }
    const scripts = [...node.querySelectorAll('script')];
    if (node instanceof HTMLScriptElement) scripts.push(node);
    for (const script of scripts) {
      const { src } = script;
      // A script that a timer of the embed code puts in is known by its origin.
      const isKnown = isOurs || (src && origins.has(new URL(src).origin) && new URL(src).origin !== location.origin);
      if (!isKnown || this.scripts.has(script)) continue;
      this.#adopt(src && spent.has(src) ? askAgain(script) : script);
    }
  }

  #adopt(script: HTMLScriptElement): void {
    this.scripts.add(script);
    if (script.src && !script.noModule) this.pending.add(script);
    this.#foreign.add(script);
    this.adopted(script);
  }

  /** Embed code that takes the whole page for its own gets its container: the page comes back. */
  #putBack(records: readonly MutationRecord[]): void {
    const { container } = this.home;
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

  /** Ends the watch: elements that come from now on are not known to be the widget's. */
  close(): void {
    this.#observer.disconnect();
    this.#done.abort();
    owners.delete(this);
  }

  /**
   * Takes all arrivals away. Scripts on their way do not run any more. `isFailed` forgets the globals of the inline scripts,
   * too: calls that wait in them are for a try that is over.
   */
  undo(isFailed: boolean): void {
    this.close();
    for (const { src } of this.pending) spent.add(src);
    for (const element of this.#elements) if (!STAYS.test(element.localName)) element.remove();
    for (const script of this.scripts) withdraw(script, true);
    for (const [first, last] of this.#timers) for (let at = first; at < last; at++) clearTimeout(at);
    for (const [name, get] of this.#shares) {
      if (Object.getOwnPropertyDescriptor(window, name)?.get === get) Reflect.deleteProperty(window, name);
    }
    if (!isFailed) return;
    // As long as the page is there, the browser remembers the addresses that did not load.
    for (const address of this.imports) spent.add(address);
    const page = window as unknown as Record<string, unknown>;
    for (const [name, value] of this.#globals) if (page[name] === value) Reflect.deleteProperty(page, name);
  }
}

/**
 * A browser lets a request wait with one that hangs for the same address. So a script that another one has put in asks at a
 * fresh one, by a tag that replaces the first.
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
