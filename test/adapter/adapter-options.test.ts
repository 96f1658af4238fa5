import { createAdapter, type AdapterOptions, type ServerAdapter } from '../../src/adapter/adapter.js';
import { sampleApplication, sampleFile, samplePrequalification } from '../../stories/support/samples.mjs';
import type { LendingErrorCode } from '../../src/errors.js';
import type { Fetch } from '../../stories/support/stack.js';
import {
  expect,
  json,
  LendingError,
  MARKED,
  PROGRESS,
  lendingErrorOf,
  SESSION,
  setup as setupWith,
} from '../support/adapter.js';

/** The names of two applicants, as the handler makes them. */
const [ONE, OTHER] = ['1'.repeat(43), '2'.repeat(43)];

/** A backend where `backend.user` is signed in. It rejects the token of another, and every call with `backend.code` or `backend.status`. */
function setup(business?: string) {
  const backend: { user: string | undefined; code?: LendingErrorCode; status?: number } = { user: ONE };
  const sent: Headers[] = [];
  const send: Fetch = async (input, init) => {
    const headers = new Headers(init!.headers);
    sent.push(headers);
    const { user, status = 409 } = backend;
    const token = headers.get('x-lending-applicant');
    const code = backend.code ?? (token && token !== user ? 'handler-other-applicant' : undefined);
    const body = String(input).endsWith('/session') ? SESSION : PROGRESS;
    return new Response(JSON.stringify(code ? { code, message: 'It failed.' } : body), {
      status: code ? status : 200,
      headers: { ...MARKED, ...(user && { 'x-lending-applicant': user }) },
    });
  };
  const open = (options: AdapterOptions = {}) => createAdapter({ business, fetch: send, ...options });
  const names = () => sent.map((headers) => headers.get('x-lending-applicant'));
  return { adapter: open(), open, backend, sent, names };
}

/** Every call of a page, the session too. */
const callsOf = (adapter: ServerAdapter): (() => Promise<unknown>)[] => [
  () => adapter.session(),
  () => adapter.consent(),
  () => adapter.createApplication(sampleApplication()),
  () => adapter.uploadDocument({ file: sampleFile(), type: 'bank-statement' }),
  () => adapter.prequalify(samplePrequalification()),
  () => adapter.authenticate(),
  () => adapter.loadDraft!(),
  () => adapter.deleteDraft!('o'.repeat(43)),
  () => adapter.lookupCompany!('acme'),
];

describe('the applicant of a page', () => {
  it('comes from the first session, and is sent with every later call, the session too', async () => {
    const { adapter, names } = setup();
    await adapter.session();
    await adapter.prequalify(samplePrequalification());
    await adapter.uploadDocument({ file: sampleFile(), type: 'bank-statement' });
    await adapter.session();
    expect(names()).to.deep.equal([null, ONE, ONE, ONE]);
  });

  it('comes from the first response to another call, also one that rejects the call', async () => {
    const { adapter, backend, names } = setup();
    Object.assign(backend, { code: 'handler-failed', status: 422 });
    await lendingErrorOf(adapter.prequalify(samplePrequalification()));
    await lendingErrorOf(adapter.prequalify(samplePrequalification()));
    expect(names()).to.deep.equal([null, ONE]);
  });

  it('is not sent if the handler names no applicant', async () => {
    const { adapter, backend, names } = setup();
    backend.user = undefined;
    await adapter.session();
    await adapter.prequalify(samplePrequalification());
    expect(names()).to.deep.equal([null, null]);
  });

  it('is shared by all adapters with the same fetch, endpoint and business', async () => {
    const { adapter, open, names } = setup();
    await adapter.session();
    for (const options of [{}, { crossOrigin: true }, { endpoint: '/api/lending/' }])
      await open(options).prequalify(samplePrequalification());
    for (const options of [{ business: 'other' }, { endpoint: '/other' }]) await open(options).session();
    await setup().adapter.session();
    expect(names()).to.deep.equal([null, ONE, ONE, ONE, null, null]);
  });

  for (const code of ['handler-other-applicant', 'handler-other-company', 'handler-closed'] as const)
    it(`sends nothing after ${code}, with any of its adapters, and each rejects with it`, async () => {
      const { adapter, open, backend, sent } = setup();
      await adapter.session();
      const other = open();
      backend.code = code;
      await lendingErrorOf(adapter.createApplication(sampleApplication()), code);
      delete backend.code;
      const { length } = sent;
      for (const call of [adapter, other, open()].flatMap(callsOf)) await lendingErrorOf(call(), code);
      expect(sent).to.have.length(length);
      await open({ business: 'other' }).session();
    });

  it('stays after another failure', async () => {
    const { adapter, backend, names } = setup();
    await adapter.session();
    Object.assign(backend, { code: 'handler-failed', status: 500 });
    await lendingErrorOf(adapter.session());
    delete backend.code;
    await adapter.session();
    expect(names()).to.deep.equal([null, ONE, ONE]);
  });

  it('is not changed by a session that was asked for before the first response', async () => {
    const { adapter, backend, names } = setup();
    const first = adapter.session();
    backend.user = OTHER;
    const [, error] = await Promise.all([first, lendingErrorOf(adapter.session())]);
    expect([error.code, names()]).to.deep.equal(['handler-other-applicant', [null, null]]);
  });

  it('is changed by a new start, for this adapter only', async () => {
    const { adapter, open, backend, names } = setup();
    const other = open();
    await adapter.session();
    backend.user = OTHER;
    await adapter.session({ newStart: true });
    await adapter.prequalify(samplePrequalification());
    expect(names()).to.deep.equal([null, ONE, null, OTHER]);
    for (const call of callsOf(other)) await lendingErrorOf(call(), 'handler-other-applicant');
    await open().session();
    expect(names().slice(4)).to.deep.equal([OTHER]);
  });

  it('stays at a new start if nothing has changed', async () => {
    const { adapter, names } = setup();
    await adapter.session({ newStart: true });
    await adapter.session({ newStart: true });
    expect(names()).to.deep.equal([null, ONE]);
  });

  it('fails at a new start that the backend rejects again', async () => {
    const { adapter, backend, names } = setup();
    await adapter.session();
    backend.code = 'handler-closed';
    await lendingErrorOf(adapter.session({ newStart: true }), 'handler-closed');
    expect(names()).to.deep.equal([null, ONE, null]);
  });

  it('tells each element once that the page sends nothing more, also if it asks later', async () => {
    const { adapter, open, backend } = setup();
    const told: string[] = [];
    const [page, gone] = [new AbortController(), new AbortController()];
    open().watchEnd!(({ code }) => told.push(`first ${code}`), page.signal);
    open().watchEnd!(() => told.push('gone'), gone.signal);
    gone.abort();
    await adapter.session();
    expect(told).to.be.empty;
    backend.user = OTHER;
    for (const call of callsOf(adapter)) await lendingErrorOf(call());
    open().watchEnd!(({ code }) => told.push(`later ${code}`), page.signal);
    expect(told).to.deep.equal(['first handler-other-applicant', 'later handler-other-applicant']);
  });
});

describe('the business of an adapter', () => {
  const named = async (business: string | undefined) => {
    const { adapter, sent } = setup(business);
    await adapter.session();
    await adapter.prequalify(samplePrequalification());
    expect(adapter.business).to.equal(business);
    return sent.map((headers) => headers.get('x-lending-business'));
  };

  it('is sent with every call, the session too', async () => {
    expect(await named('client-7')).to.deep.equal(['client-7', 'client-7']);
  });

  it('is encoded, because a header allows ASCII only', async () => {
    const [sent] = await named('Müller & Søn, 株式会社');
    expect(sent).to.match(/^[\w%.~-]+$/);
    expect(decodeURIComponent(sent!)).to.equal('Müller & Søn, 株式会社');
  });

  it('is left out if the page names none', async () => {
    expect(await named(undefined)).to.deep.equal([null, null]);
  });

  it('may have 200 characters', async () => {
    expect((await named('x'.repeat(200)))[0]).to.have.length(200);
  });

  for (const [what, business] of [
    ['empty text', ''],
    ['a space', ' '],
    ['a space at its start', ' client-7'],
    ['a space at its end', 'client-7\u00a0'],
    ['a line break', 'client\n7'],
    ['a control character', 'client\u00007'],
    ['half of a character', 'client\ud800'],
    ['201 characters', 'x'.repeat(201)],
  ] as const)
    it(`rejects ${what}`, () => {
      const make = (): ServerAdapter => createAdapter({ business });
      expect(make)
        .to.throw(LendingError, /^business must have 1 to 200 characters/)
        .with.property('code', 'config-invalid');
    });
});

describe('an upload that reports its progress', () => {
  it('names the business, as the other calls do', async () => {
    const { open, setRequestHeader } = XMLHttpRequest.prototype;
    const named: string[] = [];
    XMLHttpRequest.prototype.setRequestHeader = function (name, value) {
      if (name.startsWith('x-lending-b')) named.push(value);
      setRequestHeader.call(this, name, value);
    };
    try {
      const adapter = createAdapter({ business: 'client-7' });
      await lendingErrorOf(adapter.uploadDocument({ file: sampleFile(), type: 'bank-statement' }, { onProgress() {} }));
      expect(named).to.deep.equal(['client-7']);
    } finally {
      Object.assign(XMLHttpRequest.prototype, { open, setRequestHeader });
    }
  });
});

describe('the endpoint of an adapter', () => {
  it('accepts a path of this site, with or without a trailing slash', async () => {
    for (const endpoint of ['/funding/api', '/funding/api/', `${location.origin}/funding/api`]) {
      const { adapter, requests } = setupWith(json(SESSION), { endpoint });
      await adapter.session();
      expect(requests[0]!.url).to.equal(`${location.origin}/funding/api/session`);
    }
  });

  for (const endpoint of [
    'https://partner.example/api',
    '//partner.example/api',
    '\\\\partner.example\\api',
    `${location.protocol}//${location.hostname}:1/api`,
    'javascript:alert(1)',
    'data:application/json,{}',
    'blob:x',
    'file:///api',
    'ftp://partner.example/api',
    '/api?company=1',
    '/api#top',
    'https://',
  ]) {
    it(`rejects the endpoint ${endpoint}`, () => {
      expect(() => createAdapter({ endpoint }))
        .to.throw(
          LendingError,
          /endpoint must be a path on the origin of this page, like \/api\/lending, without a query or fragment/,
        )
        .with.property('code', 'config-invalid');
    });
  }

  it('calls another origin, with cookies, only if code allows it', async () => {
    const { adapter, requests } = setupWith(json(SESSION), {
      endpoint: 'https://partner.example/api',
      crossOrigin: true,
    });
    await adapter.session();
    expect(requests[0]!.url).to.equal('https://partner.example/api/session');
    expect(requests[0]!.credentials).to.equal('include');
  });

  for (const endpoint of ['javascript:alert(1)', 'https://partner.example/api?x', 'https://partner.example/#x']) {
    it(`rejects ${endpoint} even for another origin`, () => {
      expect(() => createAdapter({ endpoint, crossOrigin: true })).to.throw(LendingError);
    });
  }

  it('resolves the endpoint in a srcdoc document against the page that contains it', async () => {
    const asked = new Promise((resolve) => Object.assign(window, { asked: resolve }));
    const frame = document.createElement('iframe');
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
    document.body.append(Object.assign(frame, { srcdoc: '<p></p>' }));
    await loaded;
    const inside = frame.contentDocument!;
    const script = inside.createElement('script');
    script.type = 'module';
    script.textContent = `import { createAdapter } from '${new URL('../../src/adapter/adapter.ts', import.meta.url)}';
      try {
        createAdapter({ fetch: async (url) => (parent.asked(url), new Response()) }).session().catch(() => undefined);
      } catch (error) {
        parent.asked(error.message);
      }`;
    inside.body.append(script);
    expect(await asked).to.equal(`${location.origin}/api/lending/session`);
    frame.remove();
  });
});
