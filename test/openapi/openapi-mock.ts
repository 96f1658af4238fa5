// A mock of the service as a `fetch`. It is built only from the OpenAPI document.
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { lenderDocument } from '../../src/openapi/lender.js';

type Content = Record<string, { schema?: object; example?: unknown }>;

interface Operation {
  operationId: string;
  parameters?: { name: string; schema: object }[];
  requestBody: { content: Content };
  responses: { '2XX': { content: Content } };
}

/** Makes the mock of a document. `secretKey` is the key that its security scheme asks for. */
export function mockOf(document: ReturnType<typeof lenderDocument>, secretKey: string) {
  const ajv = new Ajv2020({ strict: false });
  const { components, paths } = JSON.parse(JSON.stringify(document)) as {
    components: object;
    paths: Record<string, { post: Operation }>;
  };
  const operations = Object.entries(paths).map(([template, { post }]) => ({
    ...post,
    pattern: new RegExp(`^${template.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
  }));
  const fits = (schema: object | undefined, value: unknown) => ajv.validate({ components, ...schema }, value);

  /** The operation of a path. */
  const operationAt = (path: string) => operations.find(({ pattern }) => pattern.test(path));

  /** Returns true if the document describes such a body of a successful response. */
  const fitsResponse = (name: string, body: unknown) => {
    const { responses } = operations.find(({ operationId }) => operationId === name)!;
    return fits(responses['2XX'].content['application/json']?.schema, body);
  };

  async function statusOf(request: Request, path: string): Promise<number> {
    const operation = operationAt(path);
    if (!operation) return 404;
    if (request.method !== 'POST') return 405;
    if (request.headers.get('x-bs-sk') !== secretKey) return 401;
    const { pattern, parameters = [], requestBody } = operation;
    const [type = ''] = (request.headers.get('content-type') ?? '').split(';');
    if (!Object.hasOwn(requestBody.content, type)) return 415;
    const { groups = {} } = pattern.exec(path)!;
    const isGood = parameters.every(({ name, schema }) => fits(schema, groups[name]));
    return isGood && fits(requestBody.content[type]!.schema, await bodyOf(request, type)) ? 201 : 422;
  }

  async function answer(input: string | URL | Request, init?: RequestInit): Promise<Response> {
    const request = new Request(input, init);
    const path = new URL(request.url).pathname;
    const status = await statusOf(request, path);
    const example = operationAt(path)?.responses['2XX'].content['application/json']?.example;
    return Response.json(status < 300 && example ? example : {}, { status });
  }

  return { operationAt, fitsResponse, fetch: answer };
}

/** The body as the document describes it: a form is an object. */
async function bodyOf(request: Request, type: string): Promise<unknown> {
  if (type !== 'multipart/form-data') return request.json().catch(() => undefined);
  const form = await request.formData().catch(() => new FormData());
  const textOf = async (value: FormDataEntryValue) => (typeof value === 'string' ? value : value.text());
  const entries = [...new Set(form.keys())].map(async (name) => {
    const values = await Promise.all(form.getAll(name).map(textOf));
    return [name, values.length === 1 ? values[0] : values] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}
