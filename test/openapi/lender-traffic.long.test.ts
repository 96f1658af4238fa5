// The handler's real traffic, and malformed requests, to the sandbox and to a mock that knows the OpenAPI document alone.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { lenderDocument } from '../../src/openapi/lender.js';
import { createSandbox } from '../../src/sandbox/index.js';
import type { CallName } from '../../src/schema/index.js';
import {
  documentForm,
  faultAt,
  KEY,
  sampleApplication,
  samplePrequalification,
  setup,
  type Fetch,
} from '../server/setup.js';
import { mockOf } from './openapi-mock.js';

/** A request to the lender, as it crossed the wire. */
interface Sent {
  path: string;
  method: string;
  headers: Record<string, string>;
  body: Uint8Array | string | FormData;
}

/** A `fetch` that notes each request before it passes it on. */
const noting =
  (sent: Sent[]) =>
  (real: Fetch): Fetch =>
  async (input, init) => {
    const request = new Request(input, init);
    const { pathname, search } = new URL(request.url);
    const body = new Uint8Array(await request.clone().arrayBuffer());
    sent.push({ path: pathname + search, method: request.method, headers: Object.fromEntries(request.headers), body });
    return real(request);
  };

/** A whole journey through the handler. Returns the statuses of its five calls. */
async function journey(browser: ReturnType<typeof setup>['browser']) {
  const page = browser();
  const statuses: number[] = [];
  for (const route of ['applications', 'documents', 'prequalification', 'request-offers', 'widget-token'])
    statuses.push((await page.post(route, await page.good(route))).status);
  return statuses;
}
const ALL_DONE = [200, 200, 200, 200, 200];

type Send = (url: string, init: RequestInit) => Promise<Response>;
const { baseUrl } = createSandbox();

const accepts = async (send: Send, { path, ...init }: Sent) =>
  (await send(`${baseUrl}${path}`, init as RequestInit)).status < 300;

describe('the handler’s traffic', () => {
  it('is accepted by the sandbox, and by a mock that is built only from the document', async () => {
    const sent: Sent[] = [];
    const { browser, sandbox } = setup({ service: noting(sent) });
    assert.deepEqual(await journey(browser), ALL_DONE);
    const mock = mockOf(lenderDocument(), KEY);
    const verdicts = [];
    for (const request of sent)
      verdicts.push([mock.operationAt(request.path)?.operationId, await accepts(mock.fetch, request)]);
    assert.deepEqual(
      verdicts,
      sandbox.calls.map(({ name, status }) => [name, status < 300]),
    );
    assert.equal(verdicts.length, 5);
  });

  it('gets responses from the sandbox that fit the document', async () => {
    const answers: unknown[] = [];
    const watch = faultAt('', async (real) => {
      const response = await real();
      answers.push(await response.clone().json());
      return response;
    });
    const { browser, sandbox } = setup({ service: watch });
    assert.deepEqual(await journey(browser), ALL_DONE);
    const { fitsResponse } = mockOf(lenderDocument(), KEY);
    for (const [at, { name, status }] of sandbox.calls.entries()) {
      assert.equal(status, 201, name);
      assert.ok(fitsResponse(name!, answers[at]), name);
    }
    assert.ok(!fitsResponse('createApplication', { success: true }));
    assert.ok(!fitsResponse('authenticate', { token: 'x' }));
  });

  it('goes through the whole journey with the mock as the lender', async () => {
    const mock = mockOf(lenderDocument(), KEY);
    const { browser } = setup({ service: () => mock.fetch });
    assert.deepEqual(await journey(browser), ALL_DONE);
  });
});

/** The company that exists in the sandbox. */
const COMPANY = '{company}';
type Change = (sent: Sent) => Sent;

/** Puts a value into the body, at a path; `undefined` removes the field. */
const put =
  (path: string, value: unknown): Change =>
  (sent) => {
    const body = JSON.parse(String(sent.body)) as object;
    const names = path.split('.');
    const last = names.pop()!;
    const place = names.reduce((inner, name) => (inner as Record<string, object>)[name]!, body);
    Object.assign(place, { [last]: value });
    return { ...sent, body: JSON.stringify(body) };
  };
const withText =
  (body: string): Change =>
  (sent) => ({ ...sent, body });
const withHeaders =
  (headers: Record<string, string>): Change =>
  (sent) => ({ ...sent, headers: { ...sent.headers, ...headers } });
const withoutKey: Change = ({ headers: { 'x-bs-sk': _key, ...headers }, ...sent }) => ({ ...sent, headers });
const withPath =
  (path: string): Change =>
  (sent) => ({ ...sent, path });
const withForm =
  (change: (form: FormData) => void): Change =>
  (sent) => {
    change(sent.body as FormData);
    return sent;
  };

/** Malformed requests: the call, what is wrong, and the change of a good request. */
const MALFORMED: readonly (readonly [CallName, string, Change])[] = [
  ['createApplication', 'no applicant', put('applicant', undefined)],
  ['createApplication', 'no name of the company', put('company.registered_name', undefined)],
  ['createApplication', 'a blank name', put('company.registered_name', ' ')],
  ['createApplication', 'a number as a text', put('company.registered_number', 12345)],
  ['createApplication', 'a date of another shape', put('company.formation_date', '10/07/2020')],
  ['createApplication', 'a boolean mark', put('applicant.addresses.0.current', true)],
  ['createApplication', 'no address', put('applicant.addresses', [])],
  ['createApplication', 'an e-mail address without a host', put('applicant.email', 'jane')],
  ['createApplication', 'a national phone number', put('applicant.phone_number', '0123')],
  ['createApplication', 'a name that is too long', put('applicant.last_name', 'x'.repeat(201))],
  ['createApplication', 'an unknown field', put('partner', 'x')],
  ['createApplication', 'a list', withText('[{}]')],
  ['createApplication', 'text that is not JSON', withText('{"company":')],
  ['createApplication', 'an empty body', withText('')],
  ['createApplication', 'a plain text', withHeaders({ 'content-type': 'text/plain' })],
  ['createApplication', 'no key', withoutKey],
  ['createApplication', 'another key', withHeaders({ 'x-bs-sk': 'another' })],
  ['createApplication', 'another path', withPath('/partner-api/v2/applications')],
  ['createApplication', 'a slash at the end', withPath('/partner-api/v1/applications/')],
  ['createApplication', 'another method', (sent) => ({ ...sent, method: 'PUT' })],
  ['prequalify', 'a text as an amount', put('funding_amount', '25000')],
  ['prequalify', 'nothing to fund', put('funding_amount', 0)],
  ['prequalify', 'a negative revenue', put('monthly_revenue', -1)],
  ['prequalify', 'no answer about judgments', put('any_ccj', undefined)],
  ['prequalify', 'a company id that is not a UUID', withPath('/partner-api/v1/companies/12345/prequalification')],
  ['requestOffers', 'a consent as a text', put('credit_score_check_consent', 'true')],
  ['requestOffers', 'no consent', withText('{}')],
  ['requestOffers', 'a consent as a number', put('credit_score_check_consent', 1)],
  ['requestOffers', 'the path of companies', withPath(`/partner-api/v1/companies/${COMPANY}/request-offers`)],
  ['authenticate', 'no e-mail address', put('email', undefined)],
  ['authenticate', 'a company id that is not a UUID', put('company_id', '12345')],
  [
    'uploadDocument',
    'JSON',
    (sent) => withHeaders({ 'content-type': 'application/json' })(withText('{"type":"x"}')(sent)),
  ],
  ['uploadDocument', 'no file', withForm((form) => form.delete('file'))],
  ['uploadDocument', 'no type', withForm((form) => form.delete('type'))],
  ['uploadDocument', 'an unknown part', withForm((form) => form.append('note', 'x'))],
  [
    'uploadDocument',
    'a file under another name',
    withForm((form) => (form.append('document', form.get('file')!), form.delete('file'))),
  ],
  ['uploadDocument', 'a blank type', withForm((form) => form.set('type', ' '))],
  ['uploadDocument', 'two types', withForm((form) => form.append('type', 'x'))],
  ['uploadDocument', 'two files', withForm((form) => form.append('file', form.get('file')!))],
];

describe('a malformed request', () => {
  const post = (path: string, body: object): Sent => ({
    path: `/partner-api/v1${path}`,
    method: 'POST',
    headers: { 'x-bs-sk': KEY, ...(!(body instanceof FormData) && { 'content-type': 'application/json' }) },
    body: body instanceof FormData ? body : JSON.stringify(body),
  });
  const GOOD: Record<CallName, () => Sent> = {
    createApplication: () => post('/applications', sampleApplication()),
    uploadDocument: () => post(`/companies/${COMPANY}/documents`, documentForm()),
    prequalify: () => post(`/companies/${COMPANY}/prequalification`, samplePrequalification()),
    requestOffers: () => post(`/applications/${COMPANY}/request-offers`, { credit_score_check_consent: true }),
    authenticate: () => post('/applications/auth', { company_id: COMPANY, email: sampleApplication().applicant.email }),
  };

  it('is rejected by both the sandbox and the mock, which accept the correct one', async () => {
    const mock = mockOf(lenderDocument(), KEY);
    const sandbox = createSandbox({ secretKey: KEY });
    assert.ok(await accepts(sandbox.fetch, GOOD.createApplication()));
    const { company_id } = sandbox.applications[0]!;
    const verdicts = async ({ path, body, ...sent }: Sent) => {
      const toCompany: Sent = {
        ...sent,
        path: path.replace(COMPANY, company_id),
        body: typeof body === 'string' ? body.replace(COMPANY, company_id) : body,
      };
      return [await accepts(sandbox.fetch, toCompany), await accepts(mock.fetch, toCompany)];
    };
    for (const [call, good] of Object.entries(GOOD)) assert.deepEqual(await verdicts(good()), [true, true], call);
    for (const [call, wrong, change] of MALFORMED)
      assert.deepEqual(await verdicts(change(GOOD[call]())), [false, false], `${call}: ${wrong}`);
  });
});
