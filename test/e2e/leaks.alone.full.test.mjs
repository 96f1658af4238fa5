import assert from 'node:assert/strict';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import { createServer } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { ensureBuilt } from '../support/dist.mjs';
import { launch } from './stage.mjs';

const MOUNTS = 1000;
const BATCH = 50;
const CODES = 200;
/** The limit for each mounted element, in bytes of heap, over a thousand mounts. */
const HEAP = 100_000;
/** The mounts of frames, and the limit for each, in bytes. */
const FRAMES = 200;
const MOST_BYTES = 345;
const CDN = new URL('../../dist/cdn/', import.meta.url);

describe('many mounts', { timeout: 180_000 }, () => {
  let server;
  let browser;
  let page;
  let session;
  let requests = 0;

  before(async () => {
    await ensureBuilt();
    const { createHandler } = await import('lending-elements/server');
    const widget = { scriptUrl: 'http://127.0.0.1/vendor.js', withoutToken: true };
    const handler = createHandler({ ...HANDLER, widget });
    server = createServer(async (request, response) => {
      if (request.url === '/frame') {
        const answer = await handler(new Request(`http://127.0.0.1${request.url}`));
        return void response.writeHead(200, Object.fromEntries(answer.headers)).end(await answer.text());
      }
      if (request.url === '/vendor.js') return void response.setHeader('content-type', 'text/javascript').end(VENDOR);
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
    it(`of <lending-${tag}>, a thousand, leave no node, listener, timer or request`, async () => {
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

  /** Mounts and removes widgets until a round has left few bytes of each: a cache of the browser grows once, a leak in each round. */
  async function leaveNothing(count, mount, mayLeaveNodes = false) {
    const growths = [];
    await mount();
    while (growths.length < 4 && !(growths.at(-1) <= MOST_BYTES)) {
      const { heap: heapBefore, nodes: nodesBefore, ...countsBefore } = await held();
      await mount();
      const { heap, nodes, ...counts } = await held();
      assert.deepEqual(counts, countsBefore);
      if (!mayLeaveNodes) assert.equal(nodes, nodesBefore);
      growths.push((heap - heapBefore) / count);
    }
    assert.ok(growths.at(-1) <= MOST_BYTES, `the heap grew by ${growths.join(', ')} bytes each`);
  }

  it('of 200 frames leave no node, listener or timer, and at most 345 bytes each', () =>
    leaveNothing(FRAMES, () => page.evaluate((...values) => globalThis.mountFrames(...values), FRAMES, 10)));

  it('of embed code leave no listener or timer, and at most 345 bytes each', () =>
    leaveNothing(CODES, () => page.evaluate((count) => globalThis.mountCode(count), CODES), true));
});

/** A handler whose frame document is used. */
const HANDLER = {
  environment: 'sandbox',
  baseUrl: 'http://lender.localhost',
  secretKey: 'a-planted-key',
  secret: 'a-secret-of-more-than-32-characters',
  authorize: () => null,
  path: '/',
  frame: { scriptUrl: '/frame.js' },
};
const VENDOR = `globalThis.Vendor = { init: ({ container }) => { container.textContent = 'Offers'; } };`;

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
  const hand = { global: 'Vendor', calls: [{ method: 'init', arguments: [{ container: '{container}' }] }] };
  globalThis.mountFrames = async (times, batch) => {
    const scriptUrl = location.origin + '/vendor.js';
    const widget = { scriptUrl, handOff: hand, withoutToken: true, isolation: 'frame', frameUrl: '/frame' };
    for (let done = 0; done < times; done += batch) {
      const made = Array.from({ length: batch }, () => Object.assign(document.createElement('lending-widget'), { adapter, widget }));
      const ready = made.map((element) => new Promise((resolve) => element.addEventListener('lending-ready', resolve)));
      document.body.append(...made);
      await Promise.all(ready);
      for (const element of made) element.remove();
      await new Promise((resolve) => set(resolve));
    }
    // A frame that has loaded is looked at for another second.
    await new Promise((resolve) => set(resolve, 1500));
  };
  const embedCode = '<p id="{container_id}-offers"></p><script>addEventListener("load", function () { document.getElementById("{container_id}-offers").textContent = "{access_token}"; });<\\/script>';
  globalThis.mountCode = async (times) => {
    for (let done = 0; done < times; done++) {
      const made = Object.assign(document.createElement('lending-widget'), { adapter, widget: { embedCode } });
      const ready = new Promise((resolve) => made.addEventListener('lending-ready', resolve));
      document.body.append(made);
      await ready;
      made.remove();
    }
    await new Promise((resolve) => set(resolve, 300));
  };
  globalThis.isReady = true;
</script></body></html>`;
