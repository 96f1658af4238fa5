// Dates, numbers, amounts of money and countries in words, for the steps after the first.
import type { CalendarDate } from '../../schema/fields/dates.js';
import type { TextController } from './text.js';

/**
 * The locales for dates and numbers: with the Gregorian calendar, and with the digits that the applicant types. A browser without
 * Welsh writes dates as in the United Kingdom, and not in the language of the browser.
 */
export function formatsOf({ language }: TextController): Intl.Locale[] {
  // "en" alone puts the month first; the form asks for the day first.
  const locales = language === 'en' ? ['en-GB'] : [language, 'en-GB'];
  return locales.map((locale) => new Intl.Locale(locale, { calendar: 'gregory', numberingSystem: 'latn' }));
}

export const formatNumber = (text: TextController, number: number, options?: Intl.NumberFormatOptions): string =>
  new Intl.NumberFormat(formatsOf(text), options).format(number);

/** French says “1er février”, which browsers do not write. */
const withOrdinal = ({ language }: TextController, date: string): string =>
  language === 'fr' ? date.replace(/^1 /, '1er ') : date;

export function formatDay(text: TextController, { year, month, day }: CalendarDate): string {
  const words = new Intl.DateTimeFormat(formatsOf(text), { dateStyle: 'long', timeZone: 'UTC' });
  return withOrdinal(text, words.format(Date.UTC(year, month - 1, day)));
}

/** Formats a date and time in the applicant's time zone, like “21 November 2026 at 14:05”. */
export function dateAndTime(text: TextController, at: string): string {
  const date = new Date(at);
  // A partner's own backend may return anything.
  if (Number.isNaN(date.getTime())) return at;
  const words = new Intl.DateTimeFormat(formatsOf(text), { dateStyle: 'long', timeStyle: 'short' });
  return withOrdinal(text, words.format(date));
}

/** Groups the digits of a whole amount as people type it. The forms read a full stop as a decimal point. */
export const groupDigits = (text: TextController, amount: string): string =>
  amount.replace(/^\d+/, (whole) => formatNumber(text, Number(whole)).replaceAll('.', '\u00a0'));

/** Keeps a postcode or a telephone number in one line. */
export const inOneLine = (words = ''): string => words.replace(/\s/g, '\u00a0');

/** A British number by its area code, and the country codes of one or two digits. */
const BRITISH_PHONE = /^(\+44)(2\d(?=\d{8}$)|(?:11\d|1\d1|[389]\d\d)(?=\d{7}$)|\d{4}(?=\d{6}$))/;
const COUNTRY_CODE = /^\+(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/;

/** Groups the digits of an international telephone number, like “+44 20 7946 0018”. */
export const formatPhone = (wire: string): string =>
  inOneLine(
    BRITISH_PHONE.test(wire)
      ? wire.replace(BRITISH_PHONE, '$1 $2 ').replace(/(?<=\d{3})(?=\d{4}$)/, ' ')
      : wire.replace(COUNTRY_CODE, '$& ').replace(/\d{3}(?=\d{3})/g, '$& '),
  );

/** Formats an amount of money with its currency sign. Pence have two digits, or are left out. */
export function formatMoney(text: TextController, amount: number): string {
  const digits = Number.isInteger(amount) ? 0 : 2;
  const number = formatNumber(text, amount, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return text.maybe('money', number, text.settings().currencySign)!;
}

/**
 * Formats the size of a file. A limit is rounded down and a file up, so that a file over the limit never seems to fit. A
 * megabyte is 1,048,576 bytes, as operating systems count.
 */
export function fileSize(text: TextController, bytes: number, isLimit = false): string {
  const round = isLimit ? Math.floor : Math.ceil;
  const kilobytes = round(bytes / 1024);
  const [amount, unit] = kilobytes < 1000 ? [kilobytes, 'kilobyte'] : [round(bytes / 104_857.6) / 10, 'megabyte'];
  return formatNumber(text, amount, { style: 'unit', unit }).replace(/\s/g, '\u00a0');
}

/** Returns the name of a country by its code. An unknown code is returned as it is. */
export function countryName(text: TextController, code: string): string {
  // The first call of `Intl.DisplayNames` takes 40 ms on a slow phone, and most forms name only this country.
  if (/^(UK|GB)$/i.test(code)) return text.choice({ value: 'United Kingdom' });
  try {
    return new Intl.DisplayNames(text.language, { type: 'region' }).of(code) ?? code;
  } catch {
    return code;
  }
}
