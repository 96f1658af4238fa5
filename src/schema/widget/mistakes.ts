import { didYouMean, findUnknown, type UnknownName } from '../nearest.js';
import type { HandOff, WidgetSettings } from './widget-settings.js';

/** The placeholders for the token, but not those of template languages. Only a hand-off can pass a function. */
const TOKEN = /(?<![{$])\{access_token(_url)?\}/;
const GET_TOKEN = /^\{get_token\}$/;

/** Placeholders for a token in another style: from a template language, or from a manual, such as `YOUR_TOKEN`. */
const LOOK_ALIKES =
  /\b(?:YOUR|INSERT|PASTE|REPLACE|ADD|MY)[_-](?:\w+[_-])?TOKEN(?:[_-]HERE)?\b|(?:\{\{|\$\{|\{|\[|<|%)\s*(?:access|auth|user|widget|session)?[_-]?token\s*(?:\}\}|\}|\]|>|%)/gi;

/** All strings in a JSON value. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Embed code that an editor has escaped, even if the editor has put a tag around it. */
const ESCAPED = /^\s*(<(p|pre|code|div|span|br)\b[^>]*>\s*)*&lt;[a-z!]/i;
const IN_QUOTES_TWICE = /(?<!parse)([:,(]\s*|=\s+)(["'`])(?:(?!\2)|\\)(["'`])\{access_token\}\\?\3\2/;

/** A mistake in the settings of a widget: the wrong content, the consequence, and the remedy. */
interface Mistake {
  found: string;
  so: string;
  remedy: string;
}

/** Finds a mistake in embed code that would otherwise show only when a page runs it. */
export function mistakeInCode(code: string): Mistake | undefined {
  if (ESCAPED.test(code))
    return {
      found: 'escaped HTML (&lt;)',
      so: 'so the page would show it as text',
      remedy: 'Write < instead of &lt; and > instead of &gt;, as in the code of the dashboard.',
    };
  if (!IN_QUOTES_TWICE.test(code)) return undefined;
  return {
    found: '{access_token} in quotes twice',
    so: 'so the token would have quotes',
    remedy: 'Leave out the inner quotes.',
  };
}

/** Finds a mistake in how the settings use the token, unless `withoutToken` is set. Hand-off functions and templates are not checked. */
export function mistakeIn(settings: WidgetSettings): Mistake | undefined {
  const { embedCode, scriptUrl = '', handOff, withoutToken } = settings;
  const mistake = mistakeInCode(embedCode ?? '');
  if (mistake || withoutToken) return mistake;
  const inCode = embedCode === undefined ? [] : [embedCode];
  const handed = embedCode === undefined ? [scriptUrl, ...textsIn(handOff)] : [];
  const takes = [...inCode, ...handed].some((text) => TOKEN.test(text)) || handed.some((text) => GET_TOKEN.test(text));
  if (takes) return undefined;
  const [first] = [...inCode, ...handed].flatMap((text) => text.match(LOOK_ALIKES) ?? []);
  return {
    found: first ? `${first} instead of {access_token}` : 'no {access_token}',
    so: 'so the widget would never get its token',
    remedy: first
      ? `Write {access_token} instead of ${first}.`
      : 'Put {access_token} in the place of the token. If the widget needs no token, set "withoutToken": true.',
  };
}

export const describeMistake = ({ found, so }: Mistake) => `The widget's settings contain ${found}, ${so}.`;

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
