import { withTimeLimit } from '../../time-limit.js';
import type { FieldType, FieldResult } from './field-type.js';
import { normalisePlain } from './normalise.js';
import { textLine } from './text.js';

/** A number in the format of the wire. */
// Spec: the sample has 8 digits after +44 and would fail a strict national check, so we check the format only.
export const PHONE = /^\+\d{6,15}$/;

const accept = (wire: unknown): FieldResult<string> =>
  typeof wire === 'string' ? (PHONE.test(wire) ? { value: wire } : { reason: 'format' }) : { reason: 'empty' };

/** Calling codes of countries where a leading 0 is not simply dropped. The library reads their national numbers. */
const ODD_ZERO = /^\+(36|39|54|2(25|29|41|42)|378)$/;

/** A number with an extension: `x12`, `ext. 12`, `#12`. */
const EXTENSION = /\d\D*[x#]\D*\d+$/i;

/** Converts a typed telephone number to international format as far as possible without the library. */
function readPhone(typed: string, callingCode: string): string {
  const number = typed
    // A spreadsheet adds a decimal.
    .replace(/(\d{6})\.0$/, '$1')
    // Removes separate words around the number. A letter next to a digit may be a mistyped digit, as in `0770090012O`.
    .replace(/^[^\d+]*[\s\p{P}]|\p{P}*(\s\D*)?$/gu, '')
    .replace(/(\d\D*)\( ?0 ?\)/, '$1')
    .replace(/[ ()[\]\p{Pd}\u2212.]/gu, '')
    .replace(/^00/, '+');
  if (ODD_ZERO.test(callingCode)) return number;
  return number.replace(/^0/, callingCode).replace(`${callingCode}0`, callingCode);
}

const asTyped = textLine(40, normalisePlain);

/** A telephone number, in international format on the wire. Source: specification, Applicant object. */
export const phoneNumber: FieldType<string, false> = {
  ...asTyped,
  accept,
  read(typed, settings) {
    const text = asTyped.accept(typed);
    if (!('value' in text)) return text;
    return EXTENSION.test(text.value) ? { reason: 'extension' } : accept(readPhone(text.value, settings.callingCode));
  },
};

/** Loads the telephone library, which is large and rarely needed. `undefined` if it does not load in time. */
export const phoneLibrary = () =>
  withTimeLimit(
    import('./phone-library.js').catch(() => undefined),
    { limit: 3000 },
  );

/**
 * Guesses a number that `phoneNumber` cannot read: a number without its 0 or +, or from a country whose numbers do not start with
 * 0. Returns `undefined` if the library is not sure. Loads nothing for a number that is readable or has too few digits.
 */
export async function guessPhone(typed = '', callingCode: string): Promise<string | undefined> {
  const number = readPhone(normalisePlain(typed), callingCode);
  return /^\d{6,}$/.test(number) ? (await phoneLibrary())?.guess(number, callingCode) : undefined;
}
