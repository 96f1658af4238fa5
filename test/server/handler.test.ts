import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SandboxPart } from '../../src/sandbox/api/body.js';
import { CALLS, defaultSettings } from '../../src/schema/index.js';
import { sampleApplication, samplePrequalification } from '../schema/samples.js';
import { changed, open } from '../../src/server/records/current.js';
import { Browser, created, documentForm, EMAIL, goodBodies, KEY, ORIGIN, read, setup, type Answer } from './setup.js';
import { rowsOf } from './stores.js';

const UNKNOWN = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}';

/** The whole journey, with everything that the page was answered. */
async function journey(given = setup()) {
  const browser = given.browser();
  const answers: (Answer & { status: number })[] = [];
  for (const path of Object.keys(goodBodies()))
    answers.push(await read(await browser.post(path, await browser.good(path))));
  return { ...given, browser, answers };
}

describe('the handler, call by call', () => {
  it('makes the five calls with exactly the shapes of the specification', async () => {
    const ids: string[] = [];
    const { sandbox } = await journey(setup({ onProgress: ({ company_id }) => void ids.push(company_id!) }));
    const [id] = ids;
    const json = { 'content-type': 'application/json', accept: 'application/json' };
    const [create, upload, ...others] = sandbox.calls.map(({ name, method, path, status, headers, body }) => ({
      call: [name, method, path, status],
      headers,
      body,
    }));
    assert.deepEqual(create, {
      call: ['createApplication', 'POST', '/partner-api/v1/applications', 201],
      headers: json,
      body: sampleApplication(),
    });
    assert.deepEqual(upload!.call, ['uploadDocument', 'POST', `/partner-api/v1/companies/${id}/documents`, 201]);
    assert.equal(upload!.headers.accept, 'application/json');
    assert.match(upload!.headers['content-type']!, /^multipart\/form-data; boundary=/);
    const { parts } = upload!.body as { parts: SandboxPart[] };
    const [{ filename, ...file }, ...texts] = parts as [SandboxPart, ...SandboxPart[]];
    assert.match(filename!, new RegExp(`^document-${UUID}\\.pdf$`));
    assert.deepEqual(file, { name: 'file', type: 'application/pdf', size: 15 });
    assert.deepEqual(texts, [{ name: 'type', value: 'bank-statement' }]);
    assert.deepEqual(others, [
      {
        call: ['prequalify', 'POST', `/partner-api/v1/companies/${id}/prequalification`, 201],
        headers: json,
        body: samplePrequalification(),
      },
      {
        call: ['requestOffers', 'POST', `/partner-api/v1/applications/${id}/request-offers`, 201],
        headers: json,
        body: { credit_score_check_consent: true },
      },
      {
        call: ['authenticate', 'POST', '/partner-api/v1/applications/auth', 201],
        headers: json,
        body: { company_id: id, email: EMAIL },
      },
    ]);
    assert.ok(sandbox.calls.every(({ authorized }) => authorized));
  });

  it('responds with the progress, and to the last call with the token alone', async () => {
    const { answers } = await journey();
    const last = answers.pop()!;
    assert.deepEqual(
      answers,
      CALLS.slice(0, 4).map((_, index) => ({ done: CALLS.slice(0, index + 1), status: 200 })),
    );
    assert.deepEqual(Object.keys(last), ['access_token', 'status']);
    assert.match(last.access_token!, /^sandbox_/);
  });

  it('uploads each document that is sent, and counts the call once', async () => {
    const { browser, received } = await journey();
    const { done } = await read(await browser.post('documents', documentForm()));
    assert.deepEqual(done, [...CALLS]);
    assert.equal(received('uploadDocument').length, 2);
  });

  it('sends the file under the name that the partner chose', async () => {
    const { page, sandbox } = await created({ filePart: 'document' });
    await page.post('documents', documentForm());
    const { parts } = sandbox.calls.at(-1)!.body as { parts: SandboxPart[] };
    assert.equal(parts[0]!.name, 'document');
  });

  it('responds to a request for the session with settings, widget and progress, and does not call the service', async () => {
    const widget = {
      scriptUrl: 'https://lender.example/widget.js',
      handOff: { global: 'Widget', calls: [{ method: 'init', arguments: ['{access_token}'] }] },
    };
    const { browser, sandbox } = setup({ widget, settings: { currencySign: '€' } });
    const { status, draftOwner, ...body } = await read(await browser().get('session'));
    assert.equal(status, 200);
    assert.match(draftOwner!, /^[\w-]{43}$/);
    assert.deepEqual(body, {
      settings: { ...defaultSettings, currencySign: '€' },
      widget: { ...widget, frameUrl: '/api/lending/frame' },
      progress: { done: [] },
    });
    assert.equal(sandbox.calls.length, 0);
  });

  it('is mounted at the partner’s path', async () => {
    for (const path of ['/lend', '/lend/']) {
      const { handle } = setup({ path });
      const ask = (at: string) => new Browser(handle, 'jane', ORIGIN).get(`../../${at}`);
      assert.equal((await ask('lend/session')).status, 200);
      assert.equal((await ask('api/lending/session')).status, 404);
      assert.equal((await ask('lendsession')).status, 404);
    }
  });
});

describe('ids and e-mail', () => {
  it('are in no response or header that reaches the browser', async () => {
    const ids: string[] = [];
    const given = setup({
      onProgress: ({ step, company_id, application_id }) =>
        void (step === 'created' && ids.push(company_id!, application_id!)),
    });
    const page = given.browser();
    const seen: string[] = [];
    const keep = async (response: Response) =>
      seen.push(JSON.stringify([...response.headers]), await response.clone().text());
    for (const path of Object.keys(goodBodies())) await keep(await page.post(path, await page.good(path)));
    await keep(await page.get('consent'));
    await keep(await page.get('session'));
    await keep(await page.post('applications', sampleApplication()));
    await keep(await page.post('request-offers', {}));
    assert.equal(ids.length, 2);
    assert.equal(seen.length, 18);
    for (const hidden of [...ids, ...ids.map((id) => Buffer.from(id).toString('base64url')), EMAIL, KEY]) {
      assert.ok(!seen.some((text) => text.includes(hidden)), `${hidden} was seen`);
    }
  });

  it('in the store become parts of a URL only if they are UUIDs', async () => {
    for (const company_id of ['../applications/auth?', '%2e%2e/applications/auth#', '1', `${UNKNOWN}/x`]) {
      const { browser, sandbox, store } = setup();
      const owner = { subject: 'jane', business: 'jane' };
      const rows = await rowsOf(store);
      await rows.change(owner, (now) => [changed(open(now, UNKNOWN), { company_id, email: 'sealed' }), undefined]);
      for (const path of ['documents', 'prequalification', 'request-offers', 'widget-token']) {
        const page = browser();
        const { code } = await read(await page.post(path, await page.good(path)));
        assert.equal(code, 'handler-failed');
      }
      assert.equal(sandbox.calls.length, 0);
    }
  });
});
