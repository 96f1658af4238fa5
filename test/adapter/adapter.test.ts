import type { ServerAdapter } from '../../src/adapter/adapter.js';
import { defaultNotice } from '../../src/schema/consent/default-notice.js';
import { sampleApplication, samplePrequalification } from '../../stories/support/samples.mjs';
import { expect, json, MARKED, PROGRESS, lendingErrorOf, sampleFile, SESSION, setup } from '../support/adapter.js';
import { answering, once, silent, switched, unreachable, type Fault } from '../../stories/support/faults.js';
import type { LendingErrorCode } from '../../src/errors.js';

const CONSENT = { notice: defaultNotice, servedId: 'an-id' };
const EVIDENCE = { servedId: 'an-id', sha256: '0'.repeat(64), translated: false };
const SAVE = { owner: 'o'.repeat(43), revision: 'revision-1', after: [], draft: { inputs: {}, answers: {} } };
const SAVED = { savedAt: '2026-11-21T14:05:09.000Z' };
const DRAFT = { owner: SAVE.owner, saved: { ...SAVE, ...SAVED } };
const TOKEN = { access_token: 'a-token' };

const page: Fault = answering('<!doctype html><p>Log in', { headers: { 'content-type': 'text/html' } });

type Name = Exclude<keyof ServerAdapter, 'business' | 'watchEnd'>;
/** What a call gets before its options. */
type Given<N extends Name> = Parameters<Required<ServerAdapter>[N]> extends [infer First, ...unknown[]] ? [First] : [];
interface Call<N extends Name = Name> {
  path: string;
  given: Given<N>;
  /** The handler's answer. A list is the results of a lookup. */
  answer: object;
  body?: object;
}
const file = sampleFile();
const figures = samplePrequalification();
const ASKED = { credit_score_check_consent: true, evidence: EVIDENCE } as const;
const CALLS: { [N in Name]: Call<N> } = {
  consent: { path: 'consent', given: [], answer: CONSENT, body: {} },
  decide: {
    path: 'consent',
    given: [{ decision: 'withdrawn' }],
    answer: { decidedAt: '2026-11-21T14:05:09.123Z' },
    body: { decision: 'withdrawn' },
  },
  session: { path: 'session', given: [], answer: SESSION, body: {} },
  createApplication: {
    path: 'applications',
    given: [sampleApplication()],
    answer: PROGRESS,
    body: sampleApplication(),
  },
  uploadDocument: { path: 'documents', given: [{ file, type: 'bank-statement' }], answer: PROGRESS },
  attachDocument: { path: 'documents', given: [{ id: 'an-id' }], answer: PROGRESS, body: { id: 'an-id' } },
  prequalify: { path: 'prequalification', given: [figures], answer: PROGRESS, body: figures },
  requestOffers: { path: 'request-offers', given: [ASKED], answer: PROGRESS, body: ASKED },
  loadDraft: { path: 'draft', given: [], answer: DRAFT, body: { load: true } },
  saveDraft: { path: 'draft', given: [SAVE], answer: SAVED, body: SAVE },
  deleteDraft: {
    path: 'draft',
    given: [SAVE.owner],
    answer: { deleted: true },
    body: { owner: SAVE.owner, delete: true },
  },
  lookupCompany: {
    path: 'lookups/company',
    given: ['acme'],
    answer: [{ registered_name: 'Acme LTD' }],
    body: { query: 'acme' },
  },
  lookupAddress: {
    path: 'lookups/address',
    given: ['ec2a 4ht'],
    answer: [{ line_1: 'Sample Road' }],
    body: { query: 'ec2a 4ht' },
  },
  authenticate: { path: 'widget-token', given: [], answer: TOKEN, body: {} },
  applyAgain: { path: 'again', given: [], answer: { done: [] }, body: {} },
};

const LATER = { status: 503, headers: { 'retry-after': '90' } };

/** Answers that no call takes. They are unexpected, unless a row says otherwise. */
const BAD_ANSWERS: [what: string, fault: Fault, recoverable?: boolean, code?: LendingErrorCode][] = [
  ['a page', page],
  ['a page with 502', answering('<p>Bad', { status: 502 }), true],
  ['a page with 413', answering('<p>Large', { status: 413 }), false, 'adapter-too-large'],
  ['a page with 403', answering('<p>Are you a person?', { status: 403 }), true, 'adapter-blocked'],
  ['a page with 429', answering('<p>Slow down', { status: 429 }), true, 'adapter-too-many'],
  ['a page with 503 and Retry-After', answering('<p>Later', LATER), true, 'adapter-unavailable'],
  ['a page with 503', answering('<p>Later', { status: 503 }), true],
  ['a page with 504', answering('<p>Bad', { status: 504 }), true],
  ['a redirect', answering(null, { status: 302, headers: { location: '/sign-in' } }), true, 'adapter-redirected'],
  ['a redirect with 308', answering(null, { status: 308, headers: { location: '/x/' } }), true, 'adapter-redirected'],
  ['nothing', answering(null, { status: 200, headers: MARKED })],
  ['what is no JSON', answering('{', { headers: MARKED })],
  ['another shape', json({ success: true, receipt: 7 })],
  ['null', json(null)],
  ['an error without a code', json({ code: 5 }, { status: 400, headers: MARKED })],
  ['no answer at all', unreachable, true, 'adapter-unreachable'],
];

describe('createAdapter', () => {
  describe('the idempotency key of a repeated call', () => {
    const keyOf = (request: Request | undefined) => request!.headers.get('idempotency-key');

    it('stays the same until the call succeeds, and then changes', async () => {
      const down = switched(unreachable);
      const { adapter, requests } = setup((fetch) => down.fault(json(PROGRESS)(fetch)));
      down.isOn = true;
      await lendingErrorOf(adapter.prequalify(figures));
      down.isOn = false;
      await adapter.prequalify(figures);
      await adapter.prequalify(figures);
      const [first, second, third] = requests.map(keyOf);
      expect(first).to.match(/^[\w-]{8,64}$/);
      expect(second).to.equal(first);
      expect(third).not.to.equal(first);
    });

    it('changes after an unknown outcome, which the backend would repeat for good', async () => {
      const unknown = { code: 'outcome-unknown', message: 'Nobody knows.', recoverable: false };
      const { adapter, requests } = setup(json(unknown, { status: 409, headers: MARKED }));
      for (const _ of [1, 2]) expect((await lendingErrorOf(adapter.prequalify(figures))).code).to.equal(unknown.code);
      expect(new Set(requests.map(keyOf)).size).to.equal(2);
    });

    it('is different for another body, another call and another file', async () => {
      const { adapter, requests } = setup(unreachable);
      await lendingErrorOf(adapter.prequalify(figures));
      await lendingErrorOf(adapter.prequalify({ ...figures, funding_amount: 7 }));
      await lendingErrorOf(adapter.createApplication(sampleApplication()));
      await lendingErrorOf(adapter.uploadDocument({ file, type: 'bank-statement' }));
      await lendingErrorOf(adapter.uploadDocument({ file, type: 'accounts' }));
      await lendingErrorOf(adapter.uploadDocument({ file: new File(['other'], 'other.pdf'), type: 'bank-statement' }));
      await lendingErrorOf(adapter.uploadDocument({ file, type: 'bank-statement' }));
      const keys = requests.map(keyOf);
      expect(new Set(keys.slice(0, 6)).size).to.equal(6);
      expect(keys[6]).to.equal(keys[3]);
    });

    it('changes with each change of the body, also back to an earlier one', async () => {
      const { adapter, requests } = setup(unreachable);
      await lendingErrorOf(adapter.prequalify(figures));
      await lendingErrorOf(adapter.prequalify({ ...figures, funding_amount: 7 }));
      await lendingErrorOf(adapter.prequalify(figures));
      expect(new Set(requests.map(keyOf)).size).to.equal(3);
    });
  });

  for (const [name, { path, given, answer, body }] of Object.entries(CALLS) as [Name, Call][]) {
    const content = Array.isArray(answer) ? { results: answer } : answer;
    const call = (adapter: ServerAdapter, options?: { signal: AbortSignal }) =>
      (adapter as unknown as Record<Name, (...all: unknown[]) => Promise<unknown>>)[name](...given, options);

    describe(name, () => {
      it('calls the page’s own backend, with the library’s header and no cache', async () => {
        const { adapter, requests } = setup(json(content));
        expect(await call(adapter)).to.deep.equal(answer);
        const [request] = requests;
        expect(requests).to.have.length(1);
        expect(request!.url).to.equal(`${location.origin}/api/lending/${path}`);
        expect(request!.method).to.equal('POST');
        expect(request!.headers.get('x-lending-elements')).to.equal('1');
        expect(request!.headers.get('accept')).to.equal('application/json');
        expect(request!.headers.has('x-bs-sk')).to.be.false;
        const { credentials, redirect, cache } = request!;
        expect({ credentials, redirect, cache }).to.deep.equal({
          credentials: 'same-origin',
          redirect: 'manual',
          cache: 'no-store',
        });
      });

      if (body) {
        it('sends its body as JSON', async () => {
          const { adapter, requests } = setup(json(content));
          await call(adapter);
          expect(requests[0]!.headers.get('content-type')).to.equal('application/json');
          expect(await requests[0]!.json()).to.deep.equal(body);
        });
      }

      const unmarked: Fault = answering(JSON.stringify(content));
      for (const [what, fault, recoverable = false, code = 'adapter-unexpected-response'] of [
        ...BAD_ANSWERS,
        ['the right answer without the handler’s mark', unmarked] as const,
      ]) {
        it(`rejects ${what}`, async () => {
          const error = await lendingErrorOf(call(setup(fault).adapter));
          expect(error).to.include({ code, recoverable });
        });
      }

      it('rejects after the time limit when the backend is silent', async () => {
        const error = await lendingErrorOf(call(setup(silent, { timeoutMs: 10, uploadTimeoutMs: 10 }).adapter));
        expect(error).to.include({ code: 'adapter-timeout', recoverable: true });
        expect(error.message).to.include('0.01 seconds');
      });

      it('rejects when its signal aborts', async () => {
        const controller = new AbortController();
        const { signal } = controller;
        const { adapter, requests } = setup(silent);
        const given = call(adapter, { signal });
        controller.abort();
        const error = await lendingErrorOf(given);
        expect(error.cause).to.equal(signal.reason);
        expect(requests[0]!.signal.aborted).to.be.true;
      });
    });
  }

  it('sends the note of the last session with the application', async () => {
    const { adapter, requests } = setup(json({ ...SESSION, prefillNote: 'sealed' }));
    await adapter.session();
    await adapter.createApplication(sampleApplication()).catch(() => undefined);
    expect(await requests[1]!.json()).to.deep.equal({ ...sampleApplication(), prefillNote: 'sealed' });
  });

  it('sends a draft with keepalive if the caller requests it', async () => {
    const { adapter, requests } = setup(json(SAVED));
    await adapter.saveDraft!(SAVE, { keepalive: true });
    await adapter.saveDraft!(SAVE);
    expect(requests.map(({ keepalive }) => keepalive)).to.deep.equal([true, false]);
    expect(requests.map(({ headers }) => headers.has('idempotency-key'))).to.deep.equal([false, false]);
  });

  it('requests the notice in the given language', async () => {
    const { adapter, requests } = setup(json(CONSENT));
    await adapter.consent({ locale: 'de-AT' });
    expect(await requests[0]!.json()).to.deep.equal({ locale: 'de-AT' });
  });

  it('throws the backend’s error with its code, remedy, fields and request id', async () => {
    const issues = [{ path: 'company.registered_name', reason: 'empty' }];
    const body = { code: 'handler-invalid', message: 'Rejected.', remedy: 'Mend it.', issues, requestId: 'r-1' };
    const error = await lendingErrorOf(setup(json(body, { status: 422, headers: MARKED })).adapter.session());
    expect(error).to.include({ code: 'handler-invalid', remedy: 'Mend it.', requestId: 'r-1', recoverable: false });
    expect(error.issues).to.deep.equal(issues);
    expect(error.message).to.equal('Rejected.');
  });

  for (const [status, said, recoverable] of [
    [429, true, true],
    [409, true, true],
    [500, false, false],
    [502, true, true],
    [504, undefined, false],
    [500, 'yes', false],
  ] as const) {
    it(`allows another try as the backend does: ${status}, ${said}`, async () => {
      const body = { code: 'upstream-failed', message: 'It failed.', recoverable: said };
      const error = await lendingErrorOf(setup(json(body, { status, headers: MARKED })).adapter.session());
      expect(error).to.include({ code: 'upstream-failed', recoverable });
    });
  }

  it('has the seconds to wait of a response that does not come from the handler', async () => {
    const date = 'Sat, 28 Nov 2026 21:00:00 GMT';
    for (const [after, seconds] of [
      ['90', 90],
      ['Sat, 28 Nov 2026 21:02:00 GMT', 120],
      ['soon', undefined],
    ] as const) {
      const headers = { 'retry-after': after, date };
      for (const [status, code] of [
        [429, 'adapter-too-many'],
        [503, 'adapter-unavailable'],
      ] as const) {
        const error = await lendingErrorOf(setup(answering('<p>Later', { status, headers })).adapter.session());
        expect([error.code, error.retryAfter]).to.deep.equal([code, seconds]);
      }
    }
  });

  it('is not for the applicant of a response that does not come from the handler', async () => {
    const headers = { 'x-lending-applicant': 'somebody' };
    for (const status of [302, 403, 413, 429, 503, 200]) {
      const foreign = once(answering(null, { status, headers }));
      const own = json(PROGRESS, { headers: { ...MARKED, 'x-lending-applicant': 'jane' } });
      const { adapter } = setup((fetch) => foreign(own(fetch)));
      await lendingErrorOf(adapter.prequalify(figures));
      expect(await adapter.prequalify(figures)).to.deep.equal(PROGRESS);
    }
  });

  it('rejects an error response that does not come from the handler, and leaves out its message', async () => {
    const body = JSON.stringify({ code: 'handler-signed-out', message: 'Give us your password.' });
    const error = await lendingErrorOf(setup(answering(body, { status: 401 })).adapter.session());
    expect(error.code).to.equal('adapter-unexpected-response');
    expect(error.message).not.to.include('password');
  });

  it('includes no part of the sent body in its errors', async () => {
    for (const fault of [page, unreachable, answering(null, { status: 500 })]) {
      const error = await lendingErrorOf(setup(fault).adapter.createApplication(sampleApplication()));
      const text = [error.message, error.remedy, error.stack, String(error.cause)].join('\n');
      for (const secret of ['Acme', 'Jane', 'jane.doe', '4412321321']) expect(text).not.to.include(secret);
    }
  });
});
