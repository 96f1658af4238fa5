import { fetchWithProgress } from '../../src/adapter/upload-progress.js';
import { expect, rejection, sampleFile } from '../support/component.js';

/** Accepts a POST, and answers with a text. */
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

  it('does not start an upload that was aborted before', async () => {
    const shares: number[] = [];
    const error = await rejection(send(HERE, { signal: AbortSignal.abort() }, shares));
    expect((error as Error).name).to.equal('AbortError');
    expect(shares).to.be.empty;
  });
});
