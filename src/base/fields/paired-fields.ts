/** Pairs of fields of which some applicants have only one, such as a first and a last name. */
const PAIRS: Record<string, string> = {
  first_name: 'last_name',
  last_name: 'first_name',
  house_number: 'line_1',
  line_1: 'house_number',
};

/** The path of the paired field. Returns a path without a field for any other path. */
export const pairedField = (path: string): string => path.replace(/\w+$/, (name) => PAIRS[name] ?? '');
