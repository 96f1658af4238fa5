import type { HandOff } from '../../schema/widget/widget-settings.js';
import { readGlobal } from '../load-script.js';
import { watchPageValues } from '../page-values.js';
import { requireSafeScriptUrl } from '../policy.js';
import type { Api, Callable, Cleanup, HandOffRun } from '../types.js';
import { fillEachUnencoded, fillJson, fillUrl } from './placeholders.js';

type ElementSettings = NonNullable<HandOff['element']>;

/** Sets globals, a callback and a queue, and adds an element. The returned function, for when the script has loaded, waits for them. */
export function preparePage(
  { globals = {}, callback, queue, element }: HandOff,
  start: HandOffRun,
): () => Promise<void> {
  const { undo } = start;
  undo.push(watchPageValues(start.container, () => start.isStarting));
  for (const [name, value] of Object.entries(globals)) undo.push(setGlobal(name, fillJson(value, start)));
  const called = new Promise<void>((resolve) => callback && undo.push(setGlobal(callback, () => resolve())));
  if (queue) undo.push(setQueue(queue, start));
  const made = element && makeElement(element, start);
  return async () => {
    if (callback) await called;
    if (!made || !element.properties) return;
    // A property that is set before the element is defined would hide the property of its class.
    if (made.matches(':not(:defined)')) await customElements.whenDefined(made.localName);
    Object.assign(made, fillJson(element.properties, start));
  };
}

/** The globals that are set now, in the order in which they were set. Parent objects are removed when they are empty. */
const activeGlobals: { owner: Api; key: string; before: PropertyDescriptor | undefined }[] = [];
const createdParents = new WeakSet<object>();

/** Sets a global. Its cleanup restores the previous value, unless a script has set another one. */
function setGlobal(name: string, value: unknown): Cleanup {
  const path = name.split('.');
  const key = path.pop()!;
  const parents: [Api, string][] = [];
  const owner = path.reduce(
    (at, part) => {
      if (at[part] == null) createdParents.add((at[part] = {}));
      parents.unshift([at, part]);
      return at[part] as Api;
    },
    globalThis as unknown as Api,
  );
  const mine = { owner, key, before: Object.getOwnPropertyDescriptor(owner, key) };
  activeGlobals.push(mine);
  owner[key] = value;
  return () => {
    const [, ...later] = activeGlobals.splice(activeGlobals.indexOf(mine));
    activeGlobals.push(...later);
    const next = later.find((one) => one.owner === owner && one.key === key);
    if (next) next.before = mine.before;
    else if (owner[key] === value) {
      if (mine.before) Object.defineProperty(owner, key, mine.before);
      else delete owner[key];
    }
    for (const [at, part] of parents) {
      if (createdParents.has(at[part] as object) && !Object.keys(at[part] as object).length) delete at[part];
    }
  };
}

function setQueue({ global, calls }: NonNullable<HandOff['queue']>, start: HandOffRun): Cleanup {
  const q: unknown[][] = [];
  const stub: Callable = (...values) => q.push(values);
  const real = readGlobal(global);
  const restore = real ? () => undefined : setGlobal(global, Object.assign(stub, { q }));
  for (const values of calls) ((real ?? stub) as Callable)(...(fillJson(values, start) as unknown[]));
  return restore;
}

function makeElement({ tag = 'div', attributes = {}, asks }: ElementSettings, start: HandOffRun) {
  const made = document.createElement(tag);
  for (const [name, text] of Object.entries(fillEachUnencoded(attributes, start))) made.setAttribute(name, text);
  if (asks) made.addEventListener(asks.event, () => void answerElement(made, asks, start), { signal: start.signal });
  start.container.append(made);
  return made;
}

/** Passes a token to an element that asks for it. */
async function answerElement(made: Element, asks: NonNullable<ElementSettings['asks']>, start: HandOffRun) {
  const accessToken = await start.getToken();
  if (start.signal.aborted) return;
  const method = (made as unknown as Api)[asks.method] as Callable;
  method.apply(made, fillJson(asks.arguments, { ...start, accessToken }) as unknown[]);
}

/**
 * Shows a page of the service in a frame. The token is in the frame's URL, or in a message. The message goes to this frame and its
 * exact origin only, after the frame has reported that it is ready.
 */
export async function startVendorFrame(settings: NonNullable<HandOff['iframe']>, start: HandOffRun): Promise<void> {
  const { src, title, ready, message } = settings;
  const { signal } = start;
  const url = requireSafeScriptUrl(fillUrl(src, start));
  const { origin } = new URL(url);
  const frame = document.createElement('iframe');
  Object.assign(frame, { src: url, title, referrerPolicy: 'no-referrer' });
  const started = new Promise<void>((resolve) => {
    if (message === undefined) return frame.addEventListener('load', () => resolve(), { signal });
    const answer = (event: MessageEvent) => {
      if (event.source !== frame.contentWindow || event.origin !== origin || !matches(event.data, ready)) return;
      frame.contentWindow!.postMessage(fillJson(message, start), origin);
      resolve();
    };
    addEventListener('message', answer, { signal });
  });
  start.container.append(frame);
  await started;
}

/** Whether a message contains all expected values. */
function matches(data: unknown, wanted: unknown): boolean {
  if (typeof wanted !== 'object' || wanted === null) return wanted === undefined || data === wanted;
  if (typeof data !== 'object' || data === null) return false;
  return Object.entries(wanted).every(([key, value]) => matches((data as Record<string, unknown>)[key], value));
}
