import { LendingError } from '../errors.js';
import type { HandOff } from '../schema/hand-off.js';
import { fill, fillAll, fillText, type Offer } from './fill.js';
import { noGlobal } from './script-failures.js';
import { definedGlobal, forgetScript, loadScript, type LoadScriptOptions } from './load-script.js';
import { withdraw } from './policy.js';

/** Where a widget runs, and what it is given. */
export interface WidgetStart extends Offer {
  /** The address of the script. `{access_token}` in it is filled in, where the vendor demands it. */
  scriptUrl?: string | undefined;
  /** How the script is loaded. */
  load?: LoadScriptOptions | undefined;
  signal: AbortSignal;
}

/** Stops what was started, and leaves nothing behind. */
export type Cleanup = () => void;

type Api = Record<string, unknown>;
type Callable = (...values: unknown[]) => unknown;

/**
 * Starts a widget in the way that its settings say, and resolves with the way to stop it. Rejects with `script-…` where the
 * script is not there, `widget-token-expired` where the widget says so, and `widget-failed` where it does not start.
 */
export async function startWidget(handOff: HandOff, start: WidgetStart): Promise<Cleanup> {
  start.signal.throwIfAborted();
  const own = new AbortController();
  const { signal } = own;
  const undo: Cleanup[] = [() => start.container.replaceChildren()];
  const stop = () => {
    own.abort(start.signal.reason);
    for (const one of undo.splice(0).reverse()) {
      // What cannot be stopped keeps nothing else from it.
      try {
        one();
      } catch (error) {
        reportError(error);
      }
    }
  };
  start.signal.addEventListener('abort', stop, { signal });
  const go = () => run(handOff, { ...start, signal }, undo).finally(() => signal.aborted && stop());
  return inTurn(handOff, signal, go).then(
    () => stop,
    (error: unknown) => {
      stop();
      throw error;
    },
  );
}

const turns = new Map<string, Promise<unknown>>();

/** Those that use the same names of the page go one after the other: each script finds what was put up for it. */
function inTurn(handOff: HandOff, signal: AbortSignal, go: () => Promise<void>): Promise<void> {
  const { globals, callback, queue, calls = [], construct, global } = handOff;
  const names = globals || callback || queue || (calls.length > 1 && !construct);
  const key = names ? [Object.keys(globals ?? {}), callback, queue?.global, global].join() : '';
  const before = turns.get(key);
  const turn = new Promise<void>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
    void Promise.resolve(before).then(() => (signal.aborted ? undefined : go().then(resolve, reject)));
  });
  const over = Promise.allSettled([before, turn]).then(() => undefined);
  if (key) turns.set(key, over);
  return turn;
}

async function run(handOff: HandOff, start: WidgetStart, undo: Cleanup[]): Promise<void> {
  const { globals = {}, callback, queue, element, global } = handOff;
  if (handOff.iframe) return (await import('./vendor-frame.js')).startFrame(handOff.iframe, start);
  for (const [name, value] of Object.entries(globals)) undo.push(setGlobal(name, fill(value, start)));
  const called = new Promise<void>((resolve) => callback && undo.push(setGlobal(callback, () => resolve())));
  if (queue) undo.push(putQueue(queue, start));
  const made = element && makeElement(element, start);
  const script = start.scriptUrl === undefined ? undefined : await load(handOff, start, undo);
  if (callback) await called;
  if (made && element.properties) {
    // What is set on an element that is not defined yet would hide the property of its class.
    if (made.matches(':not(:defined)')) await customElements.whenDefined(made.localName);
    Object.assign(made, fill(element.properties, start));
  }
  start.signal.throwIfAborted();
  const isImported = script?.type === 'module' && (handOff.calls || handOff.construct);
  const api =
    (isImported && (await importFrom(script, handOff.export))) || (global ? definedGlobal(global) : undefined);
  if (api !== undefined) await makeCalls(api, handOff, start, undo);
  else if (global || isImported) throw noGlobal(global ?? handOff.export ?? 'default');
}

/** Loads the script: in a tag of its own where it reads what is for one widget only, else once for all. */
function load(handOff: HandOff, start: WidgetStart, undo: Cleanup[]): Promise<HTMLScriptElement> {
  const { globals, callback, element, script, global, type } = handOff;
  const url = fillText(start.scriptUrl!, { ...start, accessToken: encodeURIComponent(start.accessToken) });
  const isOwn = globals || callback || script || (element && !element.tag?.includes('-')) || url !== start.scriptUrl;
  const attributes = { ...fillAll(script ?? {}, start), ...(isOwn ? { 'data-lending-for': start.container.id } : {}) };
  const options = { ...start.load, type, global: callback ? undefined : global, attributes };
  if (!isOwn) return loadScript(url, { ...options, signal: start.signal });
  let tag: HTMLScriptElement | undefined;
  const loaded = loadScript(url, options).then((made) => (tag = made));
  undo.push(() => {
    if (tag) return forgetScript(tag);
    document.querySelectorAll<HTMLScriptElement>(`[data-lending-for="${start.container.id}"]`).forEach(withdraw);
    loaded.then(forgetScript, () => undefined);
  });
  return loaded;
}

async function makeCalls(api: unknown, handOff: HandOff, start: WidgetStart, undo: Cleanup[]): Promise<void> {
  const { construct, destroy, calls = [], expired = 'token-expired' } = handOff;
  let on = api;
  let answer: unknown;
  try {
    if (construct) on = new (api as new (...values: unknown[]) => unknown)(...(fill(construct, start) as unknown[]));
    for (const { method, arguments: values = [] } of calls) {
      const target = method ? (on as Api)[method] : on;
      if (typeof target !== 'function') throw noGlobal(`${handOff.global ?? 'the export'}.${method ?? ''}`);
      answer = (await (target as Callable).apply(on, fill(values, start) as unknown[])) ?? answer;
      start.signal.throwIfAborted();
    }
  } catch (cause) {
    if (cause instanceof LendingError) throw cause;
    throw (cause as { code?: unknown } | undefined)?.code === expired ? tokenExpired(cause) : notStarted(cause);
  } finally {
    const owner = destroy && [answer, on].find((one) => typeof (one as Api | undefined)?.[destroy] === 'function');
    if (owner) undo.push(() => ((owner as Api)[destroy] as Callable)());
  }
}

/** What stands on the page now, the latest last. Objects that only lead to it go when they are empty. */
const standing: { owner: Api; key: string; before: PropertyDescriptor | undefined }[] = [];
const leading = new WeakSet<object>();

/** Puts a global up. What stood there before comes back, unless a script has put something else there. */
function setGlobal(name: string, value: unknown): Cleanup {
  const path = name.split('.');
  const key = path.pop()!;
  const way: [Api, string][] = [];
  const owner = path.reduce(
    (at, part) => {
      if (at[part] == null) leading.add((at[part] = {}));
      way.unshift([at, part]);
      return at[part] as Api;
    },
    globalThis as unknown as Api,
  );
  const mine = { owner, key, before: Object.getOwnPropertyDescriptor(owner, key) };
  standing.push(mine);
  owner[key] = value;
  return () => {
    const [, ...later] = standing.splice(standing.indexOf(mine));
    standing.push(...later);
    const next = later.find((one) => one.owner === owner && one.key === key);
    if (next) next.before = mine.before;
    else if (owner[key] === value) {
      if (mine.before) Object.defineProperty(owner, key, mine.before);
      else delete owner[key];
    }
    for (const [at, part] of way) {
      if (leading.has(at[part] as object) && !Object.keys(at[part] as object).length) delete at[part];
    }
  };
}

function putQueue({ global, calls }: NonNullable<HandOff['queue']>, start: WidgetStart): Cleanup {
  const q: unknown[][] = [];
  const stub: Callable = (...values) => q.push(values);
  const real = definedGlobal(global);
  const restore = real ? () => undefined : setGlobal(global, Object.assign(stub, { q }));
  for (const values of calls) ((real ?? stub) as Callable)(...(fill(values, start) as unknown[]));
  return restore;
}

function makeElement({ tag = 'div', attributes = {}, asks }: NonNullable<HandOff['element']>, start: WidgetStart) {
  const made = document.createElement(tag);
  for (const [name, text] of Object.entries(fillAll(attributes, start))) made.setAttribute(name, text);
  if (asks) made.addEventListener(asks.event, () => void answer(made, asks, start), { signal: start.signal });
  start.container.append(made);
  return made;
}

/** Answers an element that asks for its token. */
async function answer(made: Element, asks: NonNullable<NonNullable<HandOff['element']>['asks']>, start: WidgetStart) {
  const accessToken = await start.getToken();
  if (start.signal.aborted) return;
  const method = (made as unknown as Api)[asks.method] as Callable;
  method.apply(made, fill(asks.arguments, { ...start, accessToken }) as unknown[]);
}

const importFrom = async (script: HTMLScriptElement, name = 'default') =>
  ((await import(/* @vite-ignore */ script.src)) as Api)[name];

const notStarted = (cause: unknown) =>
  new LendingError('widget-failed', 'The widget did not start.', {
    remedy: 'See the cause.',
    recoverable: true,
    cause,
  });

const tokenExpired = (cause: unknown) =>
  new LendingError('widget-token-expired', 'The widget says that its token has expired.', { recoverable: true, cause });
