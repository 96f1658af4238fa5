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

/** The problems of a failed parse: paths and reasons, never values. A field that is missing altogether is empty. */
export const problemsOf = (error: z.core.$ZodError): Problem[] =>
  error.issues.map((issue) => ({
    path: [...issue.path, ...('keys' in issue ? issue.keys : [])].join('.'),
    reason: REASONS[issue.code] ?? issue.message,
    params: paramsOf(issue),
  }));

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

/** Dotted names as a nested value; a number in a name makes a list. */
function nest(draft: Draft): unknown {
  const root: Record<string, unknown> = {};
  for (const [name, text] of Object.entries(draft)) {
    const path = name.split('.');
    let at = root;
    path.forEach((key, index) => {
      if (index === path.length - 1) at[key] = text;
      else at = (at[key] ??= /^\d+$/.test(path[index + 1]!) ? [] : {}) as Record<string, unknown>;
    });
  }
  return root;
}
