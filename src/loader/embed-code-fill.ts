import { asItIs, fillPlaceholders, inAddress, type Encode, type Filling } from './fill.js';
import type { ScriptText } from '../schema/widget/script-text.js';

const hex = (letter: string) => letter.charCodeAt(0).toString(16);

/** Inside a string of a script or of JSON, whatever its quotes, and inside a regular expression. */
export const inString: Encode = (value) => value.replace(/[^\w]/g, (unit) => `\\u${hex(unit).padStart(4, '0')}`);

/** In the text of markup, and in its attributes, with quotes or without. */
export const inMarkup: Encode = (value) =>
  value.replace(/[^\w\u0080-\uFFFF]/g, (letter) => `&#${letter.charCodeAt(0)};`);

const inStyle: Encode = (value) => value.replace(/[^\w\u0080-\uFFFF]/g, (letter) => `\\${hex(letter)} `);

/**
 * Fills a script: a token is a part of the string that it is in, or a string of its own. Without `script` each placeholder
 * is taken to be in a string with quotes.
 */
export function fillScript(text: string, filling: Filling, script?: ScriptText): string {
  const string: Encode = (value) => `"${inString(value)}"`;
  // A tag such as `String.raw` takes the text between the backticks as it is, and knows no escapes.
  const inTemplate: Encode = (value) => `\${${string(value)}}`;
  return fillPlaceholders(text, filling, (at) => {
    if (!script) return inString;
    const zone = script.zones.find(({ start, end }) => start <= at && at < end);
    if (!zone) return string;
    return zone.kind === 'template' ? inTemplate : inString;
  });
}

/** Whether a script must be read before it can be filled, or run a second time. */
export const mustBeRead = (text: string): boolean =>
  /`|\b(const|let|class|async)\b|function\s*\*|use strict|[^\w'"#&=?/:.-]\{(access_token|container_id)/.test(text);

/** Fills a style sheet, or the styles of one element. */
export const fillStyle = (text: string, filling: Filling): string =>
  fillPlaceholders(text, filling, (at) => {
    const before = text.slice(0, at);
    return before.lastIndexOf('url(') > before.lastIndexOf(')') ? inAddress : inStyle;
  });

/** Fills a text that a script may read as JSON. */
export const fillText = (text: string, filling: Filling): string =>
  isJson(text) ? fillPlaceholders(text, filling, () => inString) : fillPlaceholders(text, filling);

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
export function fillData(text: string, type: string, filling: Filling): string {
  if (/json|map|rules/i.test(type) || /^\s*(\[|\{(?!\w+\}))/.test(text))
    return fillPlaceholders(text, filling, () => inString);
  const isMarkup = text.includes('<') || /html|template|handlebars|mustache/i.test(type);
  return fillPlaceholders(text, filling, () => (isMarkup ? inMarkup : asItIs));
}
