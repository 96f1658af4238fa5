/** A JSON Schema (2020-12), the dialect of OpenAPI 3.1. */
export type JsonSchema = { [keyword: string]: unknown };
