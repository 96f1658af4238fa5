import type { FieldType } from './field-type.js';

/** The shape of a value that a schema checks by a function: a field type, or a JSON Schema. */
export type Shape = { field: FieldType<unknown> } | { json: Readonly<Record<string, unknown>> };

const shapes = new WeakMap<object, Shape>();

/** Notes the shape of a schema that is a function: zod cannot tell it to the OpenAPI documents. Returns the schema. */
export function withShape<T extends object>(schema: T, shape: Shape): T {
  shapes.set(schema, shape);
  return schema;
}

export const shapeOf = (schema: object): Shape | undefined => shapes.get(schema);
