import { loadScript } from '../../src/loader/index.js';
import { expect, messageAndRemedy, lendingErrorOf, waitUntil } from '../support/component.js';

declare global {
  var timesCounted: number | undefined;
}

/** Only some browsers report that a script arrived with a wrong hash. */
const INTEGRITY = 'responseStatus' in PerformanceResourceTiming.prototype ? 'script-integrity' : 'script-failed';

let addresses = 0;
/** The address of a script that no test has loaded before. It counts how often it runs. */
const counted = () => new URL(`../fixtures/counted.js?${++addresses}`, import.meta.url).href;
const missing = () => new URL(`../fixtures/missing.js?${++addresses}`, import.meta.url).href;
const tag = (address: string) => [...document.scripts].find(({ src }) => src === address);
const tags = (address: string) => [...document.scripts].filter(({ src }) => src === address).length;
const runs = () => globalThis.timesCounted ?? 0;

describe('loadScript', () => {
  it('loads a script, and resolves when it has run', async () => {
    const before = runs();
    await loadScript(counted());
    expect(runs() - before).to.equal(1);
  });

  it('loads it once for many callers at the same time, and for later ones', async () => {
    const [address, before] = [counted(), runs()];
    await Promise.all([loadScript(address), loadScript(address), loadScript(address)]);
    await loadScript(address);
    expect(runs() - before).to.equal(1);
    expect(tags(address)).to.equal(1);
  });

  it('keeps two URLs apart', async () => {
    const before = runs();
    await Promise.all([loadScript(counted()), loadScript(counted())]);
    expect(runs() - before).to.equal(2);
  });

  it('names the origin of a script that is missing, and not its URL', async () => {
    const address = missing();
    const error = await lendingErrorOf(loadScript(address), 'script-failed');
    expect(error.recoverable).to.be.true;
    expect(messageAndRemedy(error)).to.include(`${location.origin} did not load. → Check the URL`);
    expect(messageAndRemedy(error)).not.to.include('missing');
    expect(tags(address)).to.equal(0);
  });

  it('does not cache a failure, and requests the script again', async () => {
    const address = missing();
    const first = loadScript(address);
    const second = loadScript(address);
    await lendingErrorOf(first, 'script-failed');
    await lendingErrorOf(second, 'script-failed');
    const third = loadScript(address);
    expect(tags(address)).to.equal(1);
    await lendingErrorOf(third, 'script-failed');
  });

  it('gives up a script after the time limit, removes it, and loads it at the next attempt', async () => {
    const address = counted();
    const error = await lendingErrorOf(loadScript(address, { timeoutMs: 0 }), 'script-timeout');
    expect(error.recoverable).to.be.true;
    expect(tags(address)).to.equal(0);
    await loadScript(address);
    // A browser would make it wait for the request that hangs, so it is requested at a different address.
    const sources = [...document.scripts].map(({ src }) => src).filter((src) => src.startsWith(address));
    expect(sources).to.have.length(1).and.not.to.include(address);
    expect([...new URL(sources[0]!).searchParams], 'no parameter is added').to.eql([...new URL(address).searchParams]);
  });

  it('requests a failed module again, at each attempt and at the next try', async () => {
    const address = missing();
    const asked = () => performance.getEntriesByType('resource').filter(({ name }) => name.startsWith(address)).length;
    await lendingErrorOf(loadScript(address, { type: 'module', retries: 1 }), 'script-failed');
    await waitUntil(() => asked() === 2, 'it was asked for twice');
    await lendingErrorOf(loadScript(address, { type: 'module', retries: 0 }), 'script-failed');
    await waitUntil(() => asked() === 3, 'it was asked for again');
  });

  it('stops waiting when its signal aborts, while another caller keeps waiting', async () => {
    const [address, before] = [counted(), runs()];
    const controller = new AbortController();
    const first = loadScript(address, { signal: controller.signal });
    const second = loadScript(address);
    controller.abort(new Error('gone'));
    expect(await first.catch((error: Error) => error.message)).to.equal('gone');
    await second;
    expect(runs() - before).to.equal(1);
  });

  it('requests nothing when its signal was aborted before', async () => {
    const address = counted();
    const stopped = await loadScript(address, { signal: AbortSignal.abort(new Error('gone')) }).catch(
      (error: Error) => error.message,
    );
    expect(stopped).to.equal('gone');
    expect(tags(address)).to.equal(0);
  });

  for (const address of [
    'javascript:alert(1)',
    'data:text/javascript,globalThis.attacked=true',
    `blob:${location.origin}/1`,
    'file:///widget.js',
    'http://partner.example/widget.js',
    'http://localhost.partner.example/widget.js',
    'http://127.0.0.1.partner.example/widget.js',
    'http://localhost@partner.example/widget.js',
    'ftp://localhost/widget.js',
    'https://',
    'http://[::2]/widget.js',
  ]) {
    it(`rejects ${address}, and inserts nothing`, async () => {
      const before = document.scripts.length;
      const error = await lendingErrorOf(loadScript(address), 'script-not-allowed');
      expect(error.recoverable).to.be.false;
      expect(document.scripts.length).to.equal(before);
    });
  }

  it('runs a script that has its hash', async () => {
    const address = counted();
    const bytes = await (await fetch(address)).arrayBuffer();
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-384', bytes));
    const before = runs();
    await loadScript(address, { integrity: `sha384-${btoa(String.fromCharCode(...digest))}` });
    expect(runs() - before).to.equal(1);
  });

  it('does not run a script that has another hash', async () => {
    const [address, before] = [counted(), runs()];
    const integrity = `sha384-${btoa('x'.repeat(48))}`;
    await lendingErrorOf(loadScript(address, { integrity }), INTEGRITY);
    expect(runs()).to.equal(before);
  });

  it('does not use a script without a hash in place of the one with', async () => {
    const address = counted();
    await loadScript(address);
    await lendingErrorOf(loadScript(address, { integrity: `sha384-${btoa('x'.repeat(48))}` }), INTEGRITY);
  });

  it('sets the page’s nonce on the script', async () => {
    const address = counted();
    const loaded = loadScript(address, { nonce: 'a-nonce' });
    expect(tag(address)!.nonce).to.equal('a-nonce');
    await loaded;
  });
});
