import { createAdapter, type ServerAdapter } from '../../src/adapter/adapter.js';
import { sampleApplication, sampleFile, samplePrequalification } from '../../stories/support/samples.mjs';
import { expect, LendingError, MARKED, PROGRESS, lendingErrorOf, SESSION } from '../support/adapter.js';

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
