import { LendingError, loadPart } from '../../errors.js';
import type { HandOff, WidgetSettings } from '../../schema/widget/widget-settings.js';
import { readGlobal, forgetScript, loadScript, loadWithin, type LoadScriptOptions } from '../load-script.js';
import { requireSafeScriptUrl, cancelScript } from '../policy.js';
import { withTimeLimit } from '../../time-limit.js';
import { globalMissing } from '../script-errors.js';
import { fillJson, fillUrl, fillEachUnencoded } from './placeholders.js';
import type { HandOffRun, Api, Callable, StartingWidget } from '../types.js';

/**
 * Starts a widget as its settings describe, and stops it when its signal aborts. Rejects with `script-…` if the script fails,
 * `widget-token-expired` if the widget reports that, and `widget-failed` if it does not start.
 */
export async function startWidget(widget: StartingWidget): Promise<void> {
  const { container, signal, deadline } = widget;
  signal.throwIfAborted();
  const run: HandOffRun = { ...widget, undo: [() => container.replaceChildren()], isStarting: true };
  const stop = () => {
    for (const one of run.undo.splice(0).reverse()) {
      // An error in one clean-up must not prevent the others.
      try {
        one();
      } catch (error) {
        reportError(error);
      }
    }
  };
  signal.addEventListener('abort', stop);
  const handOff = widget.config.handOff ?? {};
  const done = await deadline.waitInQueue(sharedNames(handOff), signal);
  const running = runHandOff(handOff, run).finally(() => {
    done();
    run.isStarting = false;
    if (signal.aborted) stop();
  });
  await withTimeLimit(running, { signal });
}

/** The globals that a hand-off uses for one widget. Widgets that use the same globals must start one after the other. */
function sharedNames({ globals, callback, queue, calls = [], construct, global }: HandOff): string[] {
  const isShared = globals || callback || queue || (calls.length > 1 && !construct);
  const names = [...Object.keys(globals ?? {}), callback, queue?.global, isShared && global];
  return names.filter((name): name is string => !!name);
}

async function runHandOff(handOff: HandOff, start: HandOffRun): Promise<void> {
  const { global } = handOff;
  const { scriptUrl } = start.config;
  const { preparePage, startVendorFrame } = await loadPreparation();
  start.signal.throwIfAborted();
  if (handOff.iframe) return startVendorFrame(handOff.iframe, start);
  const loaded = preparePage(handOff, start);
  const script = scriptUrl === undefined ? undefined : await load(scriptUrl, handOff, start);
  await loaded();
  start.signal.throwIfAborted();
  const isImported = script?.type === 'module' && (handOff.calls || handOff.construct);
  const api = (isImported && (await importFrom(script, handOff.export))) || (global ? readGlobal(global) : undefined);
  try {
    if (api !== undefined) await makeCalls(api, handOff, start);
    else if (global || isImported) throw globalMissing(global ?? handOff.export ?? 'default');
  } catch (error) {
    // The wrong script has run, so the next try must load it again.
    if (script && (error as LendingError).code === 'script-no-global') forgetScript(script);
    throw error;
  }
}

/** Whether a script reads values of one widget while it runs. */
const isPerWidget = ({ globals, callback, element, script }: HandOff) =>
  globals || callback || script || (element && !element.tag?.includes('-'));

/** Loads the script: in its own tag if it reads values of one widget, else once for all widgets. */
function load(scriptUrl: string, handOff: HandOff, start: HandOffRun): Promise<HTMLScriptElement> {
  const { callback, script, global, type } = handOff;
  const { signal, container, deadline, config } = start;
  const options = { timeoutMs: deadline.left, integrity: config.integrity, signal };
  const url = fillUrl(scriptUrl, start);
  if (!isPerWidget(handOff) && url === scriptUrl) return loadOnce(url, handOff, options);
  const attributes = { ...fillEachUnencoded(script ?? {}, start), 'data-lending-for': container.id };
  start.undo.push(() =>
    document
      .querySelectorAll<HTMLScriptElement>(`[data-lending-for="${container.id}"]`)
      .forEach((tag) => cancelScript(tag)),
  );
  return loadWithin(requireSafeScriptUrl(url), { ...options, type, global: callback ? undefined : global, attributes });
}

const loadOnce = (url: string, { type, global }: HandOff, options: LoadScriptOptions) =>
  loadScript(url, { ...options, type, global });

const loadPreparation = () => loadPart(import('./prepare-page.js'));

/** Loads a script before there is a token, if it needs no values of one widget. */
export async function loadAhead(
  url: string,
  { handOff = {}, integrity }: WidgetSettings,
  options: LoadScriptOptions,
): Promise<void> {
  const isReady = !isPerWidget(handOff) && !handOff.queue && !handOff.iframe && !url.includes('{');
  await Promise.all([loadPreparation(), isReady && loadOnce(url, handOff, { integrity, ...options })]);
}

/** The objects with a method that stops a widget. An object that several widgets share is stopped with the last of them. */
const stoppableObjects: unknown[] = [];

async function makeCalls(api: unknown, handOff: HandOff, start: HandOffRun): Promise<void> {
  const { construct, destroy, calls = [], expired = 'token-expired' } = handOff;
  let on = api;
  let answer: unknown;
  try {
    if (construct)
      on = new (api as new (...values: unknown[]) => unknown)(...(fillJson(construct, start) as unknown[]));
    for (const { method, arguments: values = [] } of calls) {
      const target = method ? (on as Api)[method] : on;
      if (typeof target !== 'function') throw globalMissing(`${handOff.global ?? 'the export'}.${method ?? ''}`);
      answer = (await (target as Callable).apply(on, fillJson(values, start) as unknown[])) ?? answer;
      start.signal.throwIfAborted();
    }
  } catch (cause) {
    if (cause instanceof LendingError) throw cause;
    throw (await loadPart(import('../widget-errors.js'))).handOffFailed(cause, expired);
  } finally {
    const owner = destroy && [answer, on].find((one) => typeof (one as Api | undefined)?.[destroy] === 'function');
    if (owner) {
      stoppableObjects.push(owner);
      start.undo.push(() => {
        stoppableObjects.splice(stoppableObjects.indexOf(owner), 1);
        if (!stoppableObjects.includes(owner)) ((owner as Api)[destroy] as Callable)();
      });
    }
  }
}

// A bundler must leave it to the browser.
const importFrom = async (script: HTMLScriptElement, name = 'default') =>
  ((await import(/* @vite-ignore */ /* webpackIgnore: true */ /* turbopackIgnore: true */ script.src)) as Api)[name];
