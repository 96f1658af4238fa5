import * as z from 'zod/mini';
import { didYouMean } from './nearest.js';

/** A problem of one option. */
export interface OptionProblem {
  path: string;
  /** The reason `unknown` is that of a name that is not an option. */
  reason: 'unknown' | 'format';
  /** A sentence about a name that is not an option, or the words for a right value, if there are any. */
  words: string | undefined;
  /** The error that a check of the option has thrown. */
  error?: unknown;
}

/** The schema of a value that only a function can check. `expected` has the words for a right value. */
export const checkedBy = <T>(isRight: (value: unknown) => boolean, expected: string) =>
  z.custom<T>(isRight, { params: { expected } });

/** The words for a right value by its type. */
const TYPES: Partial<Record<string, string>> = {
  object: 'an object',
  array: 'a list',
  number: 'a number',
  string: 'a text',
};

/** Returns the problems of an issue that a schema of options has found: a wrong value, or each unknown name with a suggestion. */
export function describeIssue(issue: z.core.$ZodIssue, schema: z.core.$ZodType): OptionProblem[] {
  const path = issue.path.join('.');
  if (issue.code === 'unrecognized_keys') {
    const names = namesAt(schema, issue.path);
    return issue.keys.map((key) => {
      const unknown = [...issue.path, key].join('.');
      const hint = didYouMean(key, names) || ` The options are ${names.join(', ')}.`;
      return { path: unknown, reason: 'unknown', words: `"${unknown}" is not an option.${hint}` };
    });
  }
  return [{ path, reason: 'format', words: expectedBy(issue), error: paramsOf(issue)['error'] }];
}

const paramsOf = (issue: z.core.$ZodIssue) => (issue.code === 'custom' && issue.params) || {};

function expectedBy(issue: z.core.$ZodIssue): string | undefined {
  if (issue.code === 'invalid_type') return TYPES[issue.expected];
  if (issue.code === 'invalid_value') return issue.values.map((value) => JSON.stringify(value)).join(' or ');
  return paramsOf(issue)['expected'] as string | undefined;
}

type Shape = Readonly<Record<string, z.core.$ZodType>>;

/** The schemas of an object's fields, or of those of the items of a list. */
function shapeOf(schema: z.core.$ZodType): Shape | undefined {
  const { shape, ...def } = schema._zod.def as { shape?: Shape; innerType?: z.core.$ZodType };
  const inner = ['innerType', 'in', 'out', 'element'].map((name) => (def as Shape)[name]);
  return shape ?? inner.map((one) => one && shapeOf(one)).find(Boolean);
}

/** The names that a schema has at a path. */
function namesAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): string[] {
  const names = path.filter((name) => typeof name === 'string');
  return Object.keys(shapeOf(names.reduce((outer, name) => shapeOf(outer)![name]!, schema))!);
}
