import type * as z from 'zod/mini';
import { LendingError } from '../../errors.js';
import { describeIssue, type OptionProblem } from '../../schema/describe-issue.js';

/**
 * Parses the options of a function by their schema. `null` counts as missing. Throws one `config-invalid` that lists all that is
 * wrong, with `more` errors, and without a secret.
 */
export function parseOptions<S extends z.ZodMiniType>(
  name: string,
  schema: S,
  given: object,
  more: readonly LendingError[] = [],
): z.output<S> {
  const values = Object.fromEntries(Object.entries(given).map(([option, value]) => [option, value ?? undefined]));
  const { data, error } = schema.safeParse(values);
  const found = (error?.issues ?? []).flatMap((issue) => {
    const described = describeValue(valueAt(values, issue.path), issue);
    return describeIssue(issue, schema).map((problem) => errorOf(name, problem, described));
  });
  const errors = [...found, ...more];
  if (errors.length > 0) throw combined(name, errors);
  return data as z.output<S>;
}

const valueAt = (given: unknown, path: readonly PropertyKey[]) =>
  path.reduce<unknown>((outer, name) => (outer as Record<PropertyKey, unknown> | undefined)?.[name], given);

function errorOf(name: string, { path, reason, words, error }: OptionProblem, described: string): LendingError {
  if (error instanceof LendingError) return error;
  const issues = [{ path, reason }];
  if (reason === 'unknown') return new LendingError('config-invalid', `${name}(): ${words}`, { issues });
  const remedy = words ? `It must be ${words}.` : 'docs/reference.md lists the options and their values.';
  return new LendingError('config-invalid', `${name}({ ${path} }) is ${described}.`, { remedy, issues });
}

/** Shows a wrong value, but nothing that is inside an option: a key may be there by mistake. */
function describeValue(value: unknown, { code, path }: z.core.$ZodIssue): string {
  if (value === undefined) return 'missing';
  if (path.length > 1) return 'not valid';
  if (typeof value === 'number') return String(value);
  const isShown = code !== 'invalid_type' && (typeof value === 'string' || Array.isArray(value));
  return isShown ? JSON.stringify(value.slice(0, 100)) : `a value of type ${typeof value}`;
}

function combined(name: string, errors: readonly LendingError[]): LendingError {
  if (errors.length === 1) return errors[0]!;
  const messages = numbered(errors.map(({ message }) => message));
  return new LendingError('config-invalid', `${name}() has ${errors.length} wrong options. ${messages}`, {
    remedy: numbered(errors.map(({ remedy }) => remedy)),
    issues: errors.flatMap(({ issues }) => issues),
  });
}

/** Each sentence with the number of its option: some need no remedy. */
const numbered = (sentences: readonly (string | undefined)[]): string | undefined =>
  sentences.flatMap((sentence, index) => (sentence ? [`${index + 1}. ${sentence}`] : [])).join(' ') || undefined;
