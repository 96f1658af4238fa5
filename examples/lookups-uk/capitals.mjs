// @ts-check
// Addresses are often in capitals. Names of companies stay as the register has them: "ABC" and "McSAMPLE" follow no rule.

/** Words that stay small inside a name, as in "Stoke-on-Trent". */
const SMALL = /(?<=[\s-])(?:And|By|Cum|In|Le|Next|Of|On|The|Under|Upon)(?=[\s-])/g;

/**
 * Writes a line in capitals as people write it: `12A ST JOHN'S ROAD` is `12A St John's Road`. Other lines stay as they are, without
 * spaces around them and double ones. A blank line is `undefined`.
 * @param {string | number | undefined} line
 * @returns {string | undefined}
 */
export function tidy(line) {
  const text = String(line ?? '')
    .trim()
    .replace(/\s+/g, ' ');
  if (!text || /\p{Ll}/u.test(text)) return text || undefined;
  return text
    .toLowerCase()
    .replace(/(?<![\p{L}\d'’])\p{L}|(?<=['’])\p{L}(?=\p{L}{2})|(?<=\d)\p{L}(?!\p{L})/gu, (letter) =>
      letter.toUpperCase(),
    )
    .replace(SMALL, (word) => word.toLowerCase())
    .replace(/\bPo Box\b/, 'PO Box');
}

/**
 * @param {readonly (string | undefined)[]} lines
 * @returns {string | undefined}
 */
export const joined = (lines) => lines.filter(Boolean).join(', ') || undefined;
