import * as z from 'zod/mini';
import { LendingError } from '../errors.js';
import { didYouMean } from './nearest.js';

/** The schema of a value that only a function can check. `expected` describes a valid value. */
export const checkedBy = <T>(isRight: (value: unknown) => boolean, expected: string) =>
  z.custom<T>(isRight, { params: { expected } });

/** The schema of the result of a check that throws a `LendingError`. */
export const checked = <I, T>(check: (value: I) => T) =>
  z.transform((value: unknown, { issues }) => {
    try {
      return check(value as I);
    } catch (error) {
      if (!(error instanceof LendingError)) throw error;
      issues.push({ code: 'custom', input: undefined, params: { error } });
      return z.NEVER;
    }
  }) as unknown as z.ZodMiniType<T, I>;

/** The function whose options are parsed. */
interface Parsing {
  name: string;
  /** True if errors may show the value of an option. They never show a nested value: it may be a key, by mistake. */
  showsValues: boolean;
}

/** Parses options by their schema. Throws one `config-invalid` that lists all problems, together with the errors in `more`. */
export function parseOptions<S extends z.ZodMiniType>(
  parsing: Parsing,
  schema: S,
  given: object,
  more: readonly LendingError[] = [],
): z.output<S> {
  const { data, error } = schema.safeParse(given);
  const found = (error?.issues ?? []).flatMap((issue) => describeIssue(issue, schema, given, parsing));
  const errors = [...found, ...more];
  if (errors.length > 0) throw combined(parsing.name, errors);
  return data as z.output<S>;
}

/** Returns an error for a wrong value, or one for each unknown name. */
function describeIssue(
  issue: z.core.$ZodIssue,
  schema: z.core.$ZodType,
  given: object,
  { name, showsValues }: Parsing,
): LendingError[] {
  if (issue.code === 'unrecognized_keys') {
    const names = namesAt(schema, issue.path);
    return issue.keys.map((key) => {
      const path = [...issue.path, key].join('.');
      const hint = didYouMean(key, names) || ` The options are ${names.join(', ')}.`;
      const issues = [{ path, reason: 'unknown' }];
      return new LendingError('config-invalid', `${name}(): "${path}" is not an option.${hint}`, { issues });
    });
  }
  const { error, expected } = wordsFor(issue);
  if (error) return [error];
  const path = issue.path.join('.');
  const value = issue.path.reduce<unknown>((outer, key) => (outer as Record<PropertyKey, unknown>)?.[key], given);
  const isShown = showsValues && issue.path.length === 1;
  const described = isShown ? describeValue(value, issue.code) : 'not valid';
  return [
    new LendingError('config-invalid', `${name}({ ${path} }) is ${value === undefined ? 'missing' : described}.`, {
      remedy: expected ? `It must be ${expected}.` : 'docs/reference.md lists the options and their values.',
      issues: [{ path, reason: 'format' }],
    }),
  ];
}

/** The description of a valid value, by its type. */
const TYPES: Partial<Record<string, string>> = {
  object: 'an object',
  array: 'a list',
  number: 'a number',
  string: 'a string',
};

/** The description of a valid value, if there is one, or the error of a check. */
function wordsFor(issue: z.core.$ZodIssue): { expected?: string | undefined; error?: LendingError } {
  if (issue.code === 'custom') return issue.params ?? {};
  if (issue.code === 'invalid_type') return { expected: TYPES[issue.expected] };
  if (issue.code !== 'invalid_value') return {};
  return { expected: issue.values.map((value) => JSON.stringify(value)).join(' or ') };
}

function describeValue(value: unknown, code: string): string {
  if (typeof value === 'number') return String(value);
  const isText = code !== 'invalid_type' && (typeof value === 'string' || Array.isArray(value));
  return isText ? JSON.stringify(value.slice(0, 100)) : `a value of type ${typeof value}`;
}

type Shape = Readonly<Record<string, z.core.$ZodType>>;

/** The schemas of an object's fields. For a list of objects, those of its items. */
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

function combined(name: string, errors: readonly LendingError[]): LendingError {
  if (errors.length === 1) return errors[0]!;
  const messages = numbered(errors.map(({ message }) => message));
  return new LendingError('config-invalid', `${name}() has ${errors.length} wrong options. ${messages}`, {
    remedy: numbered(errors.map(({ remedy }) => remedy)),
    issues: errors.flatMap(({ issues }) => issues),
  });
}

/** Joins sentences. Each has the number of its problem, because some problems have no remedy. */
const numbered = (sentences: readonly (string | undefined)[]): string | undefined =>
  sentences.flatMap((sentence, index) => (sentence ? [`${index + 1}. ${sentence}`] : [])).join(' ') || undefined;
