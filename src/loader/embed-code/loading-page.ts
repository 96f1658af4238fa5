import { currentRun, runAs, type EmbedRun } from './run.js';

type Target = Document | Window;
type Method = (this: unknown, ...values: unknown[]) => unknown;
type Instead = (run: EmbedRun, real: Method, ...values: unknown[]) => unknown;

/** Events of a page that is loading. Embed code may wait for them, although the real page has dispatched them already. */
const EVENTS = /^(DOMContentLoaded|load|readystatechange)$/;

/** The runs that have not loaded yet. */
const loading = new Set<EmbedRun>();
const undo: (() => void)[] = [];

/** Simulates a loading page for the scripts of a run: `readyState`, the events of loading, and `write()`. Others see the real page. */
export function beginLoading(run: EmbedRun): void {
  if (loading.size === 0) overridePage();
  loading.add(run);
}

/** Ends the simulation for a run. After the last run, nothing is overridden. */
export function endLoading(run: EmbedRun): void {
  run.loaded.abort();
  loading.delete(run);
  if (loading.size === 0) undo.splice(0).forEach((one) => one());
}

/** Dispatches one of these events to the listeners of a run. `state` is the new `readyState`. */
export function dispatch(run: EmbedRun, type: string, target: Target, state = run.page['readyState']): void {
  run.page['readyState'] = state;
  const name = nameFor(run, type);
  const event = new Event(name, { bubbles: type === 'DOMContentLoaded' });
  Object.defineProperties(event, { type: { value: type }, target: { value: document } });
  runAs(run, () => {
    target.addEventListener(name, (run.page[`on${type}`] ?? null) as EventListener, { once: true });
    target.dispatchEvent(event);
  });
}

const nameFor = ({ start }: EmbedRun, type: string) => `lending-${start.container.id}-${type}`;

/** The run whose code is executing, while it is loading. */
function loadingRun(): EmbedRun | undefined {
  const run = currentRun();
  return run && loading.has(run) ? run : undefined;
}

function overridePage(): void {
  for (const target of [document, window])
    for (const name of ['addEventListener', 'removeEventListener']) overrideMethod(target, name, listen);
  // The page's own handlers are hidden, so that embed code does not call them again.
  for (const name of ['readyState', 'onreadystatechange']) overrideProperty(document, name);
  overrideProperty(window, 'onload');
  // As in a real page, an async script cannot write into the document.
  for (const [name, end] of [['write', ''] as const, ['writeln', '\n'] as const])
    overrideMethod(document, name, (run, _, ...texts) =>
      run.writers.get(document.currentScript!)?.(texts.join('') + end),
    );
}

/** Adds or removes a listener of a run. The listener is registered at the real page, for an event with another name. */
const listen: Instead = (run, real, type, call, options) => {
  if (!EVENTS.test(String(type))) return real(type, call, options);
  const all = typeof options === 'object' ? options : { capture: !!options };
  return real(nameFor(run, String(type)), call, { signal: run.loaded.signal, ...all });
};

/** Overrides a property until the simulation ends. If another script has replaced the property since, that value stays. */
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

/** Overrides a method for the scripts of runs that are loading. */
function overrideMethod(on: Target, name: string, instead: Instead): void {
  const real = on[name as never] as Method;
  const value: Method = function (...values) {
    const run = (this ?? on) === on ? loadingRun() : undefined;
    return run ? instead(run, real.bind(on), ...values) : real.apply(this ?? on, values);
  };
  override(on, name, { writable: true, value });
}

/** Overrides a property for the scripts of runs that are loading. */
function overrideProperty(target: Target, name: string): void {
  const own = Object.getOwnPropertyDescriptor(target, name);
  const real = own ?? Object.getOwnPropertyDescriptor(Document.prototype, name)!;
  override(target, name, {
    get() {
      const run = loadingRun();
      return run ? run.page[name] : (real.get!.call(target) as unknown);
    },
    set(value: unknown) {
      const run = loadingRun();
      if (run) run.page[name] = value;
      else real.set?.call(target, value);
    },
  });
}
