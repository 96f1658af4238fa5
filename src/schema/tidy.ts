/** Characters that nobody sees: control characters, halves of characters, zero-width ones, direction overrides, fillers. */
const INVISIBLE = /(?![\t-\r])[\p{Cc}\p{Cs}\p{DI}\u2800]/gu;

/** What somebody meant to type: without characters that nobody sees, single spaces, none around it. */
export const tidy = (typed: string) => typed.replace(INVISIBLE, '').replace(/\s+/g, ' ').trim().normalize('NFC');

/** The same for what is no free text: full-width digits and letters are the plain ones. */
export const tidyPlain = (typed: string) => tidy(typed.normalize('NFKC'));

/** A number without its English ending: `1st` is 1. */
export const tidyOrdinals = (typed: string) => tidyPlain(typed).replace(/(\d)(st|nd|rd|th)\b/gi, '$1');

/**
 * The day, month and year of a whole date that stands in one input, as they stand in it. The day goes first, or the
 * year; the month only by its name: `3/27/1985` is no whole date. A year may have two digits, for the reader to refuse.
 */
export function splitDate(typed: string): string[] | undefined {
  const parts = tidyOrdinals(typed).split(/[\s.,/\u2010-\u2015-]+/);
  if (/^\d{4}$/.test(parts[0]!)) parts.reverse();
  if (/^[a-z]/i.test(parts[0]!)) parts.unshift(...parts.splice(1, 1));
  return /^\d\d? (0?[1-9]|1[0-2]|[a-z]{3,}) (\d\d){1,2}$/i.test(parts.join(' ')) ? parts : undefined;
}
