import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sampleApplication, samplePrequalification } from '../../schema/samples.js';
import { Browser, documentForm, EMAIL, goodBodies, ORIGIN } from '../browser.js';
import { created, HOST, OTHER, progressOf, read, SECRET, setup, storeOf } from '../setup.js';

/** A cookie is worthless when nothing is known by it and nothing can be done with it. */
async function isWorthless(
  cookie: string,
  { handle, sandbox }: Pick<ReturnType<typeof setup>, 'handle' | 'sandbox'>,
  user = 'jane',
) {
  const page = new Browser(handle, user, ORIGIN);
  page.cookies.set(HOST, cookie);
  const before = sandbox.calls.length;
  assert.deepEqual(await progressOf(page), []);
  for (const path of ['documents', 'prequalification', 'request-offers', 'widget-token']) {
    assert.equal((await read(await page.post(path, await page.good(path)))).code, 'handler-not-created');
  }
  assert.equal(sandbox.calls.length, before);
}

describe('a sealed session', () => {
  it('is worthless to another subject', async () => {
    const { sealed, ...given } = await created();
    await isWorthless(sealed, given, 'tom');
  });

  it('is worthless when a single character of it was changed, or it was cut or extended', async () => {
    const { sealed, ...given } = await created();
    const parts = sealed.split('.');
    const swap = (text: string, at: number) => text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1);
    const changed = [0, 2, 3, 4].flatMap((part) =>
      [0, Math.floor(parts[part]!.length / 2)].map((at) =>
        parts.map((text, index) => (index === part ? swap(text, at) : text)).join('.'),
      ),
    );
    assert.equal(new Set(changed).size, 8);
    const others = [
      sealed.slice(0, -4),
      `${sealed}AAAA`,
      `${sealed}.AAAA`,
      parts.slice(0, 4).join('.'),
      '',
      '....',
      'x'.repeat(8000),
    ];
    for (const cookie of [...changed, ...others]) await isWorthless(cookie, given);
  });

  it('is worthless when somebody else made it, also without a signature', async () => {
    const { sealed } = await created({ sessions: { secret: OTHER } });
    const given = setup();
    await isWorthless(sealed, given);
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const session = { company_id: '3f2504e0-4f89-41d3-9a0c-0305e82c3301', email: EMAIL, done: ['createApplication'] };
    const claims = encode({ sub: 'jane', aud: 'lending-elements/session', exp: 9e9, session });
    await isWorthless(`${encode({ alg: 'none' })}.${claims}.`, given);
    await isWorthless(claims, given);
  });

  it('is opened by the second of two secrets, and sealed by the first', async () => {
    const old = await created();
    const both = setup({ sessions: { secret: [OTHER, SECRET] }, fetch: old.sandbox.fetch });
    const page = both.browser();
    page.cookies.set(HOST, old.sealed);
    assert.equal((await page.post('prequalification', goodBodies().prequalification)).status, 200);
    const resealed = page.cookies.get(HOST)!;
    assert.notEqual(resealed, old.sealed);
    await isWorthless(resealed, old);
    const onlyNew = setup({ sessions: { secret: OTHER } }).browser();
    for (const [name, value] of page.cookies) onlyNew.cookies.set(name, value);
    assert.deepEqual(await progressOf(onlyNew), ['createApplication', 'prequalify']);
  });

  for (const maxAge of [undefined, 60]) {
    it(`is worthless after ${maxAge ?? 'the default of 604800'} seconds, and good just before`, async (test) => {
      test.mock.timers.enable({ apis: ['Date'], now: Date.UTC(2030, 0, 1) });
      const { sealed, page, ...given } = await created({ sessions: { secret: SECRET, maxAge } });
      test.mock.timers.setTime(Date.UTC(2030, 0, 1, 0, 0, (maxAge ?? 604_800) - 1));
      assert.deepEqual(await progressOf(page), ['createApplication']);
      test.mock.timers.setTime(Date.UTC(2030, 0, 1, 0, 0, (maxAge ?? 604_800) + 1));
      await isWorthless(sealed, given);
    });
  }

  it('is made anew once a tenth of its time is over, so that who goes on keeps it', async (test) => {
    test.mock.timers.enable({ apis: ['Date'], now: Date.UTC(2030, 0, 1) });
    const { sealed, page } = await created({ sessions: { secret: SECRET, maxAge: 1000 } });
    const after = async (seconds: number) => {
      test.mock.timers.setTime(Date.UTC(2030, 0, 1, 0, 0, seconds));
      assert.equal((await page.post('prequalification', goodBodies().prequalification)).status, 200);
      return page.cookies.get(HOST);
    };
    assert.equal(await after(90), sealed);
    const resealed = await after(110);
    assert.notEqual(resealed, sealed);
    await after(1000);
    assert.deepEqual(await progressOf(page), ['createApplication', 'prequalify']);
  });

  it('is sent again with a call that was done before only if it is renewed', async (test) => {
    test.mock.timers.enable({ apis: ['Date'], now: Date.UTC(2030, 0, 1) });
    const { page } = await created({ sessions: { secret: SECRET, maxAge: 1000 } });
    const cookiesAfter = async (seconds: number) => {
      test.mock.timers.setTime(Date.UTC(2030, 0, 1, 0, 0, seconds));
      const answer = await page.post('documents', documentForm());
      assert.equal(answer.status, 200);
      return answer.headers.getSetCookie().map((cookie) => cookie.split('=')[0]);
    };
    assert.deepEqual(await cookiesAfter(80), [`${HOST}-uploadDocument`]);
    assert.deepEqual(await cookiesAfter(90), []);
    assert.deepEqual(await cookiesAfter(110), [HOST, `${HOST}-uploadDocument`]);
    test.mock.timers.setTime(Date.UTC(2030, 0, 1, 0, 0, 1100));
    assert.deepEqual(await progressOf(page), ['createApplication', 'uploadDocument']);
  });

  it('keeps what was done early as long as itself', async (test) => {
    test.mock.timers.enable({ apis: ['Date'], now: Date.UTC(2030, 0, 1) });
    const { page } = await created({ sessions: { secret: SECRET, maxAge: 1000 } });
    await page.post('prequalification', goodBodies().prequalification);
    for (const seconds of [600, 1200]) {
      test.mock.timers.setTime(Date.UTC(2030, 0, 1, 0, 0, seconds));
      assert.equal((await page.post('documents', documentForm())).status, 200);
    }
    assert.deepEqual(await progressOf(page), ['createApplication', 'uploadDocument', 'prequalify']);
  });

  it('is smaller than 4 KB at its largest, and so is the mark of a call', async () => {
    const application = sampleApplication();
    application.applicant.email = `${'m'.repeat(242)}@example.com`;
    const { browser } = setup();
    const page = browser('u'.repeat(200));
    for (const path of Object.keys(goodBodies())) {
      await page.post(path, path === 'applications' ? application : await page.good(path));
    }
    const seals = [...page.cookies].filter(([name]) => name.startsWith(HOST));
    // One of them has the figures.
    assert.equal(seals.length, 6);
    assert.ok(seals.every(([, seal]) => seal.length < 3072));
  });
});

describe('calls at once', () => {
  for (const [where, sessions] of [
    ['cookies', { secret: SECRET }],
    ['a store', { secret: SECRET, store: storeOf().store }],
  ] as const) {
    it(`take nothing of each other’s progress away, in ${where}`, async () => {
      const { page } = await created({ sessions });
      const before = [...page.cookies];
      const answers = await Promise.all([
        page.post('documents', documentForm()),
        page.post('prequalification', samplePrequalification()),
        page.post('documents', documentForm()),
        page.post('widget-token', {}),
      ]);
      assert.ok(answers.every(({ status }) => status === 200));
      assert.ok(where === 'a store' || before.length < page.cookies.size);
      assert.deepEqual(await progressOf(page), ['createApplication', 'uploadDocument', 'prequalify', 'authenticate']);
    });
  }

  it('of an earlier application say nothing about a later one', async () => {
    const { page } = await created();
    await page.post('prequalification', samplePrequalification());
    const { browser } = setup();
    const next = browser();
    await next.create();
    for (const [name, value] of page.cookies) if (name !== HOST) next.cookies.set(name, value);
    assert.deepEqual(await progressOf(next), ['createApplication']);
  });
});

describe('an application that the partner knows of', () => {
  const company_id = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';

  it('is gone on with, and no other one is created', async () => {
    const asked: string[] = [];
    const { browser, received } = setup({
      existingApplication: ({ subject }) => (asked.push(subject), { company_id, email: EMAIL }),
    });
    const page = browser();
    assert.deepEqual(await progressOf(page), ['createApplication']);
    assert.equal((await page.post('applications', sampleApplication())).status, 200);
    assert.deepEqual(received('createApplication'), []);
    await page.post('widget-token', {});
    assert.deepEqual(received('authenticate'), [{ company_id, email: EMAIL }]);
    assert.deepEqual(asked, ['jane']);
  });

  it('is not asked for where the session knows of one', async () => {
    const asked: string[] = [];
    const { page } = await created({ existingApplication: ({ subject }) => void asked.push(subject) });
    await page.post('prequalification', samplePrequalification());
    assert.deepEqual(asked, ['jane']);
  });
});
