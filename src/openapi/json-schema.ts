import * as z from 'zod/mini';
import { fieldOf } from '../schema/fields/wire.js';
import { fieldShape } from './field-shape.js';
import type { JsonSchema } from './types.js';

/** Converts a schema to a JSON Schema of the value that it returns: the body as it crosses the wire. */
export function toJsonSchema(schema: z.ZodMiniType): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io: 'output',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const field = fieldOf(zodSchema);
      if (field) Object.assign(jsonSchema, fieldShape(field));
    },
  }) as JsonSchema;
  return json;
}

/** Adds descriptions to the properties of a JSON Schema, by their paths without indexes, such as `company.type`. */
export function describeFields(
  schema: JsonSchema,
  descriptions: Readonly<Record<string, string>>,
  path = '',
): JsonSchema {
  const { properties, items } = schema as { properties?: Record<string, JsonSchema>; items?: JsonSchema };
  const description = descriptions[path];
  const inner = (name: string) => (path ? `${path}.${name}` : name);
  return {
    ...(description !== undefined && { description }),
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, one]) => [name, describeFields(one, descriptions, inner(name))]),
      ),
    }),
    ...(items && { items: describeFields(items, descriptions, path) }),
  };
}
