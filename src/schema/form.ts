import * as z from 'zod/mini';
import type { Problem } from '../errors.js';

/** What stands in a form's inputs, by their names (`address.line_1`, `addresses.0.start_date.month`). */
export type Draft = Record<string, string>;

/** A form that was read: the value for the wire, or what is wrong, in the order of the schema. */
export type Reading<T> = { value: T; problems: [] } | { value: undefined; problems: Problem[] };

/** Reads a draft through a form's schema. `given` are wire values that are not asked; what is typed goes before them. */
export function readDraft<T extends z.core.$ZodType>(schema: T, draft: Draft, given: Draft = {}): Reading<z.output<T>> {
  const result = z.safeParse(schema, nest({ ...given, ...draft }));
  return result.success
    ? { value: result.data, problems: [] }
    : { value: undefined, problems: problemsOf(result.error) };
}

/** The first problem of each field: paths and reasons, never values. A field that is missing altogether is empty. */
export function problemsOf(error: z.core.$ZodError): Problem[] {
  const problems = error.issues.flatMap((issue) =>
    ('keys' in issue ? issue.keys.map((key) => [...issue.path, key]) : [issue.path]).map((path) => ({
      path: path.join('.'),
      reason: REASONS[issue.code] ?? issue.message,
      params: paramsOf(issue),
    })),
  );
  const seen = new Set<string>();
  return problems.filter(({ path }) => !seen.has(path) && seen.add(path));
}

const REASONS: Record<string, string> = {
  invalid_type: 'empty',
  unrecognized_keys: 'unknown',
  invalid_value: 'format',
};

function paramsOf(issue: z.core.$ZodIssue): Problem['params'] {
  if (issue.code === 'too_big') return { maximum: Number(issue.maximum) };
  return issue.code === 'custom' ? (issue.params as Problem['params']) : undefined;
}

/** A wire value as a draft, through a form's schema: as much of it as there is. What does not fit is left out. */
export function writeDraft(schema: z.core.$ZodType, value: unknown): Draft {
  return flatten(encodeKnown(schema, value));
}

function encodeKnown(schema: z.core.$ZodType, value: unknown): unknown {
  if (schema instanceof z.ZodMiniObject && isRecord(value)) {
    const shape: Record<string, z.core.$ZodType> = schema.shape;
    return Object.fromEntries(
      Object.keys(shape).map((key) => [key, key in value ? encodeKnown(shape[key]!, value[key]) : undefined]),
    );
  }
  if (schema instanceof z.ZodMiniArray && Array.isArray(value)) {
    return value.map((item) => encodeKnown(schema.def.element, item));
  }
  const result = z.safeEncode(schema, value);
  return result.success ? result.data : undefined;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** A nested value as dotted names. */
export function flatten(value: unknown, name = ''): Draft {
  if (typeof value === 'string') return { [name]: value };
  if (!isRecord(value)) return {};
  return Object.assign({}, ...Object.entries(value).map(([key, item]) => flatten(item, name ? `${name}.${key}` : key)));
}

const INDEX = /^\d{1,3}$/;

/** Dotted names as a nested value; a number in a name makes a list. A name that no schema could have goes nowhere. */
function nest(draft: Draft): unknown {
  // Without a prototype, `__proto__` in a name is a word like any other.
  const made = (firstKey: string): unknown => (INDEX.test(firstKey) ? [] : Object.create(null));
  const root = Object.create(null) as Record<string, unknown>;
  for (const [name, text] of Object.entries(draft)) {
    const path = name.split('.');
    let at: unknown = root;
    path.forEach((key, index) => {
      if (!isRecord(at) || Array.isArray(at) !== INDEX.test(key)) at = undefined;
      else if (index === path.length - 1) at[key] = text;
      else at = at[key] ??= made(path[index + 1]!);
    });
  }
  return root;
}
