import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { inspect } from 'node:util';
import { jwtDecrypt } from 'jose';
import type { HandlerOptions, LendingSession } from '../../src/server/index.js';
import { sampleApplication, samplePrequalification } from '../schema/samples.js';
import { Browser, documentForm, EMAIL, goodBodies, ORIGIN, read, SECRET, setup } from './setup.js';

const HOST = '__Host-lending';
const OTHER = 'another-sample-secret-of-thirty-two-characters';

/** A page of Jane's with an application, and what the handler sealed for it. */
async function created(options?: Partial<HandlerOptions>) {
  const given = setup(options);
  const page = given.browser();
  await page.create();
  return { ...given, page, sealed: page.cookies.get(HOST)! };
}

const progressOf = async (page: Browser) =>
  ((await (await page.get('session')).json()) as { progress: { done: string[] } }).progress.done;

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
    it(`is worthless after ${maxAge ?? 'the default of 604800'} seconds, and good just before`, async () => {
      mock.timers.enable({ apis: ['Date'], now: Date.UTC(2030, 0, 1) });
      try {
        const { sealed, page, ...given } = await created({ sessions: { secret: SECRET, maxAge } });
        mock.timers.setTime(Date.UTC(2030, 0, 1, 0, 0, (maxAge ?? 604_800) - 1));
        assert.deepEqual(await progressOf(page), ['createApplication']);
        mock.timers.setTime(Date.UTC(2030, 0, 1, 0, 0, (maxAge ?? 604_800) + 1));
        await isWorthless(sealed, given);
      } finally {
        mock.timers.reset();
      }
    });
  }

  it('is made anew once a tenth of its time is over, so that who goes on keeps it', async () => {
    mock.timers.enable({ apis: ['Date'], now: Date.UTC(2030, 0, 1) });
    try {
      const { sealed, page } = await created({ sessions: { secret: SECRET, maxAge: 1000 } });
      const after = async (seconds: number) => {
        mock.timers.setTime(Date.UTC(2030, 0, 1, 0, 0, seconds));
        assert.equal((await page.post('prequalification', goodBodies().prequalification)).status, 200);
        return page.cookies.get(HOST);
      };
      assert.equal(await after(90), sealed);
      const resealed = await after(110);
      assert.notEqual(resealed, sealed);
      await after(1000);
      assert.deepEqual(await progressOf(page), ['createApplication', 'prequalify']);
    } finally {
      mock.timers.reset();
    }
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
    assert.equal(seals.length, 5);
    assert.ok(seals.every(([, seal]) => seal.length < 3072));
  });
});

describe('the session cookie', () => {
  const cookieAt = async (origin: string, loopback?: boolean) => {
    const { browser } = setup({ sessions: { secret: SECRET, loopback } });
    const response = await browser('jane', origin).post('applications', sampleApplication());
    assert.equal(response.status, 200);
    const [cookie, ...more] = response.headers.getSetCookie();
    assert.deepEqual(more, []);
    const [pair, ...attributes] = cookie!.split('; ');
    return { name: pair!.split('=')[0], attributes: attributes.toSorted() };
  };
  const closed = { name: HOST, attributes: ['HttpOnly', 'Max-Age=604800', 'Path=/', 'SameSite=Lax', 'Secure'] };
  const open = { name: 'lending', attributes: ['HttpOnly', 'Max-Age=604800', 'Path=/', 'SameSite=Lax'] };

  const secure = [
    'https://partner.example',
    'https://localhost:8443',
    'http://partner.example',
    'http://localhost.evil.example',
    'http://127.0.0.1.evil.example',
    'http://notlocalhost',
    'http://128.0.0.1',
  ];
  for (const origin of secure) {
    it(`is __Host-, Secure, HttpOnly and SameSite on ${origin}, whatever the options`, async () => {
      assert.deepEqual(await cookieAt(origin), closed);
      assert.deepEqual(await cookieAt(origin, true), closed);
    });
  }

  for (const origin of [
    'http://localhost:4173',
    'http://127.0.0.1:4173',
    'http://[::1]:4173',
    'http://shop.localhost',
  ]) {
    it(`is not Secure on ${origin} only where the option allows it`, async () => {
      assert.deepEqual(await cookieAt(origin), closed);
      assert.deepEqual(await cookieAt(origin, true), open);
    });
  }

  it('is Partitioned where the page stands in a frame of another site', async () => {
    const { browser } = setup({ sessions: { secret: SECRET, framed: true } });
    const response = await browser().post('applications', sampleApplication());
    assert.match(response.headers.getSetCookie()[0]!, /; SameSite=None; Partitioned; Max-Age=604800; Secure$/);
  });

  it('of loopback is not read on https', async () => {
    const { sealed, handle } = await created({ sessions: { secret: SECRET, loopback: true } });
    const page = new Browser(handle, 'jane', ORIGIN);
    page.cookies.set('lending', sealed);
    assert.deepEqual(await progressOf(page), []);
  });

  it('is found among others, and not by a part of its name', async () => {
    const { sealed, handle } = await created();
    const page = new Browser(handle, 'jane', ORIGIN);
    page.cookies.set(`x${HOST}`, 'wrong').set(`${HOST}x`, 'wrong').set('a', 'b=c').set(HOST, sealed);
    assert.deepEqual(await progressOf(page), ['createApplication']);
  });
});

describe('calls at once', () => {
  const store = () => {
    const kept = new Map<string, LendingSession>();
    return {
      get: async (key: string) => structuredClone(kept.get(key)),
      set: async (key: string, session: LendingSession) => void kept.set(key, session),
      delete: async (key: string) => void kept.delete(key),
    };
  };
  for (const [where, sessions] of [
    ['cookies', { secret: SECRET }],
    ['a store', { secret: SECRET, store: store() }],
  ] as const) {
    it(`take nothing of each other’s progress away, in ${where}`, async () => {
      const { browser } = setup({ sessions });
      const page = browser();
      await page.create();
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

  it('with an id that is no UUID reaches no address of the service', async () => {
    const { browser, sandbox } = setup({ existingApplication: () => ({ company_id: '../auth?', email: EMAIL }) });
    assert.equal(
      (await read(await browser().post('prequalification', samplePrequalification()))).code,
      'handler-failed',
    );
    assert.equal(sandbox.calls.length, 0);
  });
});

describe('a session in a store of the partner’s', () => {
  const storeOf = () => {
    const kept = new Map<string, LendingSession>();
    const store = {
      get: async (subject: string) => structuredClone(kept.get(subject)),
      set: async (subject: string, session: LendingSession) => void kept.set(subject, session),
      delete: async (subject: string) => void kept.delete(subject),
    };
    return { kept, store };
  };

  it('holds what the calls need, by subject, and puts nothing into the browser', async () => {
    const { kept, store } = storeOf();
    const { browser } = setup({ sessions: { secret: SECRET, store } });
    const [jane, tom] = [browser('jane'), browser('tom')];
    await jane.create();
    assert.deepEqual([...jane.cookies.keys()], ['user']);
    assert.deepEqual([...kept.keys()], ['jane']);
    const { company_id, application_id, ...rest } = kept.get('jane')!;
    assert.match(company_id!, /^[0-9a-f-]{36}$/);
    assert.match(application_id!, /^[0-9a-f-]{36}$/);
    assert.deepEqual(rest, { email: EMAIL, marks: {} });
    assert.deepEqual(await progressOf(tom), []);
    assert.equal((await read(await tom.post('widget-token', {}))).code, 'handler-not-created');
    assert.equal((await read(await browser('jane').post('widget-token', {}))).status, 200);
  });

  it('is not written when nothing changed', async () => {
    const { store } = storeOf();
    let writes = 0;
    const { browser } = setup({
      sessions: { secret: SECRET, store: { ...store, set: (...session) => (writes++, store.set(...session)) } },
    });
    const page = browser();
    await page.get('session');
    await page.post('prequalification', {});
    assert.equal(writes, 0);
    await page.create();
    await page.create();
    assert.equal(writes, 1);
  });

  it('may be an object of a class, and a Map', async () => {
    class Store extends Map<string, LendingSession> {}
    for (const store of [new Store(), new Map<string, LendingSession>()]) {
      const { browser } = setup({ sessions: { secret: SECRET, store: store as never } });
      await browser().create();
      assert.ok(store.get('jane')?.company_id);
    }
  });

  it('that cannot be reached is an error of the handler’s, and nothing is called', async () => {
    const { browser, sandbox } = setup({
      sessions: {
        secret: SECRET,
        store: { get: () => Promise.reject(new Error('redis at 10.0.0.1')), set() {}, delete() {} },
      },
    });
    const answer = await read(await browser().post('applications', sampleApplication()));
    assert.deepEqual([answer.status, answer.code], [500, 'handler-failed']);
    assert.doesNotMatch(JSON.stringify(answer), /redis/);
    assert.equal(sandbox.calls.length, 0);
  });
});

describe('the key of what is typed', () => {
  const keyOf = async (options: Partial<HandlerOptions> = {}, user = 'jane') => {
    const { browser, log } = setup(options);
    const { draft_key } = (await (await browser(user).get('session')).json()) as { draft_key?: string };
    return { draft_key, log };
  };

  it('is 32 bytes, the same for a subject on every machine, with a store or without', async () => {
    const { draft_key } = await keyOf();
    assert.match(draft_key!, /^[\w-]{43}$/);
    assert.equal((await keyOf()).draft_key, draft_key);
    assert.equal(
      (await keyOf({ sessions: { secret: [SECRET, OTHER], store: new Map() as never } })).draft_key,
      draft_key,
    );
  });

  it('is another one for another subject, and for another secret', async () => {
    const long = 'u'.repeat(5000);
    const keys = await Promise.all([
      keyOf(),
      keyOf({}, 'tom'),
      keyOf({}, 'jane%00'),
      keyOf({}, long),
      keyOf({}, `${long}v`),
      keyOf({ sessions: { secret: OTHER } }),
      keyOf({ sessions: { secret: [OTHER, SECRET], store: new Map() as never } }),
    ]);
    // The last two have the same first secret.
    assert.equal(new Set(keys.map(({ draft_key }) => draft_key)).size, keys.length - 1);
  });

  it('opens no session', async () => {
    const { draft_key } = await keyOf();
    const { sealed } = await created();
    await assert.rejects(jwtDecrypt(sealed, Buffer.from(draft_key!, 'base64url')));
  });

  it('is not given where no drafts are kept, nor to nobody', async () => {
    assert.equal((await keyOf({ drafts: false })).draft_key, undefined);
    assert.match((await keyOf({ drafts: true })).draft_key!, /^[\w-]{43}$/);
    assert.equal((await keyOf({ authorize: () => null })).draft_key, undefined);
  });

  it('is in no other answer, no cookie and no log entry', async () => {
    const { draft_key } = await keyOf();
    const { browser, log, handle } = setup();
    const page = browser();
    const said: string[] = [];
    for (const [path, body] of Object.entries(goodBodies())) {
      const answer = await page.post(path, body);
      said.push(await answer.text(), JSON.stringify([...answer.headers]));
    }
    const start = await page.get('session');
    said.push(JSON.stringify([...start.headers]), inspect([log, handle], { depth: Infinity, showHidden: true }));
    assert.ok((await start.text()).includes(draft_key!));
    for (const text of said) assert.ok(!text.includes(draft_key!));
  });
});

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
    it(`that answers ${name} lets nobody in`, async () => {
      for (const { status, code } of await askAll(() => answer as null)) {
        assert.deepEqual([status, code], [401, 'handler-signed-out']);
      }
    });
  }

  it('that answers a subject that is no string is refused before anything is called', async () => {
    for (const subject of [5, { id: 'jane' }, ['jane'], true]) {
      for (const { code } of await askAll(() => ({ subject }) as never)) assert.equal(code, 'config-invalid');
    }
  });

  it('that throws is an error of the handler’s that tells nothing', async () => {
    const failing = () => {
      throw new Error('database password');
    };
    for (const answer of await askAll(failing)) {
      assert.deepEqual([answer.status, answer.code], [500, 'handler-failed']);
      assert.doesNotMatch(JSON.stringify(answer), /password/);
    }
  });

  it('gets the request, and is not asked about one that is refused', async () => {
    const asked: string[] = [];
    const { browser } = setup({ authorize: (request) => (asked.push(request.url), null) });
    await browser().get('session');
    await browser().get('session', { headers: { 'sec-fetch-site': 'cross-site' } });
    await browser().get('nowhere');
    assert.deepEqual(asked, [`${ORIGIN}/api/lending/session`]);
  });
});
