import * as z from 'zod/mini';
import type { FieldRules } from './field-rules.js';
import { isFieldType, type FieldType, type FieldTable, type ValueOf } from './field-type.js';
import { ruleForField } from './form.js';
import { isEmpty } from './normalise.js';
import { textLine } from './text.js';

const kinds = new WeakMap<object, FieldType<unknown>>();

/** Returns the field type of a schema. zod contains only its function, but the OpenAPI document needs the format. */
export const fieldOf = (schema: object): FieldType<unknown> | undefined => kinds.get(schema);

/** The schema of a required field. `undefined`, `null` and a blank string are rejected as `empty`. */
export function fieldSchema<T>(kind: FieldType<T>): z.ZodMiniType<T> {
  const check = z.transform((value: unknown, { issues }): T => {
    const result = isBlank(value) ? { reason: 'empty' } : kind.accept(value);
    if ('value' in result) return result.value;
    // On the wire, no field is an object.
    const keys = typeof value === 'object' ? Object.keys(value ?? {}) : [];
    if (keys.length > 0) issues.push({ code: 'unrecognized_keys', keys, input: value as Record<string, unknown> });
    else issues.push({ code: 'custom', input: value, message: result.reason, params: result.params });
    return z.NEVER;
  });
  const schema = z.pipe(z.unknown(), check);
  kinds.set(schema, kind);
  return schema;
}

/** The schema of an optional field. JSON has no `undefined`, so `null` and a blank string also count as missing. */
export const optional = <T>(schema: z.ZodMiniType<T>): z.ZodMiniOptional<z.ZodMiniType<T | undefined>> =>
  z.optional(
    z.pipe(
      z.transform((value: unknown) => (isBlank(value) ? undefined : value)),
      z.optional(schema),
    ) as z.ZodMiniType<T | undefined>,
  );

const isBlank = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && isEmpty(value));

/** The schema of a wire object. Keys that are not in its table are rejected. */
export function tableSchema<T extends FieldTable>(table: T, rules: FieldRules, path = ''): z.ZodMiniType<ValueOf<T>> {
  const shape = Object.entries(table).map(([name, field]) => {
    const at = path ? `${path}.${name}` : name;
    if (isFieldType(field)) {
      const schema = fieldSchema(field);
      return [name, ruleForField(rules, at, field) === 'required' ? schema : optional(schema)] as const;
    }
    if (!Array.isArray(field)) return [name, tableSchema(field as FieldTable, rules, at)] as const;
    const list = z.array(tableSchema(field[0] as FieldTable, rules, at));
    return [name, list.check(z.minLength(1, 'empty'), z.maxLength(20, 'too-long'))] as const;
  });
  return z.strictObject(Object.fromEntries(shape)) as unknown as z.ZodMiniType<ValueOf<T>>;
}

/** A line of text, not empty, at most `max` characters after normalising. Default: 200. */
export const textLineSchema = (max?: number) => fieldSchema(textLine(max));
/** A UUID of any version. */
export const uuidSchema = () =>
  z.string().check(z.regex(/^[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$/, 'format'));
