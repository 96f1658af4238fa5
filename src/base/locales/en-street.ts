/** English, for a street that starts with a house number. It loads with the first one. */
export const enStreet = {
  'problem.moved': (noun: string) => `Check ${noun}. It was moved here from “Street”`,
};
