import { LendingError, part } from '../errors.js';
import type { HandOff } from '../schema/hand-off.js';
import type { Clock } from './clock.js';
import { fill, fillAddress, fillAll, fillingOf, type Offer } from './fill.js';
import { noGlobal } from './script-failures.js';
import {
  definedGlobal,
  forgetScript,
  loadScript,
  loadWithin,
  untilAborted,
  type LoadScriptOptions,
} from './load-script.js';
import { scriptUrl, withdraw } from './policy.js';
import { takeTurn } from './turns.js';

/** Where a widget runs, and what it is given. */
export interface WidgetStart extends Offer {
  /** The address of the script. `{access_token}` in it is filled in, where the vendor demands it. */
  scriptUrl?: string | undefined;
  /** How the script is loaded. */
  load?: LoadScriptOptions | undefined;
  /** The time that the start has. Default: the loader's own. */
  clock?: Clock | undefined;
  signal: AbortSignal;
}

/** Stops what was started, and leaves nothing behind. */
export type Cleanup = () => void;

/** A start under way, and what undoes it. */
export interface Run extends WidgetStart {
  undo: Cleanup[];
}

export type Api = Record<string, unknown>;
export type Callable = (...values: unknown[]) => unknown;

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
  try {
    const done = await takeTurn(sharedNames(handOff), signal, start.clock);
    const running = run(handOff, { ...start, signal, undo }).finally(() => {
      done();
      if (signal.aborted) stop();
    });
    await untilAborted(running, signal);
    return stop;
  } catch (error) {
    stop();
    throw error;
  }
}

/** Names of the page that a hand-off uses for what is one widget's: each script must find what was put up for it. */
function sharedNames({ globals, callback, queue, calls = [], construct, global }: HandOff): string[] {
  const isShared = globals || callback || queue || (calls.length > 1 && !construct);
  const names = [...Object.keys(globals ?? {}), callback, queue?.global, isShared && global];
  return names.filter((name): name is string => !!name);
}

async function run(handOff: HandOff, start: Run): Promise<void> {
  const { globals, callback, queue, element, global } = handOff;
  if (handOff.iframe) return (await part(import('./vendor-frame.js'))).startFrame(handOff.iframe, start);
  const isPutUp = globals || callback || queue || element;
  const ways = isPutUp && (await part(import('./put-up.js')));
  start.signal.throwIfAborted();
  const loaded = ways ? ways.putUp(handOff, start) : undefined;
  const script = start.scriptUrl === undefined ? undefined : await load(handOff, start);
  await loaded?.();
  start.signal.throwIfAborted();
  const isImported = script?.type === 'module' && (handOff.calls || handOff.construct);
  const api =
    (isImported && (await importFrom(script, handOff.export))) || (global ? definedGlobal(global) : undefined);
  try {
    if (api !== undefined) await makeCalls(api, handOff, start);
    else if (global || isImported) throw noGlobal(global ?? handOff.export ?? 'default');
  } catch (error) {
    // What has run is not what was asked for: the next try loads it anew.
    if (script && (error as LendingError).code === 'script-no-global') forgetScript(script);
    throw error;
  }
}

/** Whether a script reads, while it runs, what is for one widget only. */
const isOwn = ({ globals, callback, element, script }: HandOff) =>
  globals || callback || script || (element && !element.tag?.includes('-'));

/** Loads the script: in a tag of its own where it reads what is for one widget only, else once for all. */
function load(handOff: HandOff, start: Run): Promise<HTMLScriptElement> {
  const { callback, script, global, type } = handOff;
  const { signal, container, clock } = start;
  const options = { timeout: clock?.left, ...start.load, signal };
  const url = fillAddress(start.scriptUrl!, fillingOf(start));
  if (!isOwn(handOff) && url === start.scriptUrl) return loadOnce(url, handOff, options);
  const attributes = { ...fillAll(script ?? {}, start), 'data-lending-for': container.id };
  start.undo.push(() =>
    document
      .querySelectorAll<HTMLScriptElement>(`[data-lending-for="${container.id}"]`)
      .forEach((tag) => withdraw(tag)),
  );
  return loadWithin(scriptUrl(url), { ...options, type, global: callback ? undefined : global, attributes });
}

const loadOnce = (url: string, { type, global }: HandOff, options: LoadScriptOptions) =>
  loadScript(url, { ...options, type, global });

/** Loads a script before there is a token, if it can do without anything of one widget's. */
export async function loadAhead(url: string, handOff: HandOff, options: LoadScriptOptions): Promise<void> {
  if (!isOwn(handOff) && !handOff.queue && !handOff.iframe && !url.includes('{')) await loadOnce(url, handOff, options);
}

/** What widgets are stopped by. One that several of them share, as the global itself, stops with the last. */
const owners: unknown[] = [];

async function makeCalls(api: unknown, handOff: HandOff, start: Run): Promise<void> {
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
    if (owner) {
      owners.push(owner);
      start.undo.push(() => {
        owners.splice(owners.indexOf(owner), 1);
        if (!owners.includes(owner)) ((owner as Api)[destroy] as Callable)();
      });
    }
  }
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
