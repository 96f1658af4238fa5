import { LendingError } from '../errors.js';
import type { HandOff } from '../schema/hand-off.js';
import { fill, fillAll, fillText, type Offer } from './fill.js';
import { noGlobal } from './script-failures.js';
import { definedGlobal, forgetScript, loadScript, type LoadScriptOptions } from './load-script.js';

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
  const undo: Cleanup[] = [];
  const stop = () =>
    undo
      .splice(0)
      .reverse()
      .forEach((one) => one());
  start.signal.addEventListener('abort', stop, { once: true });
  try {
    if (handOff.iframe) undo.push(await (await import('./vendor-frame.js')).startFrame(handOff.iframe, start));
    else await run(handOff, start, undo);
    start.signal.throwIfAborted();
    return stop;
  } catch (error) {
    stop();
    throw error;
  }
}

async function run(handOff: HandOff, start: WidgetStart, undo: Cleanup[]): Promise<void> {
  const { globals = {}, callback, queue, element, global } = handOff;
  for (const [name, value] of Object.entries(globals)) undo.push(setGlobal(name, fill(value, start)));
  const called = new Promise<void>((resolve) => callback && undo.push(setGlobal(callback, () => resolve())));
  if (queue) undo.push(putQueue(queue, start));
  const made = element && makeElement(element, start);
  const script = start.scriptUrl === undefined ? undefined : await load(handOff, start, undo);
  if (callback) await called;
  if (made) Object.assign(made, fill(element.properties ?? {}, start));
  const exported = script?.type === 'module' && handOff.calls ? await importFrom(script, handOff.export) : undefined;
  const api = exported ?? (global ? definedGlobal(global) : undefined);
  if (api !== undefined) await makeCalls(api, handOff, start, undo);
  else if (global) throw noGlobal(global);
}

/** Loads the script: in a tag of its own where it reads what is for one widget only, else once for all. */
function load(handOff: HandOff, start: WidgetStart, undo: Cleanup[]): Promise<HTMLScriptElement> {
  const { globals, callback, element, script, global, type } = handOff;
  const url = fillText(start.scriptUrl!, { ...start, accessToken: encodeURIComponent(start.accessToken) });
  const isOwn = globals || callback || script || (element && !element.tag?.includes('-')) || url !== start.scriptUrl;
  const attributes = { ...fillAll(script ?? {}, start), ...(isOwn ? { 'data-lending-for': start.container.id } : {}) };
  const loaded = loadScript(url, {
    ...start.load,
    signal: start.signal,
    type,
    global: callback ? undefined : global,
    attributes,
  });
  return isOwn ? loaded.then((tag) => (undo.push(() => forgetScript(tag)), tag)) : loaded;
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
      answer = await (target as Callable).apply(on, fill(values, start) as unknown[]);
    }
  } catch (cause) {
    if (cause instanceof LendingError) throw cause;
    throw (cause as { code?: unknown } | undefined)?.code === expired ? tokenExpired(cause) : notStarted(cause);
  } finally {
    const owner = destroy && [answer, on].find((one) => typeof (one as Api | undefined)?.[destroy] === 'function');
    if (owner) undo.push(() => ((owner as Api)[destroy] as Callable)());
  }
}

/** Puts a global up; what stood there before comes back. */
function setGlobal(name: string, value: unknown): Cleanup {
  const path = name.split('.');
  const key = path.pop()!;
  const owner = path.reduce((at, part) => (at[part] ??= {}) as Api, globalThis as unknown as Api);
  const before = Object.getOwnPropertyDescriptor(owner, key);
  owner[key] = value;
  return () => {
    if (before) Object.defineProperty(owner, key, before);
    else delete owner[key];
  };
}

function putQueue({ global, calls }: NonNullable<HandOff['queue']>, start: WidgetStart): Cleanup {
  const q: unknown[][] = [];
  const stub: Callable = (...values) => q.push(values);
  const real = definedGlobal(global);
  const restore = real ? () => undefined : setGlobal(global, Object.assign(stub, { q }));
  for (const values of calls) ((real ?? stub) as Callable)(...(fill(values, start) as unknown[]));
  // Once the script has put itself in the place of the stub, the place is the script's.
  return () => definedGlobal(global) === stub && restore();
}

function makeElement({ tag = 'div', attributes = {}, asks }: NonNullable<HandOff['element']>, start: WidgetStart) {
  const made = document.createElement(tag);
  for (const [name, text] of Object.entries(fillAll(attributes, start))) made.setAttribute(name, text);
  if (asks) made.addEventListener(asks.event, () => void answer(made, asks, start));
  start.container.append(made);
  return made;
}

/** Answers an element that asks for its token. */
async function answer(made: Element, asks: NonNullable<NonNullable<HandOff['element']>['asks']>, start: WidgetStart) {
  const accessToken = await start.getToken();
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
