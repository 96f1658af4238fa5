import { tokenTextProblem } from './token.js';
import type { WidgetSettings } from './widget-settings.js';

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

/** Describes the type of a value, never its content, because it may be a token. */
export function describeType(value: unknown): string {
  if (value === undefined || value === null) return String(value);
  if (typeof value === 'string') return value ? 'a string' : 'an empty string';
  const kind = typeof value === 'object' ? Object.prototype.toString.call(value).slice(8, -1) : typeof value;
  return `${/^[aeio]/i.test(kind) ? 'an' : 'a'} ${kind === 'Object' || kind === 'Array' ? kind.toLowerCase() : kind}`;
}

/** Describes why a value is not a token; `undefined` if it is one. */
export const tokenProblem = (token: unknown): string | undefined =>
  typeof token === 'string' ? tokenTextProblem(token) : describeType(token);
