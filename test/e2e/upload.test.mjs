// Uploads that are slow, stopped, interrupted, rejected and repeated, in a real browser on the servers of `npm start`.
import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import * as applicant from './applicant.mjs';
import { putBefore, useStage } from './stage.mjs';
import { until } from './walk/walk.mjs';

const SIZE = 1_500_000;
const arrives = async (check) => assert.ok(await until(check), `within 20 seconds: ${check}`);
const SLOW = { offline: false, latency: 20, downloadThroughput: -1, uploadThroughput: 500_000 };
const FAST = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
const OFFLINE = { ...FAST, offline: true };

describe('uploads', { timeout: 120_000 }, () => {
  let servers;
  let page;
  let network;
  let folder;
  let instead;
  const requests = [];
  const stage = useStage();

  before(async () => {
    folder = await fs.mkdtemp(path.join(os.tmpdir(), 'documents-'));
    ({ servers, page } = stage);
    putBefore(servers.partner, (request, response) => {
      if (request.url.endsWith('/documents')) record(request);
      return instead?.(request, response);
    });
    network = await page.createCDPSession();
    await network.send('Network.enable');
    await applicant.goTo(page, 'documents');
  });
  after(() => fs.rm(folder, { recursive: true, force: true }));

  /** Records when a request with a document was aborted before its end. */
  function record(request) {
    const entry = { isGivenUp: false };
    requests.push(entry);
    request.on('close', () => (entry.isGivenUp = !request.complete));
  }

  const conditions = (which) => network.send('Network.emulateNetworkConditions', which);

  async function choose(...sizes) {
    const input = await applicant.fileInput(page);
    const files = sizes.map(([name]) => path.join(folder, name));
    for (const [name, size] of sizes)
      await fs.writeFile(path.join(folder, name), `%PDF-1.7\n${'x'.repeat(size)}\n%%EOF`);
    await input.uploadFile(...files);
    await arrives(async () => (await rows()).length >= files.length);
  }

  const rows = () =>
    page.$$eval('>>> [part="file"]', (items) => items.map((item) => item.textContent.replace(/\s+/g, ' ').trim()));
  const shares = () => page.$$eval('>>> [part="file"] progress', (bars) => bars.map(({ value }) => value));
  const press = (label) => page.locator(`>>> button[aria-label="${label}"]`).click();
  const label = () => page.$eval('>>> [part="submit"]', (button) => button.textContent.trim());
  const uploads = () => servers.sandbox.calls.filter(({ name }) => name === 'uploadDocument');
  const sizes = () => uploads().map(({ body }) => body.parts.find(({ name }) => name === 'file').size);

  it('show their progress', async () => {
    await conditions(SLOW);
    await choose(['june.pdf', SIZE], ['july.pdf', SIZE + 1]);
    assert.equal(await label(), 'Send 2 files and continue');
    await applicant.press(page);
    const seen = new Set();
    await arrives(async () => {
      const [share] = await shares();
      if (share > 0 && share < 1) seen.add(share);
      return seen.size >= 4;
    });
    const list = [...seen];
    assert.deepEqual(list, list.toSorted(), 'it only rises');
    assert.match((await rows())[0], /^june\.pdf 1\.5 MB \d+% Cancel$/);
  });

  it('can be cancelled one by one: the server detects the abort, and the other continues', async () => {
    await press('Cancel july.pdf');
    await page.waitForSelector('>>> [aria-label="Remove july.pdf"]', { visible: true });
    await arrives(() => requests.filter(({ isGivenUp }) => isGivenUp).length === 1);
    await page.waitForSelector('>>> [part="submit"]:not([aria-disabled])', { visible: true, timeout: 20_000 });
    assert.match((await rows())[0], / Sent$/);
    assert.match((await rows())[1], /“july\.pdf” was not sent\. Try again, or remove it$/);
    assert.deepEqual(sizes(), [SIZE + 15]);
  });

  it('show that the browser is offline when the connection breaks, and keep the files that were sent', async () => {
    let socket;
    let isCut = false;
    instead = (request) => {
      ({ socket } = request.resume());
      // Chromium repeats a request if a reused connection is closed.
      if (isCut) socket.destroy();
      return true;
    };
    await applicant.press(page);
    await arrives(async () => (await shares())[0] > 0);
    await conditions(OFFLINE);
    isCut = true;
    socket.destroy();
    await arrives(async () => (await rows())[1].includes('You may be offline'));
    assert.match((await rows())[0], / Sent$/);
    assert.match((await rows())[1], /Remove Error: “july\.pdf” was not sent\. You may be offline\./);
  });

  it('reject a response from another URL than the one of the request', async () => {
    await conditions(FAST);
    instead = (request, response) => {
      if (request.url === '/api/lending/documents') {
        request.resume().on('end', () => response.writeHead(307, { location: '/elsewhere' }).end());
      } else if (request.url === '/elsewhere') {
        const headers = { 'content-type': 'application/json', 'x-lending-elements': '1' };
        request.resume().on('end', () => response.writeHead(200, headers).end('{"done":["uploadDocument"]}'));
      } else return false;
      return true;
    };
    await applicant.press(page);
    await arrives(async () => (await rows())[1].includes('You may have been signed out'));
    instead = undefined;
  });

  it('send the remaining file, and then continue', async () => {
    assert.equal(await label(), 'Send 1 file and continue');
    await applicant.press(page);
    await applicant.reach(page, 'The funding you need');
    assert.deepEqual(sizes(), [SIZE + 15, SIZE + 16]);
    assert.ok(uploads().every(({ status }) => status === 201));
  });

  it('name the file that was removed from the disk after it was chosen', async () => {
    await applicant.press(page, 'back');
    await applicant.reach(page, 'Add documents');
    await choose(['late.pdf', 100], ['kept.pdf', 200]);
    await arrives(async () => (await rows()).length === 4);
    assert.equal(await label(), 'Send 2 files and continue', 'two were sent before');
    await fs.rm(path.join(folder, 'late.pdf'));
    await applicant.press(page);
    await page.waitForSelector('>>> #summary', { visible: true });
    assert.deepEqual(await applicant.summary(page), [
      '“late.pdf” was moved or changed, so it cannot be read. Remove it and choose it again',
    ]);
    await press('Remove late.pdf');
    await applicant.press(page);
    await applicant.reach(page, 'The funding you need');
    assert.deepEqual(sizes().slice(2), [215]);
  });
});
