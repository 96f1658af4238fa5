/** English, for a street that begins with the building's number. It loads with that case. */
export const enStreet = {
  'problem.moved': (noun: string) => `Check ${noun}: it was in the street, and was moved here`,
};
