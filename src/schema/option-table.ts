import { findUnknown } from './nearest.js';

/** The rule for the value of an option. Returns the words for a right value if it is a wrong one. */
type Rule = (value: unknown) => string | undefined;

/** The rule for an option, `true` if it has none here, or the table of an option that has options itself. */
export type OptionRule = true | Rule | OptionTable;
interface OptionTable {
  readonly [name: string]: OptionRule;
}

/** Makes a rule. A missing value is right. */
export const rule =
  (isRight: (value: unknown) => boolean, expected: string): Rule =>
  (value) =>
    value === undefined || value === null || isRight(value) ? undefined : expected;

/** A sentence about the first name that is not in the table, and its path. A misspelt option would have no effect. */
export function unknownOption(given: object, table: OptionTable): { path: string; message: string } | undefined {
  const unknown = findUnknown(given, table);
  if (!unknown) return undefined;
  const { path, hint, names } = unknown;
  return { path, message: `"${path}" is not an option.${hint || ` The options are ${names.join(', ')}.`}` };
}

/** An option with a wrong value, and the words for a right one. */
export interface WrongOption {
  path: string;
  value: unknown;
  expected: string;
}

/** Returns the options with a wrong value, in the order of the table. */
export function wrongOptions(given: object, table: OptionTable, prefix = ''): WrongOption[] {
  return Object.entries(table).flatMap(([name, inner]): WrongOption[] => {
    const value: unknown = given[name as never];
    const path = prefix + name;
    if (typeof inner === 'object') {
      if (typeof value === 'object' && value) return wrongOptions(value, inner, `${path}.`);
      return value === undefined ? [] : [{ path, value, expected: 'an object' }];
    }
    const expected = inner === true ? undefined : inner(value);
    return expected ? [{ path, value, expected }] : [];
  });
}
