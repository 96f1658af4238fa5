import * as z from 'zod/mini';
import type { FieldRules } from './field-rules.js';
import { ruleOf } from './form.js';
import { isKind, type Kind, type Table, type ValueOf } from './kind.js';
import * as text from './text.js';
import { isEmpty } from './tidy.js';

/** A kind of field as a schema, for a key that must be there. Nothing, `null` and a blank text are `empty`. */
export const wired = <T>(kind: Kind<T>): z.ZodMiniType<T> =>
  z.pipe(
    z.unknown(),
    z.transform((value: unknown, { issues }): T => {
      const result = isBlank(value) ? { reason: 'empty' } : kind.accept(value);
      if ('value' in result) return result.value;
      // No field of the wire has parts, as those of a form do.
      const keys = typeof value === 'object' ? Object.keys(value ?? {}) : [];
      if (keys.length > 0) issues.push({ code: 'unrecognized_keys', keys, input: value as Record<string, unknown> });
      else issues.push({ code: 'custom', input: value, message: result.reason, params: result.params });
      return z.NEVER;
    }),
  );

/**
 * A schema for a key that may be left out. JSON has no `undefined`: whoever writes it leaves the key out, or writes `null` or
 * a blank text. All of these are no answer.
 */
export const optional = <T>(schema: z.ZodMiniType<T>): z.ZodMiniOptional<z.ZodMiniType<T | undefined>> =>
  z.optional(
    z.pipe(
      z.transform((value: unknown) => (isBlank(value) ? undefined : value)),
      z.optional(schema),
    ) as z.ZodMiniType<T | undefined>,
  );

const isBlank = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && isEmpty(value));

/** The schema of an object of the wire. Keys that its table does not have are refused. */
export function wireOf<T extends Table>(table: T, rules: FieldRules, path = ''): z.ZodMiniType<ValueOf<T>> {
  const shape = Object.entries(table).map(([name, field]) => {
    const at = path ? `${path}.${name}` : name;
    if (isKind(field)) {
      return [name, ruleOf(rules, at, field) === 'required' ? wired(field) : optional(wired(field))] as const;
    }
    if (!Array.isArray(field)) return [name, wireOf(field as Table, rules, at)] as const;
    const list = z.array(wireOf(field[0] as Table, rules, at));
    return [name, list.check(z.minLength(1, 'empty'), z.maxLength(20, 'too-long'))] as const;
  });
  return z.strictObject(Object.fromEntries(shape)) as unknown as z.ZodMiniType<ValueOf<T>>;
}

/** A line of text, tidied, neither empty nor longer than `max` characters. */
export const line = (max?: number) => wired(text.line(max));
/** A code or a name from a list that is open. */
export const openCode = () => wired(text.code());
/** An e-mail address of at most 254 characters. */
export const email = () => wired(text.email);
/** A UUID of any version. */
export const uuid = () => z.string().check(z.regex(/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i, 'format'));
