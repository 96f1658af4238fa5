import { dateTime, dateShapes, dayFirst, yearFirst } from '../schema/fields/dates.js';
import { email, EMAIL_CHECKS } from '../schema/fields/email.js';
import type { FieldType } from '../schema/fields/field-type.js';
import { MAX_TYPED_LENGTH } from '../schema/fields/normalise.js';
import { phoneNumber, PHONE } from '../schema/fields/phone.js';
import type { JsonSchema } from './types.js';

type Accept = FieldType<unknown>['accept'];

const datePattern = ({ write }: (typeof dateShapes)['dateTime']): JsonSchema => ({
  type: 'string',
  pattern: `^${write({ year: 0, month: 0, day: 0 }).replaceAll('.', '\\.').replaceAll('0', '\\d')}$`,
});

/** A JSON Schema has no flag for the case of letters. */
const withBothCases = ({ source, ignoreCase }: RegExp) => (ignoreCase ? source.replaceAll('a-z', 'A-Za-z') : source);

/** Field types whose values have a format. A field type that cannot be removed has the same `accept`. */
const FORMATS = new Map<Accept, JsonSchema>([
  [dateTime.accept, datePattern(dateShapes.dateTime)],
  [dayFirst.accept, datePattern(dateShapes.dayFirst)],
  [yearFirst.accept, datePattern(dateShapes.yearFirst)],
  [phoneNumber.accept, { type: 'string', pattern: PHONE.source }],
  [email.accept, { allOf: EMAIL_CHECKS.map(([pattern]) => ({ pattern: withBothCases(pattern) })) }],
]);

/** Returns the JSON Schema of the values that a field type accepts. It asks the field type itself for its limits. */
export function fieldShape({ accept }: FieldType<unknown>): JsonSchema {
  const accepts = (value: unknown) => 'value' in accept(value);
  const maximum = limitOf(accept('x'.repeat(MAX_TYPED_LENGTH + 1)));
  if (accepts(true)) return { type: 'boolean' };
  if (accepts(1)) {
    const lowest = accepts(0) ? { minimum: 0 } : { exclusiveMinimum: 0 };
    return { type: 'number', ...lowest, maximum: limitOf(accept(Infinity)) };
  }
  if (accepts(undefined)) return { const: 'true' };
  const text = maximum === undefined ? {} : { type: 'string', maxLength: maximum };
  return { ...text, ...(FORMATS.get(accept) ?? { pattern: '\\S' }) };
}

const limitOf = (result: ReturnType<Accept>) => ('reason' in result ? result.params?.maximum : undefined);
