import { createAdapter, type AdapterOptions } from '../../src/adapter/adapter.js';
import { fetchWithProgress } from '../../src/adapter/upload-progress.js';
import { expect, json, PROGRESS, lendingErrorOf, rejection, sampleFile, setup, silent } from '../support/adapter.js';
import type { Fetch } from '../../stories/support/stack.js';

describe('createAdapter', () => {
  it('sends a document as a form with its kind and one file', async () => {
    let form: unknown;
    const fetch: Fetch = (_input, init) => {
      form = init!.body;
      expect(new Headers(init!.headers).has('content-type'), 'the browser sets the boundary').to.be.false;
      return json(PROGRESS)(globalThis.fetch)('');
    };
    const file = sampleFile();
    await createAdapter({ fetch }).uploadDocument({ file, type: 'bank-statement' });
    expect(form).to.be.instanceOf(FormData);
    expect([...(form as FormData).keys()]).to.deep.equal(['type', 'file']);
    expect((form as FormData).get('type')).to.equal('bank-statement');
    expect(await ((form as FormData).get('file') as File).text()).to.equal(await file.text());
  });

  it('has a longer time limit for a document than for other calls', async () => {
    const { adapter } = setup(silent, { timeoutMs: 1, uploadTimeoutMs: 40 });
    const upload = lendingErrorOf(adapter.uploadDocument({ file: sampleFile(), type: 'bank-statement' }));
    expect((await lendingErrorOf(adapter.session())).message).to.include('0.001');
    expect((await upload).message).to.include('0.04');
  });

  it('reports how much of a document was sent, and throws the same errors as any call', async () => {
    const shares: number[] = [];
    const large = new File([new Uint8Array(2 ** 23)], 'statement.pdf');
    const upload = (options: AdapterOptions, signal?: AbortSignal, file = sampleFile()) => {
      const onProgress = (share: number) => shares.push(share);
      return lendingErrorOf(
        createAdapter(options).uploadDocument({ file, type: 'bank-statement' }, { signal, onProgress }),
      );
    };
    // The test server answers, but is not the handler.
    expect((await upload({})).code).to.equal('adapter-unexpected-response');
    expect(shares.at(-1)).to.equal(1);
    expect((await upload({ endpoint: 'http://localhost:1', crossOrigin: true })).code).to.equal('adapter-unreachable');
    expect((await upload({ uploadTimeoutMs: 0 }, undefined, large)).code).to.equal('adapter-timeout');
    const controller = new AbortController();
    const { signal } = controller;
    const call = upload({}, signal);
    controller.abort();
    expect((await call).cause).to.equal(signal.reason);
  });

  it('sends a document through the given fetch, which reports no progress', async () => {
    const { adapter, requests } = setup(json(PROGRESS));
    const shares: number[] = [];
    const onProgress = (share: number) => shares.push(share);
    await adapter.uploadDocument({ file: sampleFile(), type: 'bank-statement' }, { onProgress });
    expect(requests).to.have.length(1);
    expect(shares).to.be.empty;
  });
});

/** Accepts a POST, and responds with a string. */
const HERE = `${location.origin}/no-such-page`;

describe('fetchWithProgress()', () => {
  const send = (url: string, init: RequestInit = {}, shares: number[] = []) =>
    fetchWithProgress((share) => shares.push(share))(url, {
      method: 'POST',
      body: 'x',
      signal: new AbortController().signal,
      ...init,
    });

  it('returns the response that fetch returns', async () => {
    const init = { method: 'POST', body: 'x', headers: { accept: 'application/json' } };
    const [ours, browsers] = await Promise.all([send(HERE, init), fetch(HERE, init)]);
    expect(ours.status).to.equal(browsers.status);
    expect(ours.ok).to.equal(browsers.ok);
    expect(ours.headers.get('content-type')).to.equal(browsers.headers.get('content-type'));
    expect(await ours.text()).to.equal(await browsers.text());
  });

  it('reports how much was sent, up to all of it', async () => {
    const shares: number[] = [];
    const body = new FormData();
    body.set('file', sampleFile('a.pdf', 'x'.repeat(3_000_000)));
    await send(HERE, { body }, shares);
    expect(shares.at(-1)).to.equal(1);
    expect(shares).to.deep.equal(shares.toSorted((a, b) => a - b));
  });

  it('does not start an upload whose signal has aborted', async () => {
    const shares: number[] = [];
    const error = await rejection(send(HERE, { signal: AbortSignal.abort() }, shares));
    expect((error as Error).name).to.equal('AbortError');
    expect(shares).to.be.empty;
  });
});
