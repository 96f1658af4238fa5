import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** Whether a number in international format has a length that its country has. */
export const isPossible = (wire: string): boolean => parsePhoneNumberFromString(wire)?.isPossible() ?? false;

/** What a number means where numbers begin with `callingCode`, if that is a number that exists. */
export function guess(typed: string, callingCode: string): string | undefined {
  const number = parsePhoneNumberFromString(typed, { defaultCallingCode: callingCode.slice(1) });
  return number?.isValid() && !number.ext ? number.number : undefined;
}
