import type { Kind, Result } from './kind.js';
import { line } from './text.js';
import { tidyPlain } from './tidy.js';

/** What the wire takes. */
// Spec: the sample has 8 digits after +44 and would fail a strict national check, so only the shape is checked.
const accept = (wire: unknown): Result<string> =>
  typeof wire === 'string' ? (/^\+\d{6,15}$/.test(wire) ? { value: wire } : { reason: 'format' }) : { reason: 'empty' };

/** Calling codes under which a leading 0 is not simply left out: there the library reads national numbers. */
const ODD_ZERO = /^\+(36|39|54|2(25|29|41|42)|378)$/;

/** A number after which there is an extension: `x12`, `ext. 12`, `#12`. */
const EXTENSION = /\d\D*[x#]\D*\d+$/i;

/** A telephone number as people write it, in international format as far as its own signs tell. */
function readPhone(typed: string, callingCode: string): string {
  const number = typed
    // Words around it, if they are set off. A letter that touches a digit may be one, as in `0770090012O`.
    .replace(/^[^\d+]*[\s\p{P}]|\p{P}*(\s\D*)?$/gu, '')
    .replace(/(\d\D*)\( ?0 ?\)/, '$1')
    .replace(/[ ()[\]\p{Pd}\u2212.]/gu, '')
    .replace(/^00/, '+');
  if (ODD_ZERO.test(callingCode)) return number;
  return number.replace(/^0/, callingCode).replace(`${callingCode}0`, callingCode);
}

const asTyped = line(40, tidyPlain);

/** A telephone number: as people write it, and in international format on the wire. Source: Applicant object. */
export const phoneNumber: Kind<string, false> = {
  ...asTyped,
  accept,
  read(typed, settings) {
    const text = asTyped.accept(typed);
    if (!('value' in text)) return text;
    return EXTENSION.test(text.value) ? { reason: 'extension' } : accept(readPhone(text.value, settings.calling_code));
  },
};

/** The library is large, and few numbers need it. Where it does not come in time, nothing is guessed or warned of. */
export const phoneLibrary = () => {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, 3000));
  return Promise.race([import('./phone-library.js').catch(() => undefined), late]);
};

/**
 * A number that `phoneNumber` cannot read, in international format where the library is sure of it: without its 0 or its
 * +, or of a country that writes no 0. For a number that can be read, or has too few digits, nothing is loaded.
 */
export async function guessPhone(typed = '', callingCode: string): Promise<string | undefined> {
  const number = readPhone(tidyPlain(typed), callingCode);
  return /^\d{6,}$/.test(number) ? (await phoneLibrary())?.guess(number, callingCode) : undefined;
}
