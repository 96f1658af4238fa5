import { phoneLibrary } from './phone.js';

/** Numbers of the United Kingdom, and after `+44` all of one: few have nine digits. Nothing is loaded for them. */
const BRITISH = /^\+44(([1-9]\d|[18])\d{8}$)?/;

/** What is unusual about a number on the wire: its length is none that its country has. It is a warning, and refuses nothing. */
export async function checkPhone(wire: string): Promise<'unusual' | undefined> {
  const british = BRITISH.exec(wire);
  return (british ? british[1] : (await phoneLibrary())?.isPossible(wire) !== false) ? undefined : 'unusual';
}
