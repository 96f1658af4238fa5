import { version } from '../version.js';
import type { JsonSchema } from './types.js';

/** An OpenAPI 3.1 document, ready to be written as JSON. */
export interface OpenApiDocument {
  readonly openapi: '3.1.1';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly [field: string]: unknown;
}

export const newDocument = (title: string, description: string) =>
  ({ openapi: '3.1.1', info: { title, version, description } }) as const;

export const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

const content = (type: string, schema: JsonSchema, example?: unknown) => ({
  content: { [type]: { schema, ...(example !== undefined && { example }) } },
});

export const jsonContent = (schema: JsonSchema, example?: unknown) => content('application/json', schema, example);

export const requestBody = (type: string, schema: JsonSchema) => ({ required: true, ...content(type, schema) });

/** The body of a document upload: one file and its type. */
export const uploadSchema = (filePart: string, fields: JsonSchema, file: string): JsonSchema => {
  const { properties, required, ...rest } = fields as { properties: object; required: string[] };
  const filePartSchema = { type: 'string', contentMediaType: 'application/octet-stream', description: file };
  return { ...rest, properties: { ...properties, [filePart]: filePartSchema }, required: [...required, filePart] };
};
