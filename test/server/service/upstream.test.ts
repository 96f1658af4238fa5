import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createPartnerClient, type HandlerOptions } from '../../../src/server/index.js';
import type { ServiceCall } from '../../../src/server/service/types.js';
import { COMPANY, EMAIL, goodBodies, KEY, read, sampleApplication, setup, withApplication } from '../setup.js';
import { ALL, answering, ask, json } from './upstream-setup.js';

describe('a response of the service', () => {
  const page = '<!doctype html><title>Bad gateway</title>';
  /** The last column is what the creation comes to, where it may have happened all the same. */
  type Row = [string, Pick<HandlerOptions, 'fetch'>, number, string, string?];
  const faults: Row[] = [
    ['500', json({ message: 'oops' }, 500), 502, 'upstream-failed', 'outcome-unknown'],
    ['502 with a page', answering(page, { status: 502 }), 502, 'upstream-failed', 'outcome-unknown'],
    ['504 with nothing', answering(null, { status: 504 }), 502, 'upstream-failed', 'outcome-unknown'],
    ['408 with nothing', answering(null, { status: 408 }), 502, 'upstream-failed', 'outcome-unknown'],
    ['200 with a page', answering(page), 502, 'upstream-unexpected-body', 'outcome-unknown'],
    ['half of a JSON', answering('{"success":tr'), 502, 'upstream-unexpected-body', 'outcome-unknown'],
    ['a body of 300 kB', answering(`"${'x'.repeat(300_000)}"`), 502, 'upstream-unexpected-body', 'outcome-unknown'],
    ['503 with nothing', answering(null, { status: 503 }), 503, 'upstream-unavailable', 'outcome-unknown'],
    ['429', json({ success: false }, 429), 503, 'upstream-busy'],
    ['409', json({ success: false }, 409), 502, 'upstream-denied', 'outcome-unknown'],
    ...[401, 403, 404, 405, 407, 410].map((status): Row => [
      String(status),
      json({ success: false }, status),
      502,
      'upstream-denied',
    ]),
  ];
  for (const [name, options, status, code, creation = code] of faults) {
    it(`${name} is ${code}, on every call`, async () => {
      for (const path of ALL) {
        const answer = await ask(path, options);
        const told = path === 'applications' && creation !== code ? [502, creation] : [status, code];
        assert.deepEqual([answer.status, answer.code], told, path);
        assert.doesNotMatch(JSON.stringify(answer), /oops|Bad gateway|"no"/);
      }
    });
  }

  for (const [name, options] of [
    ['400', json({ success: false }, 400)],
    ['422', json({ success: false }, 422)],
    ['success: false', json({ success: false, message: 'no' })],
  ] as const) {
    it(`${name} is upstream-rejected, and upstream-denied for a token`, async () => {
      for (const path of ALL) {
        const { status, code, issues } = await ask(path, options);
        const told = path === 'widget-token' ? [502, 'upstream-denied'] : [422, 'upstream-rejected'];
        assert.deepEqual([status, code, issues], [...told, undefined], path);
      }
    });
  }

  it('413 and 415 are an error of the document, and of this backend for any other call', async () => {
    for (const status of [413, 415]) {
      for (const path of ALL) {
        const { code, issues } = await ask(path, json({}, status));
        const told =
          path === 'documents'
            ? ['upstream-rejected', [{ path: 'file', reason: 'rejected' }]]
            : ['upstream-denied', undefined];
        assert.deepEqual([code, issues], told, path);
      }
    }
  });

  it('401 or 403 asks the partner to check the key, in the remedy and not in the message', async () => {
    for (const status of [401, 403]) {
      const { remedy, message } = await ask('prequalification', json({}, status));
      assert.match(remedy!, /^Check that secretKey is correct/);
      assert.ok(!message!.includes(remedy!));
    }
  });

  it('any body is accepted if the specification does not define the response', async () => {
    for (const path of ['documents', 'prequalification', 'request-offers']) {
      for (const body of [null, '', ' ', 'null', '[]', '"done"', '{}', '{"success":true}']) {
        assert.equal((await ask(path, answering(body, { status: 201 }))).status, 200);
      }
    }
  });

  const useless = [
    '',
    'null',
    '[]',
    '"text"',
    'true',
    '{}',
    '{"data":null}',
    '{"data":{"company":{}}}',
    '{"data":{"company":{"id":5}}}',
    '{"data":{"company":{"id":"../applications/auth?"}}}',
    `{"data":{"company":{"id":"${COMPANY}/x"}}}`,
  ];
  for (const body of useless) {
    it(`${body || 'nothing'} to the creation leaves its outcome unknown, and starts no session`, async () => {
      const { browser } = setup(answering(body, { status: 201 }));
      const page = browser();
      assert.equal((await read(await page.post('applications', goodBodies().applications))).code, 'outcome-unknown');
      assert.deepEqual([...page.cookies.keys()], ['user']);
    });
  }

  const tokens = [undefined, null, '', 5, ['token'], { token: 1 }, 'x'.repeat(9000), 'a\nb', 'a\u0000b'];
  for (const access_token of tokens) {
    it(`${JSON.stringify(access_token)?.slice(0, 20) ?? 'no'} access_token is an unexpected body`, async () => {
      for (const body of [{ access_token }, { data: { access_token } }]) {
        assert.equal((await ask('widget-token', json(body))).code, 'upstream-unexpected-body');
      }
    });
  }

  it('a response without a token names the option for its place, and the command that finds it', async () => {
    const fetch = async () => Response.json({ token: 'elsewhere' });
    const client = createPartnerClient({ baseUrl: 'https://api.lender.example', secretKey: KEY, fetch });
    await assert.rejects(client.authenticate({ company_id: COMPANY, email: EMAIL }), {
      code: 'upstream-unexpected-body',
      remedy:
        'Check that baseUrl is the URL of the API. If the token is elsewhere in the response, set responsePaths.access_token: npx lending-elements rehearse finds its path.',
    });
  });

  it('only the token, from the top or under data, is passed on', async () => {
    for (const body of [
      { access_token: 'good', company_id: COMPANY },
      { success: true, data: { access_token: 'good', email: EMAIL } },
    ]) {
      const { browser } = await withApplication({ ...json(body) });
      assert.deepEqual(await read(await browser().post('widget-token', {})), { access_token: 'good', status: 200 });
    }
  });
});

describe('the service’s error text', () => {
  it('is logged word for word, without the sent body and the key', async () => {
    const application = sampleApplication();
    const message = [
      `Company ${application.company.registered_name} with number ${application.company.registered_number} exists.`,
      `Ask ${EMAIL} or +44 1632 960001.`,
      KEY,
    ];
    const { browser, log } = setup(json({ success: false, message, error: { code: 'duplicate' } }, 409));
    await browser().post('applications', application);
    const [{ said, status }] = log[0]!.calls as [ServiceCall];
    assert.equal(status, 409);
    assert.match(said!, /^… with number … exists\.; … or … duplicate$/);
    const everything = JSON.stringify(log);
    for (const hidden of [KEY, EMAIL, '960001', application.company.registered_name as string]) {
      assert.ok(!everything.includes(hidden), hidden);
    }
  });

  it('is not logged if it is an HTML page', async () => {
    const { browser, log } = setup(answering('<h1>Jane Doe</h1>', { status: 500 }));
    await browser().post('applications', sampleApplication());
    assert.deepEqual(log[0]!.calls[0]!.said, undefined);
  });
});
