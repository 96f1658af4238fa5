import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSandbox } from '../../src/sandbox/index.js';
import { createPartnerClient, type ServiceCall, type UpstreamOptions } from '../../src/server/index.js';
import { createUnspecifiedClient } from '../../src/server/unspecified.js';
import { sampleApplication, samplePrequalification } from '../schema/samples.js';
import { KEY } from './setup.js';

const COMPANY = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
const CALLS = ['documentTypes', 'applicationStatus'] as const;

/** A client of a service that gives these answers, the last of them again and again. */
function answering(...answers: (() => Response | Promise<Response>)[]) {
  const calls: [string, RequestInit][] = [];
  const options: UpstreamOptions = {
    baseUrl: 'https://api.lender.example',
    secretKey: KEY,
    fetch: async (url, init) => {
      calls.push([url, init!]);
      return answers[Math.min(calls.length, answers.length) - 1]!();
    },
  };
  const client = createUnspecifiedClient(options);
  return {
    calls,
    documentTypes: () => client.documentTypes(),
    applicationStatus: () => client.applicationStatus(COMPANY),
  };
}
const saying = (body: unknown) => answering(() => Response.json(body));

describe('what is not in the specification', () => {
  it('is asked of the sandbox with the options of the five calls', async () => {
    const sandbox = createSandbox({ secretKey: KEY });
    const options = { baseUrl: sandbox.baseUrl, secretKey: KEY, fetch: sandbox.fetch };
    const [partner, client] = [createPartnerClient(options), createUnspecifiedClient(options)];
    const { company_id, application_id } = await partner.createApplication(sampleApplication());
    assert.deepEqual(await client.documentTypes(), [{ value: 'bank-statement', label: undefined }]);
    assert.deepEqual(await client.applicationStatus(company_id), { status: 'PENDING', application_id });
    await partner.prequalify(company_id, samplePrequalification());
    await partner.requestOffers(company_id, { credit_score_check_consent: true });
    assert.deepEqual(await client.applicationStatus(company_id), { status: 'RECEIVED_OFFERS', application_id });
    await assert.rejects(client.applicationStatus(application_id!), { code: 'upstream-denied' });
  });

  it('is only read: the key in one header, no body, and nothing followed', async () => {
    const { calls, documentTypes, applicationStatus } = saying({ data: ['a'], status: 'PENDING' });
    await documentTypes();
    await applicationStatus();
    assert.deepEqual(
      calls.map(([url]) => url),
      ['document-types', `${COMPANY}/application-status`].map(
        (path) => `https://api.lender.example/partner-api/v1/companies/${path}`,
      ),
    );
    for (const [, { method, body, redirect, headers }] of calls) {
      assert.deepEqual([method, body, redirect], ['GET', undefined, 'manual']);
      assert.deepEqual({ ...(headers as object) }, { accept: 'application/json', 'x-bs-sk': KEY });
    }
  });

  it('puts no id into an address that is no UUID', async () => {
    const calls: unknown[] = [];
    const client = createUnspecifiedClient({
      baseUrl: 'https://api.lender.example',
      secretKey: KEY,
      fetch: async (url, init) => (calls.push([url, init!]), Response.json({ status: 'PENDING' })),
    });
    for (const id of ['../applications/auth?', '%2e%2e/auth#', '', `${COMPANY}/x`, 'document-types']) {
      await assert.rejects(client.applicationStatus(id), { code: 'handler-failed' });
    }
    assert.deepEqual(calls, []);
  });

  it('refuses the address and the key that the five calls refuse', () => {
    for (const wrong of [{ baseUrl: 'http://api.lender.example' }, { secretKey: `${KEY}\n` }]) {
      const options = { baseUrl: 'https://api.lender.example', secretKey: KEY, ...wrong };
      assert.throws(() => createUnspecifiedClient(options), { code: 'config-invalid' });
    }
  });

  it('is not there at many a service: that is an answer, and asked once', async () => {
    for (const name of CALLS) {
      const service = answering(() => new Response('<h1>Not Found</h1>', { status: 404 }));
      await assert.rejects(service[name](), { code: 'upstream-denied' });
      assert.equal(service.calls.length, 1);
    }
  });

  it('is asked again where it broke off, three times in all', async () => {
    const cut = () => Promise.reject(Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNRESET' } }));
    const good = () => Response.json({ data: ['a'], status: 'PENDING' });
    for (const name of CALLS) {
      const once = answering(cut, good);
      await once[name]();
      assert.equal(once.calls.length, 2);
      const never = answering(cut);
      await assert.rejects(never[name](), { code: 'upstream-unreachable' });
      assert.equal(never.calls.length, 3);
    }
  });

  it('is not asked again after its time, or once it was given up', async () => {
    const hanging = (_: string, init?: RequestInit) =>
      new Promise<never>((_resolve, reject) => {
        // The time limit alone keeps no process alive.
        const alive = setInterval(() => {}, 1000);
        init!.signal!.addEventListener('abort', () => {
          clearInterval(alive);
          reject(init!.signal!.reason as Error);
        });
      });
    const options = { baseUrl: 'https://api.lender.example', secretKey: KEY, fetch: hanging, timeout: 30 };
    const heard: ServiceCall[] = [];
    const onAnswer = (call: ServiceCall) => void heard.push(call);
    const client = createUnspecifiedClient(options);
    await assert.rejects(client.documentTypes({ onAnswer }), { code: 'upstream-timeout' });
    const stop = new AbortController();
    const asked = client.applicationStatus(COMPANY, { onAnswer, signal: stop.signal });
    stop.abort();
    await assert.rejects(asked, { code: 'upstream-unreachable' });
    assert.deepEqual(
      heard.map(({ call }) => call),
      CALLS,
    );
  });
});

describe('the document types of an answer', () => {
  const kinds = [{ value: 'bank-statement', label: undefined }];
  const readable: [string, unknown, unknown][] = [
    ['a list of texts', ['bank-statement'], kinds],
    ['a list under data', { success: true, data: ['bank-statement'] }, kinds],
    ['a list by its name', { document_types: ['bank-statement'] }, kinds],
    ['a list by its name, under data', { data: { documentTypes: ['bank-statement'] } }, kinds],
    ['objects with a type', [{ type: 'bank-statement' }], kinds],
    [
      'objects with a code and a name',
      { data: [{ id: 5, code: 'bank-statement', name: 'Bank statement', more: { secret: 1 } }] },
      [{ value: 'bank-statement', label: 'Bank statement' }],
    ],
    ['no kinds', { data: [] }, []],
    [
      'a kind twice, and what is none',
      ['bank-statement', null, 5, [], {}, '', 'bank-statement', 'x'.repeat(201)],
      kinds,
    ],
  ];
  for (const [name, body, expected] of readable) {
    it(`are read of ${name}`, async () => {
      assert.deepEqual(await saying(body).documentTypes(), expected);
    });
  }

  it('are 200 at most', async () => {
    const many = Array.from({ length: 5000 }, (_, index) => `kind-${index}`);
    assert.equal((await saying(many).documentTypes()).length, 200);
  });

  for (const body of [
    null,
    5,
    'text',
    {},
    { data: null },
    { data: 'x' },
    [5],
    [{}],
    { data: { data: { data: ['a'] } } },
  ]) {
    it(`are not in ${JSON.stringify(body)}`, async () => {
      await assert.rejects(saying(body).documentTypes(), { code: 'upstream-unexpected-body' });
    });
  }
});

describe('the status of an answer', () => {
  const application_id = '9b2f6f0e-1d6c-4c58-8d1e-2f4f3c1a7e10';
  const none = { status: 'PENDING', application_id: undefined };
  const readable: [string, unknown, unknown][] = [
    ['a text', 'PENDING', none],
    ['a text under data', { success: true, data: 'PENDING' }, none],
    ['status', { status: 'PENDING' }, none],
    ['application_status', { application_status: 'PENDING', status: 'ok' }, none],
    ['data, before what the top says', { status: 'success', data: { status: 'PENDING' } }, none],
    ['the application under data', { data: { status: 'ok', application: { status: 'PENDING' } } }, none],
    ['one that nobody knows', { status: 'BRAND_NEW' }, { status: 'BRAND_NEW', application_id: undefined }],
    [
      'one with its id',
      { data: { application_id, application_status: 'PENDING' } },
      { status: 'PENDING', application_id },
    ],
    ['one with an id that is none, and more', { status: 'PENDING', application_id: '../x', email: 'a@b.c' }, none],
  ];
  for (const [name, body, expected] of readable) {
    it(`is read of ${name}`, async () => {
      assert.deepEqual(await saying(body).applicationStatus(), expected);
    });
  }

  for (const body of [null, 5, [], {}, { status: 200 }, { status: '' }, { status: 'x'.repeat(201) }, { data: [] }]) {
    it(`is not in ${JSON.stringify(body).slice(0, 30)}`, async () => {
      await assert.rejects(saying(body).applicationStatus(), { code: 'upstream-unexpected-body' });
    });
  }
});
