import { currentRun, runAs, type EmbedRun } from './run.js';

type Target = Document | Window;
type Listen = (this: unknown, type: string, call: EventListener, options?: AddEventListenerOptions | boolean) => void;

/** Events of a page that is loading. Embed code may wait for them, although the real page has dispatched them already. */
const EVENTS = /^(DOMContentLoaded|load|readystatechange)$/;

/** The runs that have not loaded yet, each with an id and the functions that remove its listeners. */
const loading = new Map<EmbedRun, { id: number; forget: (() => void)[] }>();
let count = 0;
const undo: (() => void)[] = [];

/**
 * Simulates a page that is loading, for the scripts of a run: `readyState`, the events of loading, and `write()`. Other scripts
 * see the real page.
 */
export function beginLoading(run: EmbedRun): void {
  if (loading.size === 0) overridePage();
  loading.set(run, { id: ++count, forget: [] });
}

/** Ends the simulation. Without a run that is loading, nothing is overridden. */
export function endLoading(run: EmbedRun): void {
  loading.get(run)?.forget.forEach((one) => one());
  loading.delete(run);
  if (loading.size === 0) undo.splice(0).forEach((one) => one());
}

/** Sets `readyState`, and dispatches `readystatechange`. */
export function advance(run: EmbedRun, state: DocumentReadyState): void {
  run.readyState = state;
  dispatch(run, 'readystatechange', document);
}

export function dispatch(run: EmbedRun, type: string, target: Target): void {
  const event = new Event(nameFor(run, type), { bubbles: type === 'DOMContentLoaded' });
  Object.defineProperties(event, { type: { value: type }, target: { value: document } });
  runAs(run, () => {
    target.dispatchEvent(event);
    try {
      run.handlers[`on${type}`]?.call(target, event);
    } catch (error) {
      reportError(error);
    }
  });
}

/** Listeners of a run are registered at the real page, under a name of their own. */
const nameFor = (run: EmbedRun, type: string) => `lending-${loading.get(run)?.id}-${type}`;

/** The run whose code is executing, while it is loading. */
function loadingRun(): EmbedRun | undefined {
  const run = currentRun();
  return run && loading.has(run) ? run : undefined;
}

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
  for (const target of [document, window] as const) overrideListeners(target);
  overrideProperty(document, 'readyState', (run) => run.readyState);
  for (const [target, name] of [[window, 'onload'] as const, [document, 'onreadystatechange'] as const])
    // The page's own handler is hidden, so that embed code does not call it again.
    overrideProperty(target, name, ({ handlers }) => handlers[name] ?? null);
  for (const [name, end] of [['write', ''] as const, ['writeln', '\n'] as const]) {
    const write = document[name].bind(document);
    const value = (...texts: string[]) => {
      const run = loadingRun();
      // As in a real page, an async script cannot write into the document.
      if (run) run.write?.(texts.join('') + end);
      else write(...texts);
    };
    override(document, name, { writable: true, value });
  }
}

function overrideListeners(target: Target): void {
  const [add, remove] = [target.addEventListener as Listen, target.removeEventListener as Listen];
  const isHere = (on: unknown, type: string) => (on ?? target) === target && EVENTS.test(type);
  const addEventListener: Listen = function (type, call, options) {
    const run = isHere(this, type) ? loadingRun() : undefined;
    const name = run ? nameFor(run, type) : type;
    add.call(this ?? target, name, call, options);
    if (run) loading.get(run)!.forget.push(() => remove.call(target, name, call, options));
  };
  const removeEventListener: Listen = function (type, call, options) {
    remove.call(this ?? target, type, call, options);
    if (isHere(this, type)) for (const run of loading.keys()) remove.call(target, nameFor(run, type), call, options);
  };
  override(target, 'addEventListener', { writable: true, value: addEventListener });
  override(target, 'removeEventListener', { writable: true, value: removeEventListener });
}

function overrideProperty(target: Target, name: string, read: (run: EmbedRun) => unknown): void {
  const real =
    Object.getOwnPropertyDescriptor(target, name) ?? Object.getOwnPropertyDescriptor(Document.prototype, name)!;
  override(target, name, {
    get() {
      const run = loadingRun();
      return run ? read(run) : (real.get?.call(target) as unknown);
    },
    set(value: EventListener | null) {
      const run = loadingRun();
      if (run) run.handlers[name] = value;
      else real.set?.call(target, value);
    },
  });
}
