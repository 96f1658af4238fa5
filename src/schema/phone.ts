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
    .replace(/^[^\d+(]+|\D+$/g, '')
    .replace(/[\s\p{Pd}\u2212./]/gu, '')
    .replace(/(\d\D*)\(0\)/, '$1')
    .replace(/[()[\]]/g, '')
    .replace(/^00/, '+');
  if (ODD_ZERO.test(callingCode)) return number;
  return number.replace(/^0/, callingCode).replace(`${callingCode}0`, callingCode);
}

const asTyped = line(40);

/** A telephone number: as people write it, and in international format on the wire. Source: Applicant object. */
export const phoneNumber: Kind<string, false> = {
  ...asTyped,
  accept,
  read(typed, settings) {
    const text = asTyped.accept(typed);
    if (!('value' in text)) return text;
    const plain = tidyPlain(text.value);
    return EXTENSION.test(plain) ? { reason: 'extension' } : accept(readPhone(plain, settings.calling_code));
  },
};

/** The library is large, and few numbers need it. Where it does not come in time, nothing is guessed or warned of. */
const library = () => {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, 3000));
  return Promise.race([import('./phone-library.js').catch(() => undefined), late]);
};

/** Numbers of the United Kingdom in their usual length. Nearly all numbers are; nothing is loaded for them. */
const USUAL = /^\+44[1-9]\d{9}$/;

/** What is unusual about a number on the wire: its length is none that its country has. It is a warning, and refuses nothing. */
export const checkPhone = async (wire: string): Promise<'unusual' | undefined> =>
  USUAL.test(wire) || (await library())?.isPossible(wire) !== false ? undefined : 'unusual';

/**
 * A number that `phoneNumber` cannot read, in international format where the library is sure of it: without its 0 or its
 * +, or of a country that writes no 0. For a number that can be read, or has too few digits, nothing is loaded.
 */
export const guessPhone = async (typed = '', callingCode: string): Promise<string | undefined> =>
  !/(\d\D*){6}/.test(typed) || 'value' in phoneNumber.read(typed, { calling_code: callingCode })
    ? undefined
    : (await library())?.guess(tidyPlain(typed), callingCode);
