/**
 * Invisible characters: control characters, lone surrogates, zero-width characters, direction overrides, fillers.
 * The captured group is not removed: a joiner after a letter of a script that needs it, from Arabic to Georgian.
 */
const INVISIBLE = /([\u0620-\u115e][\u200c\u200d])|(?![\t-\r])[\p{Cc}\p{Cs}\p{DI}\u2800]/gu;

/** Returns true if a string has no visible characters. */
export const isEmpty = (text: string) => !text.replace(INVISIBLE, '').trim();

/** The most characters of an answer. Normalising accents takes more than linear time, and no real answer is longer. */
export const MAX_TYPED_LENGTH = 2000;

/** Removes invisible characters and surplus spaces from typed text. */
export const normalise = (typed: string) => typed.replace(INVISIBLE, '$1').replace(/\s+/g, ' ').trim().normalize('NFC');

const DIGIT = /\p{Nd}/u;

/** Converts a digit of another script, such as Arabic. The code points of a script's digits are consecutive, from its zero. */
function plainDigit(digit: string): string {
  let value = 0;
  for (let code = digit.codePointAt(0)!; DIGIT.test(String.fromCodePoint(--code));) value++;
  return String(value % 10);
}
const plainDigits = (text: string) => text.replace(/(?!\d)\p{Nd}/gu, plainDigit);

/** Compatibility characters: ligatures, and full-width or half-width forms. */
const FORMS = /[\ufb00-\ufdff\ufe30-\uffee]+/g;

/**
 * Normalises a name or a line of an address. Text that was copied from a document can have typographic quotation marks,
 * hyphens and ligatures, and a comma at the end of a line. Digits become 0 to 9.
 */
export const normaliseWords = (typed: string) =>
  plainDigits(normalise(typed.replace(FORMS, (form) => form.normalize('NFKC'))))
    .replace(/[\u2018\u2019\u201b\u2032`\u00b4]/g, "'")
    .replace(/[\u201c-\u201f\u2033]/g, '"')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/^[ ,;]+|(?<![ ,;])[ ,;]+$/g, '');

/** Normalises a number, date or code: full-width letters, and digits of any script, become plain ones. */
export const normalisePlain = (typed: string) => plainDigits(normalise(typed.normalize('NFKC')));

/** Text between the parts of a date: ordinals (`1st`, `1er`), `of`, `the`, `de`, weekdays. Splits eight digits, too. */
const BETWEEN =
  /^(\d\d)(\d\d)(?=1[6-9]|20)|(\d)(?:[nrst][dht]|er)\b|\b(?:de\b|(?:of|the|mon|tue|wed|thu|fri|sat|sun)[a-z]*)[ .,]*/gi;

/** Removes labels, ordinals and punctuation from a date or a part of one. */
const normaliseDate = (typed: string) =>
  normalisePlain(typed)
    .replace(/^\D*:|(?<![.,;])[.,;]+$/g, '')
    .replace(BETWEEN, '$3$1 $2 ')
    .trim();

/**
 * The day, month and year of a whole date in one input, as typed. The day or the year comes first; the month comes first
 * only by its name, so `3/27/1985` is rejected. A two-digit year is passed on, so that the reader can explain the problem.
 */
export function splitDate(typed: string): string[] | undefined {
  const parts = normaliseDate(typed).split(/[ .,/\p{Pd}]+/u);
  if (/^\d{4}$/.test(parts[0]!)) parts.reverse();
  if (/^\p{L}/u.test(parts[0]!)) parts.unshift(...parts.splice(1, 1));
  return /^\d\d? (0?[1-9]|1[0-2]|[\p{L}\p{M}]{3,}) (\d\d){1,2}$/u.test(parts.join(' ')) ? parts : undefined;
}

/** The three inputs of a date, normalised. One of them may contain the whole date. */
export const dateParts = (texts: string[]): string[] =>
  splitDate(texts.join(' ')) ?? texts.map((text) => normaliseDate(text).replace(/\s|\.$/g, ''));
