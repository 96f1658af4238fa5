// What authorize() answers by a slip.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { memoryStore } from '../../src/server/index.js';
import { progressOf, read, sampleApplication, setup } from './setup.js';

describe('a subject that could mean several users', () => {
  const slips = [
    'undefined',
    'null',
    'NaN',
    '[object Object]',
    '[object Promise]',
    ' ',
    '\t',
    ' jane',
    'jane\n',
    'ja\u0000ne',
  ];
  for (const subject of slips) {
    it(`is rejected: ${JSON.stringify(subject)}`, async () => {
      const { browser, sandbox, log } = setup({ authorize: () => ({ subject }) });
      const answer = await read(await browser().post('applications', sampleApplication()));
      assert.deepEqual([answer.status, answer.code], [500, 'config-invalid']);
      assert.match(
        log[0]!.error!.message,
        /^authorize\(\) must return \{ subject: string, business\?: string \} or null: the subject /,
      );
      assert.equal(sandbox.calls.length, 0);
    });
  }

  it('is accepted if it only contains such a word', async () => {
    for (const subject of ['null-island', 'a b', 'user|undefined', 'Zoë']) {
      const { browser } = setup({ authorize: () => ({ subject }) });
      assert.equal((await read(await browser().get('session'))).status, 200);
    }
  });
});

describe('a long subject', () => {
  it('differs from another one, and from its hash', async () => {
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
