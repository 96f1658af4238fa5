import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { memoryStore, type HandlerOptions } from '../../src/server/index.js';
import { goodBodies, ORIGIN, progressOf, read, sampleApplication, setup } from './setup.js';

describe('authorize', () => {
  const routes = [
    ...Object.keys(goodBodies()).map((path) => ['POST', path]),
    ['POST', 'session'],
    ['POST', 'consent'],
    ['POST', 'draft'],
  ] as [string, string][];
  const askAll = async (authorize: HandlerOptions['authorize']) => {
    const { browser, sandbox } = setup({ authorize });
    const answers = [];
    for (const [method, path] of routes) {
      answers.push(await read(await browser().send(path, { method, body: goodBodies()[path] })));
    }
    assert.equal(sandbox.calls.length, 0);
    return answers;
  };

  const nobody: [string, unknown][] = [
    ['null', null],
    ['undefined', undefined],
    ['false', false],
    ['no subject', {}],
    ['an empty subject', { subject: '' }],
    ['a promise of null', Promise.resolve(null)],
  ];
  for (const [name, answer] of nobody) {
    it(`that returns ${name} causes a signed-out response`, async () => {
      for (const { status, code } of await askAll(() => answer as null)) {
        assert.deepEqual([status, code], [401, 'handler-signed-out']);
      }
    });
  }

  it('that returns a subject other than a string is rejected before any call', async () => {
    for (const subject of [5, { id: 'jane' }, ['jane'], true]) {
      for (const { code } of await askAll(() => ({ subject }) as never)) assert.equal(code, 'config-invalid');
    }
  });

  it('reports a mistake in the log if it returns anything but an object, null, undefined or false', async () => {
    for (const user of ['jane', '', 7, 0, NaN, true, 5n, Symbol('jane'), ['jane'], [], () => ({ subject: 'jane' })]) {
      const { browser, log } = setup({ authorize: () => Promise.resolve(user as never) });
      const answer = await read(await browser().get('session'));
      assert.deepEqual([answer.status, answer.code], [500, 'config-invalid'], String(user));
      const { message, remedy } = log[0]!.error!;
      const type = Array.isArray(user) ? 'array' : typeof user;
      const expected = `authorize() must return { subject: string, business?: string } or null: it returned a value of type ${type}.`;
      assert.equal(message, expected);
      assert.match(remedy!, /^Return \{ subject \} with the id of the user, or null/);
    }
  });

  it('that throws is a handler error without details', async () => {
    const failing = () => {
      throw new Error('database password');
    };
    for (const answer of await askAll(failing)) {
      assert.deepEqual([answer.status, answer.code], [500, 'handler-failed']);
      assert.doesNotMatch(JSON.stringify(answer), /password/);
    }
  });

  it('gets the request, and is not called for a request that was rejected before', async () => {
    const asked: string[] = [];
    const { browser } = setup({ authorize: (request) => (asked.push(request.url), null) });
    await browser().get('session');
    await browser().get('session', { headers: { 'sec-fetch-site': 'cross-site' } });
    await browser().get('nowhere');
    assert.deepEqual(asked, [`${ORIGIN}/api/lending/session`]);
  });
});

describe('a subject that could mean several users', () => {
  const slips = 'undefined,null,NaN,[object Object],[object Promise], ,\t, jane,jane\n,ja\0ne'.split(',');
  for (const subject of slips) {
    it(`is rejected: ${JSON.stringify(subject)}`, async () => {
      const { browser, sandbox, log } = setup({ authorize: () => ({ subject }) });
      const answer = await read(await browser().post('applications', sampleApplication()));
      assert.deepEqual([answer.status, answer.code], [500, 'config-invalid']);
      assert.match(log[0]!.error!.message, /^authorize\(\) must return \{ subject: string, .*\} or null: the subject /);
      assert.equal(sandbox.calls.length, 0);
    });
  }

  it('is accepted if such a word is only a part of it', async () => {
    for (const subject of ['null-island', 'a b', 'user|undefined', 'Zoë']) {
      const { browser } = setup({ authorize: () => ({ subject }) });
      assert.equal((await read(await browser().get('session'))).status, 200);
    }
  });
});

describe('a long subject', () => {
  it('is different from other long subjects, and from its own hash', async () => {
    const long = 'https://identity.example/realms/partner/users/'.repeat(200);
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(long));
    const hash = Buffer.from(digest).toString('base64url');
    const store = memoryStore();
    const progress: string[][] = [];
    for (const subject of [long, `${long}x`, hash, `sha256:${hash}`]) {
      const { browser } = setup({ store, authorize: () => ({ subject }) });
      progress.push(await progressOf(browser()));
      await browser().create();
    }
    assert.deepEqual(progress, [[], [], [], []]);
  });
});
