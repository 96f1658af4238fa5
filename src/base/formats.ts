// Dates and amounts of money in words, for the steps after the first.
import type { CalendarDate } from '../schema/fields/dates.js';
import type { TextController } from './text.js';

/** Formats a date in words. */
export function formatDay({ language }: TextController, { year, month, day }: CalendarDate): string {
  // "en" alone puts the month first; the form asks for the day first.
  const words = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, { dateStyle: 'long', timeZone: 'UTC' });
  return words.format(Date.UTC(year, month - 1, day));
}

/** Formats an amount of money with its currency sign. Pence have two digits, or are left out. */
export function formatMoney(text: TextController, amount: number): string {
  const digits = Number.isInteger(amount) ? 0 : 2;
  const number = text.number(amount, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return text.maybe('money', number, text.settings().currencySign)!;
}
