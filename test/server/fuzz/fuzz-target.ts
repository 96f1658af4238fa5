import assert from 'node:assert/strict';
import { sampleApplication, samplePrequalification } from '../../schema/samples.js';
import { created, documentForm, evidenceOf, MOUNT, ORIGIN, UNLIMITED } from '../setup.js';
import { bytes, leavesIn, ROUTES, type FuzzRequest, type Json, type Route } from './fuzz-requests.js';

/** A handler with Jane's application, and the service behind it. */
export async function createTarget() {
  const { page, handle, sandbox, received } = await created({
    limits: UNLIMITED,
  });
  const [{ company_id }] = await identity();
  let visitors = 0;

  async function identity() {
    await page.post('widget-token', {});
    return received('authenticate') as [{ company_id: string }];
  }

  async function goodBody(route: Route): Promise<Json> {
    if (route === 'applications') return sampleApplication() as unknown as Json;
    if (route === 'prequalification') return samplePrequalification() as Json;
    if (route === 'widget-token') return {};
    const evidence = (await evidenceOf(await page.get('consent'))) as unknown as Json;
    return route === 'consent' ? { decision: 'declined', evidence } : { credit_score_check_consent: true, evidence };
  }

  /** The body as bytes, with its type. The form is written by the platform. */
  async function encoded({ route, body }: FuzzRequest): Promise<{ type: string; text: Uint8Array }> {
    if (route !== 'documents') {
      const text = bytes.encode(JSON.stringify(body.change(await goodBody(route))));
      return { type: 'application/json', text };
    }
    const form = new Response(documentForm());
    return { type: form.headers.get('content-type')!, text: new Uint8Array(await form.arrayBuffer()) };
  }

  /** Sends a request, and looks at what came of it. Answers whether it was a bad one. */
  async function send(request: FuzzRequest): Promise<boolean> {
    const { route } = request;
    const { type, text } = await encoded(request);
    const user =
      route === 'applications'
        ? `user=visitor-${visitors++}`
        : [...page.cookies].map((pair) => pair.join('=')).join('; ');
    const good = {
      origin: ORIGIN,
      'sec-fetch-site': 'same-origin',
      'x-lending-elements': '1',
      'content-type': type,
      cookie: user,
    };
    const method = request.method.change('POST');
    const sent = request.headers.change(good);
    const body = method === 'HEAD' ? null : (request.text.change(text) as BodyInit);
    const before = sandbox.calls.length;
    const address = new URL(`${ORIGIN}${MOUNT}/${request.path.change(route)}`);
    const said = `${method} ${address.href} ${JSON.stringify(sent)} ${body ? new TextDecoder().decode(body as Uint8Array).slice(0, 3000) : ''}`;
    const response = await handle(new Request(address, { method, headers: sent, body }));
    const isDocument = route === 'documents';
    const changes = [
      request.method,
      request.path,
      request.headers,
      ...(isDocument ? [] : [request.body]),
      request.text,
    ];
    const effects = new Set(changes.map(({ effect }) => effect));
    const made = sandbox.calls.slice(before);
    await checkTyped(response);
    for (const call of made) checkCall(call, company_id);
    if (effects.has('bad')) {
      assert.ok(!response.ok, said);
      assert.equal(made.length, 0, said);
    } else if (!effects.has('any')) {
      assert.equal(response.status, 200, said);
      assert.deepEqual(
        made.map(({ name }) => name),
        ROUTES[route] ? [ROUTES[route]] : [],
      );
    }
    return effects.has('bad');
  }
  return { handle, send, calls: () => sandbox.calls.length };
}

/** Every answer is typed JSON that nobody keeps, or the document of the frame. */
async function checkTyped(response: Response): Promise<void> {
  const type = response.headers.get('content-type')!;
  assert.equal(response.headers.get('cache-control'), 'no-store');
  if (type.startsWith('text/html')) return;
  assert.equal(type, 'application/json; charset=utf-8');
  const { code, requestId } = (await response.json()) as { code?: string; requestId?: string };
  assert.equal(response.ok, code === undefined);
  if (code) assert.match(`${code} ${requestId}`, /^(handler|upstream|outcome|config)-[a-z-]+ [0-9a-f-]{36}$/);
  assert.notEqual(code, 'handler-failed');
}

/** What may be on its way to the service, as the specification has it. It is written without the schemas. */
function checkCall(
  call: { name: string | undefined; path: string; authorized: boolean; status: number; body: unknown },
  company_id: string,
): void {
  assert.ok(call.authorized && call.status < 300, `${call.path} was answered ${call.status}`);
  const own = {
    uploadDocument: `companies/${company_id}/documents`,
    prequalify: `companies/${company_id}/prequalification`,
    requestOffers: `applications/${company_id}/request-offers`,
    authenticate: 'applications/auth',
    createApplication: 'applications',
  };
  assert.equal(call.path, `/partner-api/v1/${own[call.name as keyof typeof own]}`);
  const body: Record<string, Json> = structuredClone(call.body as Record<string, Json>);
  if (call.name === 'requestOffers') assert.deepEqual(call.body, { credit_score_check_consent: true });
  if (call.name === 'authenticate')
    assert.deepEqual(call.body, { company_id, email: sampleApplication().applicant.email });
  if (call.name === 'prequalify') {
    assert.deepEqual(Object.keys(body).sort(), ['any_ccj', 'funding_amount', 'monthly_revenue']);
    assert.ok(
      (body.funding_amount as number) > 0 && (body.monthly_revenue as number) >= 0 && typeof body.any_ccj === 'boolean',
    );
  }
  if (call.name !== 'createApplication') return;
  assert.deepEqual(Object.keys(body).sort(), ['applicant', 'company', 'region']);
  for (const path of leavesIn(body)) {
    const leaf = path.reduce<Json>((value, key) => (value as Record<string, Json>)[key]!, body);
    assert.ok(
      typeof leaf === 'string' && /\S/.test(leaf) && leaf.length <= 254 && !/\p{Cc}/u.test(leaf),
      path.join('.'),
    );
  }
}
