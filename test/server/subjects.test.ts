// What authorize() answers by a slip, and what the seals of a session hold.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { created, HOST, progressOf, read, sampleApplication, SECRET, setup } from './setup.js';

describe('a subject that could stand for several users', () => {
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
    it(`is refused: ${JSON.stringify(subject)}`, async () => {
      const { browser, sandbox, log } = setup({ authorize: () => ({ subject }) });
      const answer = await read(await browser().post('applications', sampleApplication()));
      assert.deepEqual([answer.status, answer.code], [500, 'config-invalid']);
      assert.match(log[0]!.error!.message, /^authorize\(\) must return \{ subject: string \} or null: the subject /);
      assert.equal(sandbox.calls.length, 0);
    });
  }

  it('is not one that has such a word in it', async () => {
    for (const subject of ['null-island', 'a b', 'user|undefined', 'Zoë']) {
      const { browser } = setup({ authorize: () => ({ subject }) });
      assert.equal((await read(await browser().get('session'))).status, 200);
    }
  });
});

describe('a long subject', () => {
  const long = 'https://identity.example/realms/partner/users/'.repeat(200);

  it('fits into cookies that browsers keep, and is told from another one', async () => {
    const { page } = await created({ authorize: () => ({ subject: long }) });
    for (const [name, value] of page.cookies) assert.ok(name.length + value.length < 4096, `${name}: ${value.length}`);
    assert.deepEqual(await progressOf(page), ['createApplication']);

    const other = setup({ authorize: () => ({ subject: `${long}x` }), sessions: { secret: SECRET } }).browser();
    other.cookies.set(HOST, page.cookies.get(HOST)!);
    assert.deepEqual(await progressOf(other), []);
  });

  it('is not told by one that looks like its hash', async () => {
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(long));
    const hash = `sha256:${Buffer.from(digest).toString('base64url')}`;
    const page = setup({ authorize: () => ({ subject: long }) }).browser();
    await page.create();
    const other = setup({ authorize: () => ({ subject: hash }) }).browser();
    other.cookies.set(HOST, page.cookies.get(HOST)!);
    assert.deepEqual(await progressOf(other), []);
  });
});

describe('a session cookie', () => {
  it('of one call does not say that another one was made', async () => {
    const { page } = await created();
    await page.post('prequalification', await page.good('prequalification'));
    assert.deepEqual(await progressOf(page), ['createApplication', 'prequalify']);
    page.cookies.set(`${HOST}-requestOffers`, page.cookies.get(`${HOST}-prequalify`)!);
    assert.deepEqual(await progressOf(page), ['createApplication', 'prequalify']);
  });

  it('is over 30 days after the application was created, however often it is used', async (test) => {
    const start = Date.now();
    test.mock.timers.enable({ apis: ['Date'], now: start });
    const { page } = await created();
    const DAY = 24 * 3600 * 1000;
    for (let day = 5; day < 30; day += 5) {
      test.mock.timers.setTime(start + day * DAY);
      await page.post('prequalification', await page.good('prequalification'));
      assert.ok((await progressOf(page)).includes('createApplication'), `day ${day}`);
    }
    test.mock.timers.setTime(start + 30 * DAY);
    assert.deepEqual(await progressOf(page), []);
  });

  it('is over when sessionMaxAge says so', async (test) => {
    const start = Date.now();
    test.mock.timers.enable({ apis: ['Date'], now: start });
    const { page } = await created({ sessions: { secret: SECRET, sessionMaxAge: 3600 } });
    assert.deepEqual(await progressOf(page), ['createApplication']);
    test.mock.timers.setTime(start + 3600 * 1000);
    assert.deepEqual(await progressOf(page), []);
  });
});
