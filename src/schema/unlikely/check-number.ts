import { normaliseCompanyNumber } from '../fields/company-number.js';

/** UK company numbers: 8 digits, or two letters and 6 digits, not all 0. Some old ones end with a letter. */
const BRITISH = /^(?!\D*0+$)(\d{8}|[A-Z]{2}\d{6}|R0\d{6}|[A-Z]{2}\d{5}[A-Z])$/;

/** Returns `unusual` if a number does not look like a UK company number. This is a warning; the number is accepted. */
export const checkCompanyNumber = (number: string): 'unusual' | undefined =>
  BRITISH.test(normaliseCompanyNumber(number)) ? undefined : 'unusual';

/** Suggests a corrected number: adds missing zeros, and replaces letters that look like digits. */
export function suggestCompanyNumber(number: string): string | undefined {
  const text = normaliseCompanyNumber(number).replace(/[^A-Z\d]/g, '');
  // The number may be inside other text, such as `Registered in England (01234567)`.
  const [inside] = /(?<!\d)(?!\D*0+\b)(?:\d{8}|(?:SC|NI|OC|SO|NC)\d{6})(?!\d)/.exec(text) ?? [];
  if (inside) return inside;
  const isDigits = /^[\dOIL]{5,9}$/.test(text);
  const [prefix, rest] = isDigits ? ['', text] : [text.slice(0, 2).replace('0', 'O'), text.slice(2)];
  const length = 8 - prefix.length;
  const digits = rest.replace(/O/g, '0').replace(/[IL]/g, '1').replace(/^0+/, '');
  if (!/^\d{3,}$/.test(digits) || digits.length > length || !/^([A-Z]{2})?$/.test(prefix)) return undefined;
  const found = prefix + digits.padStart(length, '0');
  return found === text ? undefined : found;
}
