import assert from 'node:assert/strict';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import { createServer } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { launch } from './browser.mjs';

const MOUNTS = 1000;
const BATCH = 50;
/** The limit for each mounted element, in bytes of heap, over a thousand mounts. */
const HEAP = 100_000;
const CDN = new URL('../../dist/cdn/', import.meta.url);

describe('a thousand mounts', { timeout: 180_000 }, () => {
  let server;
  let browser;
  let page;
  let session;
  let requests = 0;

  before(async () => {
    server = createServer(async (request, response) => {
      if (request.url === '/') return void response.setHeader('content-type', 'text/html').end(PAGE);
      if (request.url.startsWith('/api/')) requests++;
      const body = await fs.readFile(new URL(`.${request.url}`, CDN)).catch(() => undefined);
      response.writeHead(body ? 200 : 404, { 'content-type': 'text/javascript' }).end(body);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    browser = await launch();
    page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    await page.waitForFunction('globalThis.isReady');
    session = await page.createCDPSession();
  });
  after(async () => {
    await browser?.close();
    server?.closeAllConnections();
    server?.close();
  });

  /** Counts the nodes, listeners, timers and elements of the page, and the heap size, after a garbage collection. */
  async function held() {
    for (let round = 0; round < 4; round++) await session.send('HeapProfiler.collectGarbage');
    const { nodes, jsEventListeners: listeners } = await session.send('Memory.getDOMCounters');
    const { usedSize: heap } = await session.send('Runtime.getHeapUsage');
    const [timers, tags] = await page.evaluate('[globalThis.timersLeft(), document.querySelectorAll("*").length]');
    return { nodes, listeners, heap, timers, tags };
  }

  for (const tag of [
    'company',
    'applicant',
    'review',
    'documents',
    'prequalification',
    'consent',
    'widget',
    'onboarding',
  ]) {
    it(`of <lending-${tag}> leave no node, listener, timer or request`, async () => {
      const mount = (times) =>
        page.evaluate((...values) => globalThis.mount(...values), `lending-${tag}`, times, BATCH);
      // The first mounts fill caches of templates, compiled code and texts.
      await mount(MOUNTS);
      const before = await held();
      const asked = requests;
      await mount(MOUNTS);
      const now = await held();
      assert.equal(requests, asked, 'no request is left');
      const { heap, ...counts } = now;
      const { heap: heapBefore, ...countsBefore } = before;
      assert.deepEqual(counts, countsBefore);
      assert.ok(heap - heapBefore <= HEAP, `the heap grew by ${heap - heapBefore} bytes`);
    });
  }
});

/** A page that mounts elements with its own backend, and counts timers that neither ran nor were cleared. */
const PAGE = `<!doctype html><html lang="en"><title>Mounts</title><body><script type="module">
  const running = new Set();
  const { setTimeout: set, clearTimeout: clear } = globalThis;
  globalThis.setTimeout = (act, wait, ...values) => {
    const id = set(() => { running.delete(id); act(...values); }, wait);
    running.add(id);
    return id;
  };
  globalThis.clearTimeout = (id) => { running.delete(id); clear(id); };
  globalThis.timersLeft = () => running.size;
  await import('/lending-elements.js');
  const never = () => new Promise(() => undefined);
  const adapter = { session: never, consent: never, authenticate: async () => ({ access_token: 'token' }) };
  const handOff = ({ container }) => { container.textContent = 'offers'; return () => container.replaceChildren(); };
  globalThis.mount = async (tag, times, batch) => {
    for (let done = 0; done < times; done += batch) {
      const made = Array.from({ length: batch }, () => Object.assign(document.createElement(tag), { adapter, handOff }));
      document.body.append(...made);
      await Promise.all(made.map((element) => element.updateComplete));
      for (const element of made) element.remove();
      await new Promise((resolve) => set(resolve));
    }
    // Work that waits for the next paint gets time to finish.
    await new Promise((resolve) => set(resolve, 300));
  };
  globalThis.isReady = true;
</script></body></html>`;
