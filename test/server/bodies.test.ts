import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { attack, paths } from './attack.js';
import { goodBodies, later, read, sampleApplication, setup, streamed } from './setup.js';

describe('the rest of a body that is rejected', () => {
  /** Posts so many megabytes where nothing is posted, and answers how many were read, and whether the rest was given up. */
  async function post(megabytes: number) {
    const { handle } = setup();
    let read = 0;
    const outcome = new Promise<object>((resolve) => {
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          if (read === megabytes) return resolve({ read, end: controller.close() ?? 'reached' });
          read += 1;
          controller.enqueue(new Uint8Array(2 ** 20));
        },
        cancel: () => resolve({ end: 'given up' }),
      });
      void handle(streamed('frame', body)).then(({ status }) => assert.equal(status, 405));
    });
    return outcome;
  }

  it('is read, so that the connection can be used for the next request', async () => {
    for (const megabytes of [1, 11]) assert.deepEqual(await post(megabytes), { read: megabytes, end: 'reached' });
  });

  it('is not read if it is long or endless', async () => {
    for (const megabytes of [40, Infinity]) assert.deepEqual(await post(megabytes), { end: 'given up' });
  });
});

describe('the guard of JSON bodies', () => {
  const large = (bytes: number) => JSON.stringify({ ...sampleApplication(), more: 'x'.repeat(bytes) });

  it('rejects a body of more than 64 KiB, on every call', async () => {
    for (const path of paths.filter((path) => path !== 'documents')) {
      const { status, code } = await attack(path, { body: large(64 * 1024) });
      assert.deepEqual([status, code], [413, 'handler-too-large']);
    }
  });

  it('counts bytes, not characters', async () => {
    const { code } = await attack('applications', { body: large(0).replace('""', `"${'€'.repeat(22_000)}"`) });
    assert.equal(code, 'handler-too-large');
  });

  it('accepts a body of slightly less than 64 KiB, and then validates it', async () => {
    const { code } = await attack('applications', { body: large(62 * 1024) });
    assert.equal(code, 'handler-invalid');
  });

  it('stops reading a body that never ends', async () => {
    const { handle, sandbox } = setup();
    let read = 0;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(1024).fill(32)) ?? void (read += 1024),
    });
    assert.equal((await handle(streamed('applications', body))).status, 413);
    assert.ok(read <= 80 * 1024, String(read));
    assert.equal(sandbox.calls.length, 0);
  });

  it('rejects a body that ends early, releases it and leaves no timer', async (test) => {
    const { handle } = setup();
    const tick = setImmediate;
    test.mock.timers.enable({ apis: ['Date', 'setTimeout', 'setInterval'] });
    let isLeft = false;
    const reading = later();
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(Buffer.from('{')),
      // The first chunk was read.
      pull: () => reading.resolve(),
      cancel: () => void (isLeft = true),
    });
    const answers: Response[] = [];
    void handle(streamed('applications', body)).then((answer) => answers.push(answer));
    await reading.promise;
    while (!answers.length) {
      await new Promise((next) => tick(next));
      // The error is then kept for the status of the applicant, for which no time must pass.
      if (Date.now() < 11_500) test.mock.timers.tick(500);
    }
    const { status, code, message } = await read(answers[0]!);
    assert.deepEqual({ status, code }, { status: 422, code: 'handler-invalid' });
    assert.match(message!, /did not arrive completely/);
    assert.ok(Date.now() >= 10_000 && Date.now() < 12_000, String(Date.now()));
    assert.ok(isLeft);
  });

  it('leaves no timer after a complete body', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = timers();
    await attack('applications', { body: sampleApplication() });
    await attack('applications', { body: '{' });
    assert.equal(timers(), before);
  });

  const notJson = ['', ' ', '{', '{"a":1,}', "{'a':1}", '<html>', 'undefined', 'NaN', '{"a":1}{"a":1}', '\u0000'];
  for (const body of notJson) {
    it(`rejects ${JSON.stringify(body)}, which is not JSON`, async () => {
      for (const path of paths.filter((path) => path !== 'documents')) {
        assert.equal((await attack(path, { body })).code, 'handler-invalid');
      }
    });
  }

  const application = JSON.stringify(sampleApplication());
  const twice = [
    application.replace('{', '{"region":"GB","region":"GB",'),
    application.replace('"house_number"', '"house_number":"9","house_number"'),
    application.replace('{', '{"\\u0072egion":"GB",'),
    '{"a":[{"b":1,"b" : 1}]}',
  ];
  for (const body of twice) {
    it(`rejects ${body.slice(0, 40)}, which has a name twice`, async () => {
      const { code, message } = await attack('applications', { body });
      assert.deepEqual([code, message], ['handler-invalid', 'Rejected: the body has a name twice.']);
    });
  }

  for (const body of ['["a",":"]', '["a",": b"]', '{"a":["\\"", ":"]}', '["\\\\",":"]'])
    it(`finds no name in ${body}, where only a string has a colon`, async () => {
      const { message } = await attack('applications', { body });
      assert.equal(message, 'Rejected: the body does not fit the schema.');
    });

  for (const body of ['null', 'true', '0', '"text"', '[]', '[{}]', '['.repeat(30_000) + ']'.repeat(30_000)]) {
    it(`rejects ${body.slice(0, 12)}, which is not an object`, async () => {
      for (const path of paths.filter((path) => path !== 'documents')) {
        const { code } = await attack(path, { body });
        assert.equal(code, 'handler-invalid', path);
      }
    });
  }

  for (const key of ['extra', 'company_id', '__proto__', 'constructor', 'toString', '']) {
    it(`rejects the unknown key "${key}" at any depth`, async () => {
      const more = `{${JSON.stringify(key)}:{"email":"somebody.else@example.com"},`;
      for (const path of ['applications', 'prequalification', 'request-offers']) {
        const body = JSON.stringify(goodBodies()[path]);
        const places = [...body.matchAll(/\{/g)].map(({ index }) => index);
        for (const at of places) {
          const { code } = await attack(path, { body: body.slice(0, at) + more + body.slice(at + 1) });
          assert.equal(code, 'handler-invalid', `${path} at ${at}`);
        }
      }
      assert.equal((await attack('widget-token', { body: `${more.slice(0, -1)}}` })).code, 'handler-invalid');
    });
  }

  it('names the rejected fields, and never their values', async () => {
    const application = { ...sampleApplication(), region: 5 };
    application.company.registered_name = 'canary-name '.repeat(40);
    application.applicant.email = 'canary-mail';
    const answer = await attack('applications', { body: application });
    assert.deepEqual(
      answer.issues?.map(({ path, reason }) => [path, reason]),
      [
        ['company.registered_name', 'too-long'],
        ['applicant.email', 'format'],
        ['region', 'empty'],
      ],
    );
    assert.doesNotMatch(JSON.stringify(answer), /canary/);
  });
});
