import { encodeForUrlPart, fillPlaceholders, unencoded } from '../hand-off/placeholders.js';
import type { Encode, PlaceholderValues } from '../hand-off/placeholders.js';

const hex = (unit: string) => unit.charCodeAt(0).toString(16);

/**
 * Encodes a value for a script. The result has the same meaning in strings with any quotes, in regular expressions and in JSON, and
 * is never executed as code. Usual tokens stay unchanged, also where a script reads a string without its escapes (`String.raw`).
 */
export const encodeForString: Encode = (value) =>
  value.replace(/[^\w.-]|(?<![a-z\d])-|-(?![a-z\d])/gi, (unit) => `\\u${hex(unit).padStart(4, '0')}`);

/** Encodes a value for text and attributes of markup, with quotes or without. */
export const encodeForMarkup: Encode = (value) =>
  value.replace(/[^\w\u0080-\uFFFF]/g, (letter) => `&#${letter.charCodeAt(0)};`);

const encodeForStyle: Encode = (value) => value.replace(/[^\w\u0080-\uFFFF]/g, (letter) => `\\${hex(letter)} `);

/** Fills the placeholders of a script. A placeholder without quotes around it becomes a string. */
export const fillScript = (text: string, values: PlaceholderValues): string =>
  fillPlaceholders(text, values, (at) =>
    isBare(text, at) ? (value) => `"${encodeForString(value)}"` : encodeForString,
  );

/** Whether a placeholder is a whole value without quotes: no quote is open in its line, and the code around it allows a value. */
function isBare(text: string, at: number): boolean {
  let open = '';
  for (const [mark] of text.slice(text.lastIndexOf('\n', at) + 1, at).matchAll(/\\.|["'`]/g)) {
    if (mark === open) open = '';
    else if (!mark.startsWith('\\')) open ||= mark;
  }
  const before = text.slice(0, at).trimEnd().slice(-7);
  const after = text.slice(text.indexOf('}', at) + 1);
  return !open && /([(,:=[?+]|=>|\breturn)$/.test(before) && /^[^\S\n]*(\n|$|\s*[),;}\]])/.test(after);
}

/** Fills the placeholders of a style sheet or a `style` attribute. */
export const fillStyle = (text: string, values: PlaceholderValues): string =>
  fillPlaceholders(text, values, (at) => {
    const before = text.slice(0, at);
    return before.lastIndexOf('url(') > before.lastIndexOf(')') ? encodeForUrlPart : encodeForStyle;
  });

/** Fills the placeholders of data that scripts read: JSON, markup, or neither. `type` is the type of the script that contains it, if any. */
export function fillData(text: string, values: PlaceholderValues, type = ''): string {
  const isJson = /json|map|rules/i.test(type) || /^\s*(\[|\{(?!\w+\}))/.test(text);
  const isMarkup = text.includes('<') || /html|template|handlebars|mustache/i.test(type);
  return fillPlaceholders(text, values, () => (isJson ? encodeForString : isMarkup ? encodeForMarkup : unencoded));
}
