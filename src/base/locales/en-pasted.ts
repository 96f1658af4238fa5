import { addSentences } from '../text.js';

/** English, for a whole address that was pasted. It loads after such a paste. */
export const enPasted = {
  'address.pasted': 'The address you pasted is now in separate boxes. Check each one.',
};

export const pastedText = addSentences(enPasted);
