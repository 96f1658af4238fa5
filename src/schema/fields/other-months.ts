import { readMonths } from './dates.js';

/** The languages whose months are recognised, where the browser knows them: those of the sentences, and the browser's own. */
const LANGUAGES = ['en', 'ar', 'cy', 'de', 'es', 'fr', 'pl', undefined];

/** Removes accents and dots: they are often left out. */
const plainWord = (word: string) =>
  word
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\p{M}.]/gu, '');

/** A month alone and after a day, because some languages inflect its name: ` march 1 march`. */
const monthIn = (language: string | undefined, index: number) =>
  [{ month: 'long' } as const, { month: 'long', day: 'numeric' } as const]
    .map((options) => new Intl.DateTimeFormat(language, { ...options, calendar: 'gregory', timeZone: 'UTC' }))
    .map((format) => ` ${plainWord(format.format(Date.UTC(2020, index, 1)))}`)
    .join('');

/** The months in each language. The browser loads them only for a month that is not English. */
let known: string[][] | undefined;

/** Returns the month whose name begins with the text, in the first language that has exactly one. */
function monthOf(text: string): number {
  const start = plainWord(text);
  known ??= LANGUAGES.map((language) => Array.from({ length: 12 }, (_, index) => monthIn(language, index)));
  const found = known.map((months) => months.flatMap((month, at) => (month.includes(` ${start}`) ? at + 1 : [])));
  return (/^\p{L}{3,}$/u.test(start) && found.find(({ length }) => length === 1)?.[0]) || 0;
}

/** Makes the date fields read the months of all these languages. */
export const addOtherMonths = () => readMonths(monthOf);
