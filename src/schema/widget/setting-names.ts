import { didYouMean, findUnknown, type UnknownName } from '../nearest.js';
import type { HandOff } from './hand-off.js';

type Names<T> = { [name in keyof T]-?: true | Names<NonNullable<T[name]>> };

const HAND_OFF: Names<HandOff> = {
  globals: true,
  callback: true,
  queue: { global: true, calls: true },
  element: { tag: true, attributes: true, properties: true, asks: { event: true, method: true, arguments: true } },
  script: true,
  type: true,
  global: true,
  export: true,
  construct: true,
  calls: [{ method: true, arguments: true }],
  destroy: true,
  iframe: { src: true, title: true, ready: true, message: true },
  expired: true,
};

/** Finds an unknown name in a hand-off, for pages, which do not download the schema. The compiler checks that none is missing. */
export const unknownInHandOff = (handOff: unknown): UnknownName | undefined =>
  findUnknown(handOff, HAND_OFF, 'handOff.');

/** Finds an unknown name in settings. `names` are the known ones. */
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
