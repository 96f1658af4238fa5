import { createAdapter, type ServerAdapter } from '../../src/adapter/adapter.js';
import { sampleApplication, sampleFile, samplePrequalification } from '../../stories/support/samples.mjs';
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

/** A backend that answers each call for `answering.applicant`, with `answering.status`. */
function setup(business?: string) {
  const answering: { applicant: string | undefined; status: number } = { applicant: ONE, status: 200 };
  const sent: Headers[] = [];
  const adapter = createAdapter({
    business,
    fetch: async (input, init) => {
      sent.push(new Headers(init!.headers));
      const { applicant, status } = answering;
      const body = String(input).endsWith('/session') ? SESSION : PROGRESS;
      const failure = { code: 'handler-failed', message: 'It failed.' };
      return new Response(JSON.stringify(status === 200 ? body : failure), {
        status,
        headers: { ...MARKED, ...(applicant && { 'x-lending-applicant': applicant }) },
      });
    },
  });
  const names = () => sent.map((headers) => headers.get('x-lending-applicant'));
  return { adapter, answering, sent, names };
}

describe('the applicant of an adapter', () => {
  it('comes from the session, and is sent with every later call except the request for the session', async () => {
    const { adapter, names } = setup();
    await adapter.session();
    await adapter.prequalify(samplePrequalification());
    await adapter.uploadDocument({ file: sampleFile(), type: 'bank-statement' });
    await adapter.session();
    expect(names()).to.deep.equal([null, ONE, ONE, null]);
  });

  it('comes from the first response to another call, and stays until the next session', async () => {
    const { adapter, answering, names } = setup();
    await adapter.createApplication(sampleApplication());
    answering.applicant = OTHER;
    await adapter.prequalify(samplePrequalification());
    await adapter.prequalify(samplePrequalification());
    await adapter.session();
    await adapter.prequalify(samplePrequalification());
    expect(names()).to.deep.equal([null, ONE, ONE, null, OTHER]);
  });

  it('comes from a response that rejects the call, too', async () => {
    const { adapter, answering, names } = setup();
    answering.status = 422;
    await lendingErrorOf(adapter.prequalify(samplePrequalification()));
    await lendingErrorOf(adapter.prequalify(samplePrequalification()));
    expect(names()).to.deep.equal([null, ONE]);
  });

  it('stays the same after a failed session, because the page still shows the answers of this applicant', async () => {
    const { adapter, answering, names } = setup();
    await adapter.session();
    Object.assign(answering, { applicant: OTHER, status: 500 });
    await lendingErrorOf(adapter.session());
    await lendingErrorOf(adapter.prequalify(samplePrequalification()));
    expect(names().at(-1)).to.equal(ONE);
  });

  it('is not sent if the handler names no applicant', async () => {
    const { adapter, answering, names } = setup();
    answering.applicant = undefined;
    await adapter.session();
    await adapter.prequalify(samplePrequalification());
    expect(names()).to.deep.equal([null, null]);
  });

  it('is not shared with another adapter', async () => {
    const [one, other] = [setup('one'), setup('other')];
    await one.adapter.session();
    await other.adapter.prequalify(samplePrequalification());
    expect(other.names()).to.deep.equal([null]);
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
