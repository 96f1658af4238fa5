import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** Mobile numbers of Germany and France without their 0, which other countries may read as numbers of theirs. */
const ABROAD = /^(?:1(?:6[023]|7\d)\d{7}|[67]\d{8})$/;

/** Returns true if a number in international format has a valid length for its country, and is not only valid in another. */
export function isUsual(wire: string): boolean {
  const number = parsePhoneNumberFromString(wire);
  return !!number?.isPossible() && (number.isValid() || !ABROAD.test(number.nationalNumber));
}

/** Reads a number as a number of the country with `callingCode`. Returns `undefined` if it is invalid in that country. */
export function guess(typed: string, callingCode: string): string | undefined {
  const number = parsePhoneNumberFromString(typed, { defaultCallingCode: callingCode.slice(1) });
  return number?.isValid() && !number.ext ? number.number : undefined;
}
