import type { Arrivals } from './embed-code-arrivals.js';
import { ownerNow, runAs, type Owner } from './embed-code-owner.js';

type Target = Document | Window;
type Call = EventListenerOrEventListenerObject;

interface Listener {
  target: Target;
  type: string;
  call: Call;
  /** Whether it is `onload` or `onreadystatechange`. */
  isProperty?: boolean;
}

/** The events that embed code waits for while a page loads. The page around it has had them long ago. */
const EVENTS = /^(DOMContentLoaded|load|readystatechange)$/;
const HANDLERS = [
  [() => window, 'onload'],
  [() => document, 'onreadystatechange'],
] as const;

const pages = new Map<Owner, EmbedPage>();
const pageNow = (hasTrace?: boolean) => pages.get(ownerNow(hasTrace)!);

/**
 * The page as embed code sees it while it runs: it is loading, it tells when it has loaded, and it takes writes into the
 * document. All others see the page as it is, and when no embed code runs nothing of this is left.
 */
export class EmbedPage {
  /** Takes the markup that the script that runs now writes. */
  write: ((markup: string) => void) | undefined;
  #state: DocumentReadyState = 'loading';
  #listeners: Listener[] = [];

  constructor(readonly owner: Arrivals) {
    if (!pages.size) open();
    pages.set(owner, this);
  }

  get state(): DocumentReadyState {
    return this.#state;
  }

  /** Runs a script or a listener of the embed code. */
  run(code: () => void): void {
    // The page's own handlers are neither called again nor handed on.
    const takeBack = this.handlers(true);
    try {
      this.owner.during(() => runAs(this.owner, code));
    } finally {
      takeBack();
    }
  }

  /**
   * Takes the two handlers that are properties for those of the embed code, until the answer is called. `isHidden` keeps
   * those of the page out of sight meanwhile.
   */
  handlers(isHidden = false): () => void {
    const before = HANDLERS.map(([target, name]) => {
      const on = target() as unknown as Record<string, unknown>;
      const theirs = on[name];
      if (isHidden)
        on[name] = this.#listeners.find((one) => one.isProperty && one.type === name.slice(2))?.call ?? null;
      return { on, name, theirs, was: on[name], target: target() };
    });
    return () => {
      for (const { on, name, theirs, was, target } of before) {
        const call = on[name] as Call | null;
        on[name] = theirs;
        if (call === was) continue;
        const type = name.slice(2);
        this.#listeners = this.#listeners.filter((one) => !(one.isProperty && one.type === type));
        if (call) this.#listeners.push({ target, type, call, isProperty: true });
      }
    };
  }

  /** Whether the listener is one that only this run is to hear. */
  listen(target: Target, type: string, call: Call): void {
    const isKnown = this.#listeners.some((one) => one.target === target && one.type === type && one.call === call);
    if (!isKnown) this.#listeners.push({ target, type, call });
  }

  /** Whether there was such a listener. */
  forget(target: Target, type: string, call: Call): boolean {
    const { length } = this.#listeners;
    this.#listeners = this.#listeners.filter(
      (one) => one.target !== target || one.type !== type || one.call !== call || one.isProperty,
    );
    return this.#listeners.length < length;
  }

  /** Goes on to the next state of a page that loads, and tells it. */
  progress(state: DocumentReadyState): void {
    this.#state = state;
    this.tell('readystatechange', document);
  }

  /** Calls the listeners, as the browser calls those of a page. */
  tell(type: string, ...targets: Target[]): void {
    for (const target of targets) {
      for (const one of this.#listeners.filter((each) => each.type === type && each.target === target)) {
        // One that was called before may have removed it.
        if (!this.#listeners.includes(one)) continue;
        const event = Object.defineProperties(new Event(type), {
          target: { value: document },
          currentTarget: { value: target },
        });
        this.run(() => {
          try {
            if (typeof one.call === 'function') one.call.call(target, event);
            else one.call.handleEvent(event);
          } catch (error) {
            reportError(error);
          }
        });
      }
    }
  }

  close(): void {
    pages.delete(this.owner);
    if (!pages.size) undo.splice(0).forEach((one) => one());
  }
}

const undo: (() => void)[] = [];

/** Puts a property before the one that an object has, until it is undone. A later value of somebody else's stays. */
function shade(on: object, name: string, property: PropertyDescriptor): void {
  const before = Object.getOwnPropertyDescriptor(on, name);
  Object.defineProperty(on, name, { configurable: true, ...property });
  undo.push(() => {
    const now = Object.getOwnPropertyDescriptor(on, name);
    if (now?.value !== property.value || now?.get !== property.get) return;
    if (before) Object.defineProperty(on, name, before);
    else Reflect.deleteProperty(on, name);
  });
}

function open(): void {
  for (const target of [document, window] as Target[]) {
    const { addEventListener: add, removeEventListener: remove } = target;
    const isHere = (on: unknown, type: string, call: Call | null): call is Call =>
      !!call && EVENTS.test(type) && (on === undefined || on === target);
    shade(target, 'addEventListener', {
      writable: true,
      value(this: unknown, type: string, call: Call | null, options?: unknown) {
        const page = isHere(this, type, call) ? pageNow(true) : undefined;
        if (page) page.listen(target, type, call!);
        else add.call((this ?? target) as Window, type, call as Call, options as boolean);
      },
    });
    shade(target, 'removeEventListener', {
      writable: true,
      value(this: unknown, type: string, call: Call | null, options?: unknown) {
        if (isHere(this, type, call)) for (const page of pages.values()) if (page.forget(target, type, call)) return;
        remove.call((this ?? target) as Window, type, call as Call, options as boolean);
      },
    });
  }
  const { get } = Object.getOwnPropertyDescriptor(Document.prototype, 'readyState')!;
  shade(document, 'readyState', { get: () => pageNow()?.state ?? (get!.call(document) as DocumentReadyState) });
  for (const [name, end] of [
    ['write', ''],
    ['writeln', '\n'],
  ] as const) {
    const write = document[name].bind(document);
    shade(document, name, {
      writable: true,
      value(...texts: unknown[]) {
        const page = pageNow();
        // A script that nobody waits for cannot write into a page that loads, either.
        if (page) page.write?.(texts.join('') + end);
        else write(...(texts as string[]));
      },
    });
  }
}
