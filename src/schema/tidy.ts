/**
 * Characters that nobody sees: control characters, halves of characters, zero-width ones, direction overrides, fillers.
 * What it captures stays: a joiner after a letter of the scripts, from Arabic to Georgian, that are written with them.
 */
const INVISIBLE = /([\u0620-\u115e][\u200c\u200d])|(?![\t-\r])[\p{Cc}\p{Cs}\p{DI}\u2800]/gu;

/** Whether there is nothing to see in a text. */
export const isEmpty = (text: string) => !text.replace(INVISIBLE, '').trim();

/**
 * Characters of the longest text that is read. To bring accents into their order costs more than the length of the text, and
 * nobody types that much.
 */
export const LONGEST = 2000;

/** What somebody meant to type: without characters that nobody sees, single spaces, none around it. */
export const tidy = (typed: string) => typed.replace(INVISIBLE, '$1').replace(/\s+/g, ' ').trim().normalize('NFC');

/** Characters that are drawn for other ones: ligatures, and full-width or half-width forms. */
const FORMS = /[\ufb00-\ufdff\ufe30-\uffee]+/g;

/**
 * The same for a name or a line of an address, with the keys that somebody would have pressed: a document that text is
 * copied from has its own quotation marks, hyphens, ligatures and commas at the end of a line.
 */
export const tidyWords = (typed: string) =>
  tidy(typed.replace(FORMS, (form) => form.normalize('NFKC')))
    .replace(/[\u2018\u2019\u201b\u2032`\u00b4]/g, "'")
    .replace(/[\u201c-\u201f\u2033]/g, '"')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/^[ ,;]+|(?<![ ,;])[ ,;]+$/g, '');

/** The same for what is no free text: full-width digits and letters are the plain ones. */
export const tidyPlain = (typed: string) => tidy(typed.normalize('NFKC'));

/** What goes between the parts of a date: eight digits, where the last four are the year; `1st`; `of`, `the`, weekdays. */
const BETWEEN = /^(\d\d)(\d\d)(?=1[6-9]|20)|(\d)[nrst][dht]\b|\b(of|mo|t|w|fr|s[au])[a-z]*[ .,]*/gi;

/** A date, or a part of one, without what its numbers and its month do not need. */
const tidyDate = (typed: string) =>
  tidyPlain(typed)
    .replace(/^\D*:|(?<![.,;])[.,;]+$/g, '')
    .replace(BETWEEN, '$3$1 $2 ')
    .trim();

/**
 * The day, month and year of a whole date that stands in one input, as they stand in it. The day goes first, or the
 * year; the month only by its name: `3/27/1985` is no whole date. A year may have two digits, for the reader to refuse.
 */
export function splitDate(typed: string): string[] | undefined {
  const parts = tidyDate(typed).split(/[ .,/\p{Pd}]+/u);
  if (/^\d{4}$/.test(parts[0]!)) parts.reverse();
  if (/^[a-z]/i.test(parts[0]!)) parts.unshift(...parts.splice(1, 1));
  return /^\d\d? (0?[1-9]|1[0-2]|[a-z]{3,}) (\d\d){1,2}$/i.test(parts.join(' ')) ? parts : undefined;
}

/** What stands in the three inputs, tidied. Together they may hold a whole date in another way: all of it in one. */
export const partsOf = (texts: string[]): string[] =>
  splitDate(texts.join(' ')) ?? texts.map((text) => tidyDate(text).replace(/\s|\.$/g, ''));
