/** English, for a whole address that was pasted. It loads with that case. */
export const enPasted = {
  'address.pasted': 'The address you pasted is now in separate boxes. Check each one.',
};
