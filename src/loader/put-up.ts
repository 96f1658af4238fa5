import type { HandOff } from '../schema/hand-off.js';
import { fill, fillAll } from './fill.js';
import type { Api, Callable, Cleanup, Run, WidgetStart } from './hand-off.js';
import { definedGlobal } from './load-script.js';

/**
 * Puts up what a script finds on the page when it loads: globals, a callback, a queue, an element. It answers with what is
 * waited for once the script has loaded.
 */
export function putUp({ globals = {}, callback, queue, element }: HandOff, start: Run): () => Promise<void> {
  const { undo } = start;
  for (const [name, value] of Object.entries(globals)) undo.push(setGlobal(name, fill(value, start)));
  const called = new Promise<void>((resolve) => callback && undo.push(setGlobal(callback, () => resolve())));
  if (queue) undo.push(putQueue(queue, start));
  const made = element && makeElement(element, start);
  return async () => {
    if (callback) await called;
    if (!made || !element.properties) return;
    // What is set on an element that is not defined yet would hide the property of its class.
    if (made.matches(':not(:defined)')) await customElements.whenDefined(made.localName);
    Object.assign(made, fill(element.properties, start));
  };
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
