/** English, for a street that begins with the building's number. It loads with that case. */
export const enStreet = {
  'problem.moved': (noun: string) => `Check ${noun}. It was moved here from the street`,
};
