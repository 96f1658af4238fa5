import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { HandlerOptions } from '../../src/server/index.js';
import { goodBodies, ORIGIN, read, setup } from './setup.js';

describe('authorize', () => {
  const routes = [
    ...Object.keys(goodBodies()).map((path) => ['POST', path]),
    ['GET', 'session'],
    ['GET', 'consent'],
    ['POST', 'consent'],
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
    ['no subject', {}],
    ['an empty subject', { subject: '' }],
    ['a promise of null', Promise.resolve(null)],
  ];
  for (const [name, answer] of nobody) {
    it(`that returns ${name} lets nobody in`, async () => {
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

  it('that throws is a handler error without details', async () => {
    const failing = () => {
      throw new Error('database password');
    };
    for (const answer of await askAll(failing)) {
      assert.deepEqual([answer.status, answer.code], [500, 'handler-failed']);
      assert.doesNotMatch(JSON.stringify(answer), /password/);
    }
  });

  it('gets the request, and is not called for a rejected one', async () => {
    const asked: string[] = [];
    const { browser } = setup({ authorize: (request) => (asked.push(request.url), null) });
    await browser().get('session');
    await browser().get('session', { headers: { 'sec-fetch-site': 'cross-site' } });
    await browser().get('nowhere');
    assert.deepEqual(asked, [`${ORIGIN}/api/lending/session`]);
  });
});
