import { tidyCompanyNumber } from './company-number.js';

/** Numbers of the United Kingdom: 8 digits, or 6 after two letters. Some old ones end with a letter. */
const BRITISH = /^(\d{8}|[A-Z]{2}\d{6}|R0\d{6}|[A-Z]{2}\d{5}[A-Z])$/;

/** What is unusual about a company's number: in the United Kingdom it has 8 characters. It is a warning, and refuses nothing. */
export const checkCompanyNumber = (number: string): 'unusual' | undefined =>
  BRITISH.test(tidyCompanyNumber(number)) ? undefined : 'unusual';

/** The number that was probably meant: with the zeros that are often left out, with digits for the letters that look like them. */
export function suggestCompanyNumber(number: string): string | undefined {
  const text = tidyCompanyNumber(number).replace(/[^A-Z\d]/g, '');
  // What stands between words or brackets, like `Registered in England (01234567)`.
  const [inside] = /(?<!\d)(?:\d{8}|(?:SC|NI|OC|SO|NC)\d{6})(?!\d)/.exec(text) ?? [];
  if (inside) return inside;
  const isDigits = /^[\dOIL]{5,9}$/.test(text);
  const [prefix, rest] = isDigits ? ['', text] : [text.slice(0, 2).replace('0', 'O'), text.slice(2)];
  const length = 8 - prefix.length;
  const digits = rest.replace(/O/g, '0').replace(/[IL]/g, '1').replace(/^0+/, '');
  if (!/^\d{3,}$/.test(digits) || digits.length > length || !/^([A-Z]{2})?$/.test(prefix)) return undefined;
  const found = prefix + digits.padStart(length, '0');
  return found === text ? undefined : found;
}
