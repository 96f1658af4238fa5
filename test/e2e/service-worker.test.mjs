// A partner's service worker that stores every GET and answers from its cache first, as the recipes for offline pages do. `no-store` does not
// bind it.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import * as applicant from './applicant.mjs';
import { putBefore, useStage } from './stage.mjs';
import { until } from './walk/walk.mjs';

const NAME = 'Canary Bakery Ltd';

const WORKER = `
addEventListener('install', (event) => event.waitUntil(skipWaiting()));
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('fetch', (event) => {
  if (event.request.method !== 'GET') return;
  event.respondWith((async () => {
    const cache = await caches.open('all');
    const stored = await cache.match(event.request);
    const fresh = fetch(event.request).then(async (response) => {
      if (response.ok) await cache.put(event.request, response.clone());
      return response;
    });
    return stored ?? fresh;
  })());
});`;

/** The line about where answers are kept comes with the session. */
async function hasSession(page) {
  const isSaid = () => page.$$eval('>>> .saved', (all) => all.some((one) => one.textContent.trim()));
  assert.ok(await until(isSaid), 'the session has come');
}

/** Runs in the page: every stored response, with its path. */
async function storedResponses() {
  const cache = await caches.open('all');
  const paths = (await cache.keys()).map(({ url }) => new URL(url).pathname);
  const texts = await Promise.all((await cache.matchAll()).map((response) => response.text()));
  return { paths, text: texts.join('\n') };
}

describe('a page with a service worker that stores every GET', { timeout: 120_000 }, () => {
  const stage = useStage();
  before(() =>
    putBefore(stage.servers.partner, ({ url }, response) => {
      if (url === '/worker.js') response.writeHead(200, { 'content-type': 'text/javascript' }).end(WORKER);
      return url === '/worker.js';
    }),
  );

  it('shows the next applicant of a browser nothing of the first, and its cache has nothing of either', async () => {
    const first = await stage.visit(async (page) => {
      await page.setBypassCSP(true);
      await page.evaluateOnNewDocument(applicant.watch);
    });
    await first.evaluate(async () => {
      await navigator.serviceWorker.register('/worker.js');
      await new Promise((resolve) => {
        if (navigator.serviceWorker.controller) resolve();
        else navigator.serviceWorker.addEventListener('controllerchange', resolve);
      });
    });
    await first.reload();
    await applicant.reach(first, 'Your business');
    await applicant.type(first, { registered_name: NAME });
    await applicant.press(first);
    await applicant.written(first);
    // A worker that answers first and asks later has the newest answers after the second load.
    for (let time = 0; time < 2; time++) {
      await first.reload();
      await first.waitForSelector('>>> [name="registered_name"]', { visible: true });
      await hasSession(first);
    }

    const context = first.browserContext();
    await context.deleteCookie(...(await context.cookies()));
    const second = await context.newPage();
    await second.goto(stage.servers.url);
    await applicant.reach(second, 'Your business');
    await hasSession(second);
    const { registered_name } = await applicant.fields(second);
    assert.equal(registered_name, '');
    const { paths, text } = await second.evaluate(storedResponses);
    assert.ok(paths.includes('/'), 'the worker stores the page');
    assert.ok(!text.includes(NAME));
    assert.deepEqual(
      paths.filter((path) => /\/(session|consent|draft)$/.test(path)),
      [],
    );
  });
});
