import { phoneLibrary } from '../fields/phone.js';

/** UK numbers. The group matches valid ones; few have nine digits. They do not need the library. */
const BRITISH = /^\+44(([1-9]\d|[18])\d{8}$)?/;

/** Returns `unusual` if the length of a number does not fit its country. This is a warning; the number is accepted. */
export async function checkPhone(wire: string): Promise<'unusual' | undefined> {
  const british = BRITISH.exec(wire);
  return (british ? british[1] : (await phoneLibrary())?.isPossible(wire) !== false) ? undefined : 'unusual';
}
