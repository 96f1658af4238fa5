import type * as z from 'zod/mini';
import type { Problem } from '../errors.js';

/** Converts a schema's error to problems: the first problem of each field, with path and reason, never a value. A missing field is `empty`. */
export function toProblems(error: z.core.$ZodError): Problem[] {
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
