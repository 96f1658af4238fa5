import * as z from 'zod/mini';
import { LendingError } from '../errors.js';
import { didYouMean } from './nearest.js';

/** The schema of a value that only a function can check. `expected` describes a valid value. */
export const checkedBy = <T>(isRight: (value: unknown) => boolean, expected: string) =>
  z.custom<T>(isRight, { params: { expected } });

/** A check of a value of a schema. `expected` describes a valid value. */
export const must = <T>(isRight: (value: T) => boolean, expected: string) =>
  z.refine<T>(isRight, { error: 'format', params: { expected } });

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
  if (issue.code === 'custom' && issue.params?.error) return [issue.params.error as LendingError];
  const path = issue.path.join('.');
  const value = valueAt(given, issue.path);
  const isShown = showsValues && issue.path.length === 1;
  const described = isShown ? describeValue(value, issue.code) : 'not valid';
  return [
    new LendingError('config-invalid', `${name}({ ${path} }) is ${value === undefined ? 'missing' : described}.`, {
      remedy: remedyFor(issue, schema, value),
      issues: [{ path, reason: 'format' }],
    }),
  ];
}

const valueAt = (given: unknown, path: readonly PropertyKey[]) =>
  path.reduce((outer, key) => (outer as Record<PropertyKey, unknown> | undefined)?.[key], given);

/** Describes the first problem of settings, without a value or a name that they contain, and what to do; `undefined` if they are valid. */
export function problemOf(schema: z.ZodMiniType, given: unknown): { found: string; remedy: string } | undefined {
  const [issue] = schema.safeParse(given).error?.issues ?? [];
  if (!issue) return undefined;
  const path = issue.path.join('.');
  const at = path && `, at "${path}"`;
  if (issue.code !== 'unrecognized_keys')
    return { found: `a value that is not valid${at}`, remedy: remedyFor(issue, schema, valueAt(given, issue.path)) };
  const names = namesAt(schema, issue.path);
  const hint = didYouMean(issue.keys[0]!, names).trim() || `The settings are ${names.join(', ')}.`;
  return { found: `a setting that is unknown${at}`, remedy: hint };
}

function remedyFor(issue: z.core.$ZodIssue, schema: z.core.$ZodType, value: unknown): string {
  const choices = issue.code === 'invalid_value' ? issue.values.filter((one) => typeof one === 'string') : [];
  return `It must be ${expectedBy(issue, schema)}.${typeof value === 'string' ? didYouMean(value, choices) : ''}`;
}

/** The description of a valid value, by its type. */
const TYPES: Partial<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  int: 'a whole number',
  number: 'a number',
};
/** The most names that a message lists of an object. */
const NAMES_MAX = 6;

/** The description of a valid value. */
function expectedBy(issue: z.core.$ZodIssue, schema: z.core.$ZodType): string {
  if (issue.code === 'invalid_value') return issue.values.map((value) => JSON.stringify(value)).join(' or ');
  if (issue.code === 'invalid_union')
    return [...new Set(issue.errors.map(([first]) => expectedBy(first!, schema)))].join(' or ');
  if (issue.code === 'too_small' && issue.origin === 'array') return 'a list with at least one entry';
  if (issue.code === 'too_small' && issue.origin !== 'string') return `a number from ${issue.minimum}`;
  if (issue.code === 'invalid_type' && /object|record/.test(issue.expected)) {
    const names = namesAt(schema, issue.path);
    const values = [...(partOf(schemaAt(schema, issue.path), 'valueType')?._zod.values ?? [])];
    if (values.length > 0)
      return `an object with ${values.map((one) => JSON.stringify(one)).join(' or ')} for each name`;
    return names.length > 0 && names.length <= NAMES_MAX ? `an object with ${names.join(', ')}` : 'an object';
  }
  const { expected, maximum } = (issue.code === 'custom' && (issue.params as Described)) || {};
  const type = issue.code === 'invalid_type' ? TYPES[issue.expected] : undefined;
  return expected ?? type ?? (maximum ? `a string of at most ${maximum} characters` : 'a string');
}
type Described = { expected?: string; maximum?: number } | undefined;

function describeValue(value: unknown, code: string): string {
  if (typeof value === 'number') return String(value);
  const isText = code !== 'invalid_type' && (typeof value === 'string' || Array.isArray(value));
  return isText ? JSON.stringify(value.slice(0, 100)) : `a value of type ${typeof value}`;
}

type Part = Readonly<Record<string, z.core.$ZodType>>;
type Parts = { shape: Part; valueType: z.core.$ZodType };

/** The part of a schema's definition: its fields, or the schema of its values. For a list, that of its items. */
function partOf<K extends keyof Parts>(schema: z.core.$ZodType | undefined, name: K): Parts[K] | undefined {
  const def = (schema?._zod.def ?? {}) as Partial<Parts>;
  const inner = ['innerType', 'in', 'out', 'element'].map((one) => (def as Part)[one]);
  return def[name] ?? inner.map((one) => one && partOf(one, name)).find(Boolean);
}

/** The schema at a path; `undefined` if the schema has no object on the way. */
const schemaAt = (schema: z.core.$ZodType, path: readonly PropertyKey[]) =>
  path
    .filter((name) => typeof name === 'string')
    .reduce<z.core.$ZodType | undefined>((outer, name) => partOf(outer, 'shape')?.[name], schema);

/** The names that a schema has at a path; none if it has no object there. */
const namesAt = (schema: z.core.$ZodType, path: readonly PropertyKey[]): string[] =>
  Object.keys(partOf(schemaAt(schema, path), 'shape') ?? {});

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
