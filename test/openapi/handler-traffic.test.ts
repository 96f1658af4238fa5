// The page's real traffic, and malformed requests, to the handler, to a mock server and to a JSON Schema of its document.
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { handlerDocument } from '../../src/openapi/index.js';
import { memoryDrafts } from '../../src/server/index.js';
import {
  Browser,
  documentForm,
  foundAddress,
  foundCompany,
  MOUNT,
  ORIGIN,
  sampleApplication,
  samplePrequalification,
  setup,
} from '../server/setup.js';
import type { Sending } from '../server/browser.js';
import { startMock } from './openapi-mock.js';

const DOCUMENT = handlerDocument();

interface Exchange {
  request: Request;
  response: Response;
}

/** A handler with a page of Jane's, and all that both have said. The mock server gets the same requests. */
async function start(
  test: TestContext,
  options: Parameters<typeof setup>[0] = {},
  mock = startMock(DOCUMENT, undefined, test),
) {
  const exchanges: Exchange[] = [];
  const { handle } = setup({
    drafts: { store: memoryDrafts() },
    prefill: () => ({ company: { type: 'ltd' } }),
    lookupCompany: () => [foundCompany()],
    lookupAddress: () => [foundAddress()],
    ...options,
  });
  const noting = async (request: Request) => {
    const copy = request.clone();
    const response = await handle(request);
    exchanges.push({ request: copy, response: response.clone() });
    return response;
  };
  const page = new Browser(noting, 'jane', ORIGIN);
  const { origin, api } = await mock;
  /** Whether the mock server accepts the same request. */
  const mocked = async ({ request }: Exchange) => {
    const { pathname, search } = new URL(request.url);
    const body = request.method === 'GET' ? null : await request.clone().arrayBuffer();
    const { status } = await fetch(origin + pathname + search, {
      method: request.method,
      headers: request.headers,
      body,
    });
    return status < 300;
  };
  /** The errors of an answer, by the document. */
  const wrongIn = async ({ request, response }: Exchange) => {
    const { pathname } = new URL(request.url);
    const operation = api.matchOperation({ method: request.method, path: pathname, headers: {} })!;
    assert.ok(operation.responses?.[response.status], `${pathname} documents ${response.status}`);
    return api.validateResponse(await response.clone().json(), operation, response.status).errors;
  };
  return { page, exchanges, mocked, wrongIn };
}

/** Everything that a page asks for from the first step to the offers. */
async function journey(page: Browser) {
  await page.post('lookups/company', { query: 'acme' });
  await page.post('lookups/address', { query: 'ab1 2cd' });
  const { draftOwner: owner } = (await (await page.get('session')).json()) as { draftOwner: string };
  const revision = 'revision-1';
  const draft = { step: 'company', inputs: { company: { registered_name: 'Acme' } }, answers: {} };
  await page.post('draft', { owner, revision, after: [], draft });
  await page.get('draft');
  await page.post('draft', { owner, delete: true });
  await page.create();
  await page.post('documents', documentForm());
  await page.post('prequalification', samplePrequalification());
  await page.get('consent?locale=en-GB');
  await page.post('request-offers', await page.good('request-offers'));
  await page.get('consent');
  await page.post('widget-token', {});
  await page.get('session');
  await page.post('consent', { decision: 'withdrawn' });
  await page.get('consent');
  await page.get('session');
}

describe('the page’s traffic', () => {
  it('is accepted by the handler and by the mock server, and each answer fits the document', async (test) => {
    const { page, exchanges, mocked, wrongIn } = await start(test);
    await journey(page);
    assert.ok(exchanges.length >= 14);
    for (const exchange of exchanges) {
      const { method, url } = exchange.request;
      assert.deepEqual([exchange.response.status, await mocked(exchange)], [200, true], `${method} ${url}`);
      assert.deepEqual(await wrongIn(exchange), null, `${method} ${url}`);
    }
    const routes = new Set(exchanges.map(({ request }) => new URL(request.url).pathname.slice(MOUNT.length + 1)));
    const documented = Object.keys(DOCUMENT.paths).map((path) => path.slice(1));
    // The other two need no user and answer no JSON.
    assert.deepEqual([...routes, 'frame', 'elements/{file}'].toSorted(), documented.toSorted());
  });

  it('has the documented errors if the lender fails in any way', async (test) => {
    const faults: (() => Response | Promise<Response>)[] = [
      () => new Response('{}', { status: 500 }),
      () => new Response('{}', { status: 401 }),
      () => Response.json({ errors: [{ path: 'email', reason: 'format' }] }, { status: 422 }),
      () => new Response('{}', { status: 429, headers: { 'retry-after': '3' } }),
      () => new Response('{}', { status: 503 }),
      () => new Response('<h1>', { status: 201, headers: { 'content-type': 'text/html' } }),
      () => new Response(null, { status: 302, headers: { location: 'https://elsewhere.example' } }),
      () => Promise.reject(new TypeError('fetch failed')),
    ];
    const seen = new Set<string>();
    const mock = startMock(DOCUMENT, undefined, test);
    const existingApplication = () => ({ company_id: crypto.randomUUID(), email: 'jane.doe@example.com' });
    const tryAll = async (fault: (typeof faults)[number], options: object) => {
      const { page, exchanges, wrongIn } = await start(test, { ...options, service: () => async () => fault() }, mock);
      await page.post('applications', sampleApplication());
      await page.post('prequalification', samplePrequalification());
      await page.post('request-offers', await page.good('request-offers'));
      await page.post('widget-token', {});
      for (const exchange of exchanges) {
        const { code, message } = (await exchange.response.clone().json()) as { code?: string; message?: string };
        if (code) seen.add(code);
        assert.deepEqual(await wrongIn(exchange), null, `${exchange.request.url}: ${code}: ${message}`);
      }
    };
    await Promise.all(faults.flatMap((fault) => [tryAll(fault, {}), tryAll(fault, { existingApplication })]));
    assert.ok(seen.size >= 8, [...seen].join());
  });
});

/** Malformed requests: the route, what is wrong, and how it is sent. A body without `headers` is judged by its JSON Schema, too. */
const application = (change: (body: Record<string, Record<string, unknown>>) => void) => {
  const body = sampleApplication() as unknown as Record<string, Record<string, unknown>>;
  change(body);
  return { body };
};
const figures = (more: object) => ({ body: { ...samplePrequalification(), ...more } });
const MALFORMED: readonly (readonly [string, string, Sending])[] = [
  ['applications', 'no company', application((body) => void delete body.company)],
  ['applications', 'no last name', application(({ applicant }) => void delete applicant!.last_name)],
  ['applications', 'a number as a name', application(({ company }) => void (company!.registered_name = 5))],
  [
    'applications',
    'a date of another shape',
    application(({ applicant }) => void (applicant!.date_of_birth = '10/07/2000')),
  ],
  ['applications', 'an unknown field', application(({ company }) => void (company!.company_id = 'x'))],
  ['applications', 'a list', { body: [] }],
  ['applications', 'text that is not JSON', { body: '{"company"' }],
  ['applications', 'an empty body', { body: '' }],
  ['applications', 'a plain text', { body: sampleApplication(), headers: { 'content-type': 'text/plain' } }],
  ['applications', 'no header of the library', { body: sampleApplication(), headers: { 'x-lending-elements': null } }],
  ['applications/new', 'another path', { body: sampleApplication() }],
  ['applications', 'another method', { body: sampleApplication(), method: 'PUT' }],
  ['prequalification', 'a text as an amount', figures({ funding_amount: '25000' })],
  ['prequalification', 'nothing to fund', figures({ funding_amount: 0 })],
  ['prequalification', 'no answer', figures({ any_ccj: undefined })],
  ['prequalification', 'a key that is too short', { ...figures({}), headers: { 'idempotency-key': 'short' } }],
  ['request-offers', 'a consent as a text', { body: { credit_score_check_consent: 'true' } }],
  ['request-offers', 'no consent', { body: {} }],
  ['consent', 'an unknown decision', { body: { decision: 'maybe' } }],
  ['consent', 'a decision without evidence', { body: { decision: 'given' } }],
  ['widget-token', 'an e-mail address', { body: { email: 'jane.doe@example.com' } }],
  ['draft', 'no owner', { body: { delete: true } }],
  ['lookups/company', 'a query that is too short', { body: { query: 'ac' } }],
  ['lookups/company', 'a query that is too long', { body: { query: 'a'.repeat(101) } }],
  ['lookups/address', 'a country', { body: { query: 'ab1 2cd', countryCode: 'FR' } }],
  ['lookups/address', 'a number', { body: { query: 12345 } }],
  [
    'draft',
    'a revision that is too short',
    { body: { owner: 'a'.repeat(43), revision: 'x', after: [], draft: { inputs: {}, answers: {} } } },
  ],
];

describe('a malformed request of a page', () => {
  // Only the handler checks the origin, the user, the order of the calls and the seal of a consent: a document cannot say them.
  it('is refused by the handler, the mock server and the JSON Schema alike', async (test) => {
    const { page, exchanges, mocked } = await start(test);
    const ajv = new Ajv2020({ strict: false });
    const document = DOCUMENT;
    ajv.addSchema(JSON.parse(JSON.stringify(document)) as object, 'handler');
    const accepts = (route: string, body: unknown) => {
      const { post } = document.paths[`/${route}`] as {
        post: { requestBody: { content: Record<string, { schema: { $ref: string } }> } };
      };
      return ajv.validate(
        { $ref: `handler${post.requestBody.content['application/json']!.schema.$ref}` },
        JSON.parse(JSON.stringify(body)),
      );
    };
    await page.create();
    assert.ok(accepts('applications', sampleApplication()) && accepts('prequalification', samplePrequalification()));
    for (const [route, wrong, sending] of MALFORMED) {
      const { status } = await page.send(route, sending);
      const verdicts = [
        status < 300,
        await mocked(exchanges.at(-1)!),
        'headers' in sending || 'method' in sending || typeof sending.body === 'string' || route === 'applications/new'
          ? false
          : accepts(route, sending.body),
      ];
      assert.deepEqual(verdicts, [false, false, false], `${route}: ${wrong}: ${status}`);
    }
    assert.ok(MALFORMED.length >= 20);
  });
});
