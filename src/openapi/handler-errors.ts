import * as z from 'zod/mini';
import type { LendingErrorCode } from '../errors.js';
import { statusOf } from '../server/status.js';
import { jsonContent, ref } from './document.js';
import { toJsonSchema } from './json-schema.js';
import type { JsonSchema } from './types.js';

/** The errors of every route that needs a user. */
export const OF_USERS = [
  'handler-forbidden',
  'handler-signed-out',
  'handler-too-many',
  'handler-failed',
  'config-invalid',
] as const satisfies LendingErrorCode[];

/** The errors of a body. */
export const OF_BODIES = [
  'handler-too-large',
  'handler-unsupported-type',
  'handler-invalid',
] as const satisfies LendingErrorCode[];

/** The errors of a call to the service. */
export const OF_SERVICE = [
  'upstream-unreachable',
  'upstream-unavailable',
  'upstream-busy',
  'upstream-timeout',
  'upstream-redirect',
  'upstream-denied',
  'upstream-refused',
  'upstream-failed',
  'upstream-unexpected-body',
] as const satisfies LendingErrorCode[];

const problem = z.object({
  path: z.string(),
  reason: z.string(),
  params: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
});

/** The JSON Schema of an error. A later version may add fields. */
export const errorSchema = (): JsonSchema =>
  toJsonSchema(
    z.looseObject({
      code: z.string(),
      message: z.string(),
      remedy: z.optional(z.string()),
      recoverable: z.boolean(),
      issues: z.optional(z.array(problem)),
      requestId: z.string(),
      retryAfter: z.optional(z.number()),
      canCheck: z.optional(z.boolean()),
    }),
  );

/** Returns the responses for errors, by status. */
export function errorResponses(codes: readonly LendingErrorCode[]): Record<string, object> {
  const statuses = [...new Set(codes.map(statusOf))].sort((one, other) => one - other);
  return Object.fromEntries(
    statuses.map((status) => {
      const here = codes.filter((code) => statusOf(code) === status);
      const schema = { allOf: [ref('Error'), { properties: { code: { enum: here } } }] };
      return [status, { description: `An error: ${here.join(', ')}.`, ...jsonContent(schema) }];
    }),
  );
}
