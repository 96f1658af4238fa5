import type { PageChanges } from './page-changes.js';
import { currentOwner, runAs, type Owner } from './owner.js';

type Target = Document | Window;
type Call = EventListenerOrEventListenerObject;

interface Listener {
  target: Target;
  type: string;
  call: Call;
  /** Whether it is `onload` or `onreadystatechange`. */
  isProperty?: boolean;
}

/** Events of a page that is loading. Embed code may wait for them, although the real page has dispatched them already. */
const EVENTS = /^(DOMContentLoaded|load|readystatechange)$/;
const HANDLERS = [
  [() => window, 'onload'],
  [() => document, 'onreadystatechange'],
] as const;

const pages = new Map<Owner, EmbedPage>();
const pageNow = (hasTrace?: boolean) => pages.get(currentOwner(hasTrace)!);

/**
 * Simulates a page that is loading, for embed code only: `readyState`, the events of loading, and `write()`. Other scripts
 * see the real page. When no embed code runs, all overrides are removed.
 */
export class EmbedPage {
  /** Receives the markup that the current script writes. */
  write: ((markup: string) => void) | undefined;
  #state: DocumentReadyState = 'loading';
  #listeners: Listener[] = [];

  constructor(readonly owner: PageChanges) {
    if (!pages.size) overridePage();
    pages.set(owner, this);
  }

  get readyState(): DocumentReadyState {
    return this.#state;
  }

  run(code: () => void): void {
    // Hides the page's own handlers, so that embed code does not call them again.
    const takeBack = this.handlers(true);
    try {
      this.owner.runAndRecord(() => runAs(this.owner, code));
    } finally {
      takeBack();
    }
  }

  /**
   * Collects `onload` and `onreadystatechange` handlers that embed code sets, until the returned function is called. `isHidden`
   * hides the page's own handlers meanwhile.
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

  listen(target: Target, type: string, call: Call): void {
    const isKnown = this.#listeners.some((one) => one.target === target && one.type === type && one.call === call);
    if (!isKnown) this.#listeners.push({ target, type, call });
  }

  /** Removes a listener. Returns false if there was none. */
  forget(target: Target, type: string, call: Call): boolean {
    const { length } = this.#listeners;
    this.#listeners = this.#listeners.filter(
      (one) => one.target !== target || one.type !== type || one.call !== call || one.isProperty,
    );
    return this.#listeners.length < length;
  }

  /** Sets `readyState`, and dispatches `readystatechange`. */
  advance(state: DocumentReadyState): void {
    this.#state = state;
    this.dispatch('readystatechange', document);
  }

  dispatch(type: string, ...targets: Target[]): void {
    for (const target of targets) {
      for (const one of this.#listeners.filter((each) => each.type === type && each.target === target)) {
        // An earlier listener may have removed it.
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

/** Overrides a property until it is undone. If another script has replaced it since, its value stays. */
function override(on: object, name: string, property: PropertyDescriptor): void {
  const before = Object.getOwnPropertyDescriptor(on, name);
  Object.defineProperty(on, name, { configurable: true, ...property });
  undo.push(() => {
    const now = Object.getOwnPropertyDescriptor(on, name);
    if (now?.value !== property.value || now?.get !== property.get) return;
    if (before) Object.defineProperty(on, name, before);
    else Reflect.deleteProperty(on, name);
  });
}

function overridePage(): void {
  for (const target of [document, window] as Target[]) {
    const { addEventListener: add, removeEventListener: remove } = target;
    const isHere = (on: unknown, type: string, call: Call | null): call is Call =>
      !!call && EVENTS.test(type) && (on === undefined || on === target);
    override(target, 'addEventListener', {
      writable: true,
      value(this: unknown, type: string, call: Call | null, options?: unknown) {
        const page = isHere(this, type, call) ? pageNow(true) : undefined;
        if (page) page.listen(target, type, call!);
        else add.call((this ?? target) as Window, type, call as Call, options as boolean);
      },
    });
    override(target, 'removeEventListener', {
      writable: true,
      value(this: unknown, type: string, call: Call | null, options?: unknown) {
        if (isHere(this, type, call)) for (const page of pages.values()) if (page.forget(target, type, call)) return;
        remove.call((this ?? target) as Window, type, call as Call, options as boolean);
      },
    });
  }
  const { get } = Object.getOwnPropertyDescriptor(Document.prototype, 'readyState')!;
  override(document, 'readyState', { get: () => pageNow()?.readyState ?? (get!.call(document) as DocumentReadyState) });
  for (const [name, end] of [
    ['write', ''],
    ['writeln', '\n'],
  ] as const) {
    const write = document[name].bind(document);
    override(document, name, {
      writable: true,
      value(...texts: unknown[]) {
        const page = pageNow();
        // As in a real page, an async script cannot write into the document.
        if (page) page.write?.(texts.join('') + end);
        else write(...(texts as string[]));
      },
    });
  }
}
