import * as z from 'zod/mini';
import type { FieldRules } from './field-rules.js';
import { isBlank, ruleOf } from './form.js';
import { isKind, type Kind, type Table, type ValueOf } from './kind.js';
import * as text from './text.js';

/** A kind of field as a schema. */
export const wired = <T>(kind: Kind<T>): z.ZodMiniType<T> => z.pipe(z.unknown(), accept(kind));

/** The same, for a field that may be left out: blank is no answer. */
const wiredIfGiven = <T>(kind: Kind<T>) =>
  z.pipe(
    z.pipe(
      z.optional(z.unknown()),
      z.transform((value) => (isBlank(value) ? undefined : value)),
    ),
    z.optional(z.pipe(z.unknown(), accept(kind))),
  );

const accept = <T>(kind: Kind<T>) =>
  z.transform((value: unknown, { issues }): T => {
    const result = kind.accept(value);
    if ('value' in result) return result.value;
    issues.push({ code: 'custom', input: value, message: result.reason, params: result.params });
    return z.NEVER;
  });

/** The schema of an object of the wire. Keys that its table does not have are refused. */
export function wireOf<T extends Table>(table: T, rules: FieldRules, path = ''): z.ZodMiniType<ValueOf<T>> {
  const shape = Object.entries(table).map(([name, field]) => {
    const at = path ? `${path}.${name}` : name;
    if (isKind(field)) {
      return [name, ruleOf(rules, at, field) === 'required' ? wired(field) : wiredIfGiven(field)] as const;
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
