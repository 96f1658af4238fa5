import * as z from 'zod/mini';
import { dateTime, dateShapes, dayFirst, yearFirst } from '../schema/fields/dates.js';
import { email, EMAIL_CHECKS } from '../schema/fields/email.js';
import type { FieldType } from '../schema/fields/field-type.js';
import { MAX_TYPED_LENGTH } from '../schema/fields/normalise.js';
import { phoneNumber, PHONE } from '../schema/fields/phone.js';
import { COMPANY_NUMBER, companyNumber } from '../schema/fields/text.js';
import { fieldOf } from '../schema/fields/wire.js';

/** A JSON Schema (2020-12), the dialect of OpenAPI 3.1. */
export type JsonSchema = { [keyword: string]: unknown };

type Accept = FieldType<unknown>['accept'];

const datePattern = ({ write }: (typeof dateShapes)['dateTime']): JsonSchema => ({
  type: 'string',
  pattern: `^${write({ year: 0, month: 0, day: 0 }).replaceAll('.', '\\.').replaceAll('0', '\\d')}$`,
});

/** Returns a pattern for both cases, because a JSON Schema has no flag that ignores case. */
const withBothCases = ({ source, ignoreCase }: RegExp) => (ignoreCase ? source.replaceAll('a-z', 'A-Za-z') : source);

/** Field types whose values have a format. Keyed by `accept`, which a field type in every form shares. */
const FORMATS = new Map<Accept, JsonSchema>([
  [dateTime.accept, datePattern(dateShapes.dateTime)],
  [dayFirst.accept, datePattern(dateShapes.dayFirst)],
  [yearFirst.accept, datePattern(dateShapes.yearFirst)],
  [phoneNumber.accept, { type: 'string', pattern: PHONE.source }],
  [companyNumber.accept, { pattern: COMPANY_NUMBER.source }],
  [email.accept, { allOf: EMAIL_CHECKS.map(([pattern]) => ({ pattern: withBothCases(pattern) })) }],
]);

/** Returns the JSON Schema of the values that a field type accepts. It tries values on `accept` to find the limits. */
function fieldShape({ accept }: FieldType<unknown>): JsonSchema {
  const accepts = (value: unknown) => 'value' in accept(value);
  const maximum = limitOf(accept('x'.repeat(MAX_TYPED_LENGTH + 1)));
  if (accepts(true)) return { type: 'boolean' };
  if (accepts(1)) {
    const lowest = accepts(0) ? { minimum: 0 } : { exclusiveMinimum: 0 };
    return { type: 'number', ...lowest, maximum: limitOf(accept(Infinity)) };
  }
  if (accepts('true') && !accepts('x')) return { const: 'true' };
  const text = maximum === undefined ? {} : { type: 'string', maxLength: maximum };
  return { ...text, ...(FORMATS.get(accept) ?? { pattern: '\\S' }) };
}

const limitOf = (result: ReturnType<Accept>) => ('reason' in result ? result.params?.maximum : undefined);

/**
 * Converts a schema to a JSON Schema of the value that it returns: the body as it crosses the wire. Adds descriptions by the paths of
 * properties, without indexes, such as `company.type`.
 */
export function toJsonSchema(schema: z.ZodMiniType, descriptions: Readonly<Record<string, string>> = {}): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io: 'output',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema, path }) => {
      const field = fieldOf(zodSchema);
      const description = descriptions[path.filter((one) => one !== 'properties' && one !== 'items').join('.')];
      Object.assign(jsonSchema, field && fieldShape(field), description && { description });
    },
  }) as JsonSchema;
  return json;
}
