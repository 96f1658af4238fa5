import { didYouMean, findUnknown, type UnknownName } from '../nearest.js';
import type { HandOff } from './hand-off.js';
import type { WidgetSettings } from './widget-settings.js';

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

/** The names of a widget's settings, for pages, which do not download the schema. The compiler checks that none is missing. */
const WIDGET = {
  embedCode: true,
  scriptUrl: true,
  integrity: true,
  handOff: HAND_OFF,
  origins: true,
  withoutToken: true,
  isolation: true,
  dialogs: true,
  frameUrl: true,
  opensLater: true,
} satisfies Names<WidgetSettings>;

/** Finds an unknown name in a widget's settings. */
export const unknownName = (settings: unknown): UnknownName | undefined => findUnknown(settings, WIDGET);

/** Finds an unknown name in other settings. `names` are the known ones. */
export const unknownAmong = (settings: unknown, names: readonly string[]): UnknownName | undefined =>
  findUnknown(settings, Object.fromEntries(names.map((name) => [name, true])));

/** The values of the settings with a fixed list of values. A typing error must not select the default. */
const CHOICES = { isolation: ['page', 'frame'], dialogs: ['cover', 'inline'] };
export type Choices = { [name in keyof typeof CHOICES]?: unknown };

/** Describes the first invalid value of such a setting; `undefined` if they are valid or not set. */
export function unknownChoice(given: Choices): string | undefined {
  for (const [name, choices] of Object.entries(CHOICES)) {
    const value = given[name as keyof Choices] as string | number | null | undefined;
    if (value === undefined || value === null || choices.includes(value as string)) continue;
    const text = String(value).slice(0, 40);
    return `${name} must be "${choices.join('" or "')}"; it is "${text}".${didYouMean(text, choices)}`;
  }
  return undefined;
}
