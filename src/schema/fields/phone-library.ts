import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** Returns true if a number in international format has a valid length for its country. */
export const isPossible = (wire: string): boolean => parsePhoneNumberFromString(wire)?.isPossible() ?? false;

/** Reads a number as a number of the country with `callingCode`. Returns `undefined` if it is invalid in that country. */
export function guess(typed: string, callingCode: string): string | undefined {
  const number = parsePhoneNumberFromString(typed, { defaultCallingCode: callingCode.slice(1) });
  return number?.isValid() && !number.ext ? number.number : undefined;
}
