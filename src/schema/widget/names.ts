import type { HandOff } from '../hand-off.js';
import { didYouMean } from '../nearest.js';
import type { WidgetSettings } from '../widget-settings.js';

type Names<T> = Record<keyof NonNullable<T>, true | object>;
type Element = NonNullable<HandOff['element']>;

const CALL = { method: true, arguments: true };
const ELEMENT = {
  tag: true,
  attributes: true,
  properties: true,
  asks: { event: true, method: true, arguments: true } satisfies Names<Element['asks']>,
} satisfies Names<Element>;
const HAND_OFF = {
  globals: true,
  callback: true,
  queue: { global: true, calls: true } satisfies Names<HandOff['queue']>,
  element: ELEMENT,
  script: true,
  type: true,
  global: true,
  export: true,
  construct: true,
  calls: [CALL],
  destroy: true,
  iframe: { src: true, title: true, ready: true, message: true } satisfies Names<HandOff['iframe']>,
  expired: true,
} satisfies Names<HandOff>;

/** The names that a widget's settings may have, for pages: they download no schema. One that is missing does not compile. */
const WIDGET = {
  embed_code: true,
  script_url: true,
  integrity: true,
  hand_off: HAND_OFF,
  origins: true,
  tokenless: true,
  isolation: true,
  frame_url: true,
  paints: true,
} satisfies Names<WidgetSettings>;

/** A name that settings have and must not have: its path, and the sentence that asks for the name that was meant. */
export interface UnknownName {
  path: string;
  hint: string;
}

function find(given: unknown, known: object, prefix: string): UnknownName | undefined {
  if (typeof given !== 'object' || given === null) return undefined;
  if (Array.isArray(known)) {
    const items = Array.isArray(given) ? given : [];
    return items.map((item, at) => find(item, known[0] as object, `${prefix}${at}.`)).find(Boolean);
  }
  for (const [name, value] of Object.entries(given)) {
    const inside: unknown = Object.hasOwn(known, name) ? known[name as never] : undefined;
    if (!inside) return { path: prefix + name, hint: didYouMean(name, Object.keys(known)) };
    const deeper = typeof inside === 'object' && find(value, inside as object, `${prefix}${name}.`);
    if (deeper) return deeper;
  }
  return undefined;
}

/** Finds a name in a widget's settings that no setting has. */
export const unknownName = (settings: unknown): UnknownName | undefined => find(settings, WIDGET, '');

/** Finds such a name in other settings, by the names that they may have. */
export const unknownAmong = (settings: unknown, names: readonly string[]): UnknownName | undefined =>
  find(settings, Object.fromEntries(names.map((name) => [name, true])), '');

/** The places in which the script can run. */
const ISOLATIONS = ['page', 'frame'];

/** Describes a value of `isolation` that names no place; `undefined` where it names one. */
export function unknownIsolation(value: unknown): string | undefined {
  if (ISOLATIONS.includes(value as string)) return undefined;
  const text = String(value).slice(0, 40);
  return `isolation is "${text}", and neither "page" nor "frame".${didYouMean(text, ISOLATIONS)}`;
}
