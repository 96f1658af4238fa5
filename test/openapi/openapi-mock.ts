// An independent mock of a service (openapi-backend) as a `fetch`. It knows the OpenAPI document and nothing else of ours.
import { OpenAPIBackend, type Context, type Document } from 'openapi-backend';
import type { OpenApiDocument } from '../../src/openapi/lender.js';

interface Answer {
  status: number;
  body?: unknown;
}

const refuse =
  (status: number, of?: (context: Context) => unknown) =>
  (context: Context): Answer => ({
    status,
    body: { refused: of?.(context) ?? status },
  });

/** openapi-backend leaves the content type to its server. It must be one of the operation's. */
function refuseType({ operation, request }: Context): Answer | undefined {
  const { content = {} } = (operation.requestBody ?? {}) as { content?: object };
  const [type = ''] = String(request.headers['content-type'] ?? '').split(';');
  return Object.keys(content).length === 0 || Object.hasOwn(content, type) ? undefined : { status: 415 };
}

/** Makes the mock of a document. `secretKey` is the key that its security scheme asks for. */
export async function mockOf(document: OpenApiDocument, secretKey: string) {
  const api = new OpenAPIBackend({
    definition: JSON.parse(JSON.stringify(document)) as Document,
    apiRoot: new URL(document.servers[0]!.url, 'http://mock.localhost').pathname,
    strict: true,
    // It would check the document as OpenAPI 3.0. Another validator checks it as 3.1.
    quick: true,
    ignoreTrailingSlashes: false,
    handlers: {
      notFound: refuse(404),
      methodNotAllowed: refuse(405),
      unauthorizedHandler: refuse(401),
      validationFail: refuse(422, ({ validation }) => validation.errors),
      notImplemented: (context: Context): Answer => {
        const { status, mock } = api.mockResponseForOperation(context.operation.operationId!);
        return refuseType(context) ?? { status, body: mock as unknown };
      },
    },
  });
  api.registerSecurityHandler('secretKey', ({ request }) => request.headers['x-bs-sk'] === secretKey);
  await api.init();

  const answer = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    const { pathname, search } = new URL(request.url);
    const headers = Object.fromEntries(request.headers);
    const sent = {
      method: request.method,
      path: pathname,
      query: search.slice(1),
      headers,
      body: await bodyOf(request),
    };
    const { status, body } = (await api.handleRequest(sent)) as Answer;
    return Response.json(body ?? {}, { status });
  };
  return { api, fetch: answer };
}

/** The body as openapi-backend takes it: a form as an object, and anything else as text. */
async function bodyOf(request: Request): Promise<unknown> {
  if (!request.headers.get('content-type')?.startsWith('multipart/form-data'))
    return (await request.text()) || undefined;
  const form = await request.formData().catch(() => undefined);
  if (!form) return undefined;
  const valueOf = async (value: FormDataEntryValue) => (typeof value === 'string' ? value : value.text());
  const entries = [...new Set(form.keys())].map(async (name) => {
    const values = await Promise.all(form.getAll(name).map(valueOf));
    return [name, values.length === 1 ? values[0] : values] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}
