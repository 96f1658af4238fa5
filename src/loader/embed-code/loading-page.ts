import { anySignal } from '../../time-limit.js';
import { currentOwner, runAs, type Owner } from './owners.js';

type Target = Document | Window;
type Handler = ((event: Event) => unknown) | null;

/** Events of a page that is loading. Embed code may wait for them, although the real page has dispatched them already. */
const EVENTS = /^(DOMContentLoaded|load|readystatechange)$/;

const pages = new Map<Owner, LoadingPage>();
let count = 0;

/**
 * A page that is loading, as embed code sees it: `readyState`, the events of loading, and `write()`. Other scripts see the real
 * page. Once all embed code has loaded, nothing is overridden.
 */
export class LoadingPage {
  /** Receives the markup that the current script writes. */
  write: ((markup: string) => void) | undefined;
  readyState: DocumentReadyState = 'loading';
  readonly handlers: Partial<Record<string, Handler>> = {};
  readonly #closed = new AbortController();
  /** Listeners are registered at the real page, under a name of their own. */
  readonly #prefix = `lending-${++count}-`;

  constructor(readonly owner: Owner) {
    if (pages.size === 0) overridePage();
    pages.set(owner, this);
  }

  named(type: string): string {
    return this.#prefix + type;
  }

  /** The options of a listener, which also goes when the page has loaded. */
  options(given: AddEventListenerOptions | boolean | undefined): AddEventListenerOptions {
    const options = typeof given === 'object' ? given : { capture: !!given };
    const { signal } = this.#closed;
    return { ...options, signal: options.signal ? anySignal(options.signal, signal) : signal };
  }

  /** Sets `readyState`, and dispatches `readystatechange`. */
  advance(state: DocumentReadyState): void {
    this.readyState = state;
    this.dispatch('readystatechange', document);
  }

  dispatch(type: string, target: Target): void {
    const event = new Event(this.named(type), { bubbles: type === 'DOMContentLoaded' });
    Object.defineProperties(event, { type: { value: type }, target: { value: document } });
    runAs(this.owner, () => {
      target.dispatchEvent(event);
      try {
        this.handlers[`on${type}`]?.call(target, event);
      } catch (error) {
        reportError(error);
      }
    });
  }

  /** Ends the simulation. */
  close(): void {
    this.#closed.abort();
    pages.delete(this.owner);
    if (pages.size === 0) undo.splice(0).forEach((one) => one());
  }
}

const pageNow = () => pages.get(currentOwner()!);

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
  for (const target of [document, window]) overrideListeners(target);
  overrideProperty(document, 'readyState', (page) => page.readyState);
  const handlers: [Target, string][] = [
    [window, 'onload'],
    [document, 'onreadystatechange'],
  ];
  for (const [target, name] of handlers) {
    // The page's own handler is hidden, so that embed code does not call it again.
    const get = (page: LoadingPage) => page.handlers[name] ?? null;
    overrideProperty(target, name, get, (page, value) => (page.handlers[name] = value as Handler));
  }
  for (const [name, end] of [['write', ''] as const, ['writeln', '\n'] as const]) {
    const write = document[name].bind(document);
    override(document, name, {
      writable: true,
      value(...texts: string[]) {
        const page = pageNow();
        // As in a real page, an async script cannot write into the document.
        if (page) page.write?.(texts.join('') + end);
        else write(...texts);
      },
    });
  }
}

function overrideListeners(target: Target): void {
  for (const name of ['addEventListener', 'removeEventListener'] as const) {
    const real = target[name] as Window['addEventListener'];
    override(target, name, {
      writable: true,
      value(this: Target | undefined, type: string, call: EventListener, options?: AddEventListenerOptions | boolean) {
        const on = this ?? target;
        const isOurs = on === target && EVENTS.test(type);
        if (isOurs && name === 'removeEventListener')
          for (const page of pages.values()) real.call(on as Window, page.named(type), call, options);
        const page = isOurs && name === 'addEventListener' ? pageNow() : undefined;
        if (page) real.call(on as Window, page.named(type), call, page.options(options));
        else real.call(on as Window, type, call, options);
      },
    });
  }
}

type Read = (page: LoadingPage) => unknown;
type Write = (page: LoadingPage, value: unknown) => void;

function overrideProperty(target: Target, name: string, read: Read, write?: Write): void {
  const own = Object.getOwnPropertyDescriptor(target, name);
  const real = own ?? Object.getOwnPropertyDescriptor(Document.prototype, name)!;
  override(target, name, {
    get() {
      const page = pageNow();
      return page ? read(page) : (real.get?.call(target) as unknown);
    },
    set(value: unknown) {
      const page = pageNow();
      if (page) write?.(page, value);
      else real.set?.call(target, value);
    },
  });
}
