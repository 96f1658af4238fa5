// An independent mock server (openapi-backend) on a port of this machine. It knows the OpenAPI document and nothing else of ours.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
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

/** Starts the mock server of a document. `secretKey` is the key that its security scheme asks for. */
export async function startMock(document: OpenApiDocument, secretKey: string | undefined, test: TestContext) {
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
  if (secretKey !== undefined)
    api.registerSecurityHandler('secretKey', ({ request }) => request.headers['x-bs-sk'] === secretKey);
  await api.init();

  const server = createServer((request, response) => void respond(api, request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  test.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, api };
}

async function respond(api: OpenAPIBackend, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { status, body } = await answer(api, request);
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function answer(api: OpenAPIBackend, request: IncomingMessage): Promise<Answer> {
  const bytes = Buffer.concat((await request.toArray()) as Buffer[]);
  const [path, query] = request.url!.split('?');
  const headers = request.headers as Record<string, string>;
  const body = await bodyOf(bytes, headers['content-type'] ?? '');
  const { method = 'GET' } = request;
  return api.handleRequest({ method, path: path!, query: query ?? '', headers, body }) as Promise<Answer>;
}

/** The body as openapi-backend takes it: a form as an object, and anything else as text. */
async function bodyOf(bytes: Buffer, type: string): Promise<unknown> {
  if (!type.startsWith('multipart/form-data')) return bytes.length ? bytes.toString() : undefined;
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } })
    .formData()
    .catch(() => undefined);
  if (!form) return undefined;
  const names = [...new Set(form.keys())];
  const valueOf = async (value: FormDataEntryValue) => (typeof value === 'string' ? value : value.text());
  const entries = names.map(async (name) => {
    const values = await Promise.all(form.getAll(name).map(valueOf));
    return [name, values.length === 1 ? values[0] : values] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}
