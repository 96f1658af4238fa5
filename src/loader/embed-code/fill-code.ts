import type { ScriptText } from '../../schema/widget/script-text.js';
import {
  unencoded,
  fillPlaceholders,
  encodeForAddress,
  type Encode,
  type PlaceholderValues,
} from '../hand-off/placeholders.js';

const hex = (letter: string) => letter.charCodeAt(0).toString(16);

/** Encodes a value for a string of a script or of JSON, with any quotes, and for a regular expression. */
export const encodeForString: Encode = (value) => value.replace(/[^\w]/g, (unit) => `\\u${hex(unit).padStart(4, '0')}`);

/** Encodes a value for text and attributes of markup, with quotes or without. */
export const encodeForMarkup: Encode = (value) =>
  value.replace(/[^\w\u0080-\uFFFF]/g, (letter) => `&#${letter.charCodeAt(0)};`);

const encodeForStyle: Encode = (value) => value.replace(/[^\w\u0080-\uFFFF]/g, (letter) => `\\${hex(letter)} `);

/**
 * Fills the placeholders of a script. Inside a string, the value becomes part of it; elsewhere it becomes a string. Without
 * `script`, each placeholder is assumed to be inside quotes.
 */
export function fillScript(text: string, filling: PlaceholderValues, script?: ScriptText): string {
  const string: Encode = (value) => `"${encodeForString(value)}"`;
  // A tag such as `String.raw` ignores escapes, so the value becomes an expression.
  const inTemplate: Encode = (value) => `\${${string(value)}}`;
  return fillPlaceholders(text, filling, (at) => {
    if (!script) return encodeForString;
    const zone = script.zones.find(({ start, end }) => start <= at && at < end);
    if (!zone) return string;
    return zone.kind === 'template' ? inTemplate : encodeForString;
  });
}

/** Whether a script must be parsed before it can be filled or run a second time. */
export const needsParsing = (text: string): boolean =>
  /`|\b(const|let|class|async)\b|function\s*\*|use strict|[^\w'"#&=?/:.-]\{(access_token|container_id)/.test(text);

/** Fills a style sheet or a `style` attribute. */
export const fillStyle = (text: string, filling: PlaceholderValues): string =>
  fillPlaceholders(text, filling, (at) => {
    const before = text.slice(0, at);
    return before.lastIndexOf('url(') > before.lastIndexOf(')') ? encodeForAddress : encodeForStyle;
  });

/** Fills a text that a script may read as JSON. */
export const fillTextOrJson = (text: string, filling: PlaceholderValues): string =>
  isJson(text) ? fillPlaceholders(text, filling, () => encodeForString) : fillPlaceholders(text, filling);

function isJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Fills a script of another type, which holds JSON, markup, or text. */
export function fillData(text: string, type: string, filling: PlaceholderValues): string {
  if (/json|map|rules/i.test(type) || /^\s*(\[|\{(?!\w+\}))/.test(text))
    return fillPlaceholders(text, filling, () => encodeForString);
  const isMarkup = text.includes('<') || /html|template|handlebars|mustache/i.test(type);
  return fillPlaceholders(text, filling, () => (isMarkup ? encodeForMarkup : unencoded));
}
