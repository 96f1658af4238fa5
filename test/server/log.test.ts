import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { inspect } from 'node:util';
import { LendingError } from '../../src/errors.js';
import { created, EMAIL, read, sampleApplication, setup, testStore } from './setup.js';

describe('log', () => {
  it('gets a line for each request: its id, its route, its status, its code', async () => {
    const { page, log } = await created();
    const { requestId } = await read(await page.send('prequalification?secret=1', { body: {} }));
    const [first, second] = log as [(typeof log)[0], (typeof log)[0]];
    assert.deepEqual(
      { ...first, requestId: '', calls: first.calls.map(({ call, status, said }) => [call, status, said]) },
      {
        requestId: '',
        route: 'POST /api/lending/applications',
        status: 200,
        calls: [['createApplication', 201, 'The application has been successfully created.']],
      },
    );
    assert.deepEqual(
      [second.requestId, second.route, second.status, second.code, second.error?.code],
      [requestId, 'POST /api/lending/prequalification', 422, 'handler-invalid', 'handler-invalid'],
    );
  });

  it('contains no unknown key of a body', async () => {
    const { browser, log } = setup();
    const body = sampleApplication();
    const unknown = { 'jane@secret.example': 1, company: { ...body.company, 'Jane Secret': 1 } };
    const { code, issues } = await read(await browser().post('applications', { ...body, ...unknown }));
    assert.equal(code, 'handler-invalid');
    const paths = ['jane@secret.example', 'company.Jane Secret'];
    assert.deepEqual(issues!.map(({ path }) => path).toSorted(), paths.toSorted());
    const { error } = log[0]!;
    assert.ok(error instanceof LendingError);
    assert.deepEqual(error.issues.map(({ path }) => path).toSorted(), ['…', '…']);
    assert.doesNotMatch(inspect(log, { depth: Infinity, showHidden: true }), /secret/i);
  });

  it('contains the remedy of an error in a separate field, as does the response', async () => {
    const { browser, log } = setup({ fetch: async () => new Response(null, { status: 401 }) });
    const page = browser();
    const { code, message, remedy } = await read(await page.post('applications', await page.good('applications')));
    assert.equal(code, 'upstream-denied');
    assert.match(remedy!, /^Check that secretKey is correct/);
    assert.ok(message && !message.includes('secretKey'), message);
    const { error } = log.at(-1)!;
    assert.deepEqual([error?.message, error?.remedy], [message, remedy]);
    // What writes an error field by field, as many logs do, finds it.
    assert.ok(Object.keys(error!).includes('remedy'));
  });

  describe('without a log function', () => {
    const told = async (test: TestContext, options: Parameters<typeof setup>[0], path = 'applications') => {
      const lines = test.mock.method(console, 'error', () => {});
      const { browser } = setup({ log: undefined, ...options });
      const answers = [];
      for (const user of ['jane', 'jane', 'tom']) {
        const page = browser(user);
        answers.push(await read(await page.post(path, await page.good(path))));
      }
      return { answers, lines: lines.mock.calls.map(({ arguments: [line] }) => String(line)) };
    };

    it('prints the remedy for a store that cannot be opened', async (test) => {
      const remedy = 'Use Node 22.13 or newer, or install the package libsql: npm install libsql.';
      const missing = Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' });
      const fail = async () => {
        throw new LendingError('config-invalid', 'sqliteStore(): no SQLite.', { remedy, cause: missing });
      };
      const { lines } = await told(test, { store: { ...testStore(), keys: { read: fail, replace: fail } } });
      assert.ok(lines.length > 0);
      for (const line of lines) assert.ok(line.includes(remedy), line);
    });

    it('prints a line for each failure that an applicant may ask about, with the reference number on the page', async (test) => {
      const { answers, lines } = await told(test, { fetch: async () => new Response(null, { status: 204 }) });
      const [first, second] = lines as [string, string];
      assert.deepEqual(
        lines.map((line) => line.split(' since the start: ')[1]),
        ['1.', '1.', '2.'],
      );
      assert.equal(answers[0]!.requestId, answers[1]!.requestId);
      const id = answers[0]!.requestId!;
      assert.ok(
        first.startsWith(`lending-elements: ${id} POST /api/lending/applications 502 outcome-unknown: `),
        first,
      );
      assert.match(first, / Look for it in the partner dashboard, and settle it: /);
      assert.match(second, new RegExp(`^lending-elements: ${id} \\(again: [\\da-f-]{36}\\) POST `));
    });

    it('prints nothing for a success, or for a failure that the page can correct', async (test) => {
      assert.deepEqual((await told(test, {})).lines, []);
      assert.deepEqual((await told(test, {}, 'prequalification')).lines, []);
    });

    it('prints one line for an unexpected error: request id, route, status, code and place, without its message', async (test) => {
      const authorize = function findUser() {
        throw Object.assign(new TypeError(`no row for ${EMAIL}\n    at ${EMAIL}`), { code: 'E_ROW' });
      };
      const { answers, lines } = await told(test, { authorize });
      const [line, ...more] = lines as [string];
      assert.equal(more.length, 2);
      assert.ok(
        line.startsWith(`lending-elements: ${answers[0]!.requestId} POST /api/lending/applications 500 handler-`),
      );
      assert.match(line, / Cause: TypeError E_ROW at (\S+\.)?findUser .*log\.test\.ts:\d+:\d+\)?$/);
      assert.doesNotMatch(line, /example\.com|row for|canary|\?/i);
    });

    it('names a partner’s function that does not return in time', async (test) => {
      const { lines } = await told(test, { hookTimeoutMs: 20, authorize: () => new Promise(() => {}) });
      assert.match(
        lines[0]!,
        /Cause: authorize did not answer within 0\.02 seconds\. Make it faster, or raise hookTimeoutMs\.$/,
      );
    });

    it('reports once that authorize() returns something other than a subject, and prints nothing when it is off', async (test) => {
      const authorize = (() => ({ id: EMAIL })) as never;
      const { answers, lines } = await told(test, { authorize });
      assert.deepEqual(new Set(answers.map(({ code }) => code)), new Set(['handler-signed-out']));
      const [line, ...more] = lines as [string];
      assert.deepEqual(more, []);
      assert.match(line, /401 handler-signed-out: .*authorize\(\) returned an object without "subject"/);
      assert.ok(!line.includes(EMAIL));
      test.mock.restoreAll();
      assert.deepEqual((await told(test, { authorize, log: false })).lines, []);
    });

    it('contains nothing of the applicant, or of the errors of the partner’s own functions', async (test) => {
      const rejected = async () =>
        Response.json({ message: 'Jane Doe is on a list.', errors: { email: ['x'] } }, { status: 422 });
      for (const options of [
        { fetch: rejected },
        { authorize: () => Promise.reject(new Error(`no row for ${EMAIL}`)) },
      ]) {
        const { lines } = await told(test, options);
        assert.equal(lines.length, 3);
        assert.doesNotMatch(lines.join('\n'), /jane|doe|example\.com|row/i);
        test.mock.restoreAll();
      }
    });
  });

  it('names the path of the handler once if requests come to another path', async (test) => {
    const complaint = test.mock.method(console, 'error', () => {});
    const { handle } = setup({ log: undefined, path: '/lending' });
    const ask = async (path: string) => read(await handle(new Request(`https://partner.example${path}`)));
    const first = await ask('/api/lending/session');
    assert.deepEqual([first.status, first.code], [404, 'handler-not-found']);
    assert.match(
      first.remedy!,
      /its routes are under \/lending\/\. Mount it there, or set createHandler\(\{ path \}\)\.$/,
    );
    await ask('/api/lending/consent');
    assert.equal((await ask('/api/lending/elements/journey.js')).remedy, first.remedy);
    for (const path of ['/', '/robots.txt', '/lending/nothing', '/lending/x/session'])
      assert.equal((await ask(path)).remedy, undefined);
    const lines = complaint.mock.calls.map(({ arguments: [line] }) => String(line));
    assert.equal(lines.length, 1);
    assert.match(lines[0]!, /GET \/lending\/… 404 handler-not-found.*its routes are under \/lending\//);
  });

  for (const [name, log] of [
    [
      'throws',
      () => {
        throw new Error('disk full');
      },
    ],
    ['rejects', () => Promise.reject(new Error('disk full'))],
  ] as [string, () => void][]) {
    it(`that ${name} changes no response`, async (test) => {
      const complaint = test.mock.method(console, 'error', () => {});
      const { page, received } = await created({ log });
      await page.create();
      assert.equal((await read(await page.post('prequalification', {}))).code, 'handler-invalid');
      assert.equal(received('createApplication').length, 1);
      assert.equal(complaint.mock.callCount(), 3);
    });
  }
});
