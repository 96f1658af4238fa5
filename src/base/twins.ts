/** Two fields each, of which some people have one only. */
const TWINS: Record<string, string> = {
  first_name: 'last_name',
  last_name: 'first_name',
  house_number: 'line_1',
  line_1: 'house_number',
};

/** The other one of two such fields, by its path. Any other path leads to no field. */
export const twinOf = (path: string): string => path.replace(/\w+$/, (name) => TWINS[name] ?? '');
