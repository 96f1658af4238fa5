// The demo as static files: under a path of a static host, with a strict policy, and without a network; and next to the servers of `npm start`.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import process from 'node:process';
import { after, before, describe, it } from 'node:test';
import { buildDemo, DEMO } from '../../scripts/demo.mjs';
import { startServers } from '../../scripts/servers.mjs';
import { ensureBuilt, ROOT } from '../support/dist.mjs';
import * as applicant from './applicant.mjs';
import { launch, recordProblems } from './stage.mjs';
import { HEADINGS } from './walk/walk.mjs';

const BASE = '/partners/demo/';
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; frame-src 'self'; frame-ancestors 'self'; " +
  "base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types lit-html lending-elements";
const TYPES = { '.css': 'text/css', '.html': 'text/html', '.js': 'text/javascript' };
const KEY = 'sandbox-secret-key';

describe('the demo as static files', { timeout: 120_000 }, () => {
  const problems = [];
  const blocked = [];
  let server;
  let browser;
  let page;
  let partner;
  before(async () => {
    await ensureBuilt();
    process.env.NODE_ENV = 'production';
    await buildDemo();
    server = createServer(({ url }, response) => {
      const file = path.join(DEMO, url.slice(BASE.length) || 'index.html');
      const headers = { 'content-type': TYPES[path.extname(file)], 'content-security-policy': POLICY };
      response.writeHead(200, headers).end(fs.readFileSync(file));
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    browser = await launch();
    page = await browser.newPage();
    recordProblems(page, problems, /error|warn/);
    const url = `http://127.0.0.1:${server.address().port}${BASE}`;
    await page.setRequestInterception(true);
    page.on('request', (request) => {
      const isFile = request.method() === 'GET' && request.url().startsWith(url);
      if (!isFile && !request.url().startsWith('data:')) blocked.push(request.url());
      void (isFile ? request.continue() : request.abort());
    });
    await page.goto(url);
    partner = await (await page.waitForSelector('iframe')).contentFrame();
  });
  after(async () => {
    await browser?.close();
    server?.close();
    server?.closeAllConnections();
  });

  const open = (title) => page.locator(`[role="tab"] ::-p-text(${title})`).click();
  const panel = () => page.$eval('[role="tabpanel"]', (one) => one.innerText);
  const told = (words) =>
    page.waitForFunction((wanted) => document.body.innerText.includes(wanted), { timeout: 10_000 }, words);
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);

  it('has at most 600 lines, and imports Lit and the published package only', () => {
    const files = fs.readdirSync(path.join(ROOT, 'demo')).map((file) => path.join(ROOT, 'demo', file));
    const code = files.map((file) => fs.readFileSync(file, 'utf8')).join('');
    assert.ok(code.split('\n').length - 1 <= 600, `${code.split('\n').length - 1} lines`);
    for (const [, name] of code.matchAll(/(?:from|import\(?) ?'([^']+)'/g))
      assert.match(name, /^(lit|lending-elements(\/.+)?|\.\/[\w-]+\.m?js)$/);
  });

  it('shows the lines that a partner copies', async () => {
    const [html, backend] = await page.$$eval('pre', (all) => all.map(({ textContent }) => textContent));
    const example = (file) => fs.readFileSync(path.join(ROOT, 'examples/start', file), 'utf8');
    assert.equal(html.split('\n').length, 3);
    for (const line of html.split('\n')) assert.ok(example('funding.html').includes(line), line);
    assert.equal(`${backend}\n`, example('node/lending.mjs'));
  });

  it('reaches the offers, and sends nothing', async () => {
    for (const step of ['company', 'applicant', 'review', 'documents', 'figures']) {
      await applicant.reach(partner, HEADINGS[step]);
      await page.locator('.primary').click();
      if (step === 'documents') await partner.waitForSelector('>>> [part="file"]', { visible: true });
      await applicant.press(partner);
    }
    await applicant.reach(partner, HEADINGS.consent);
    await page.locator('.primary').click();
    await told('Nobody can agree for you.');
    await applicant.agree(partner);
    await partner.waitForSelector('>>> h4', { visible: true });
    assert.deepEqual([blocked, problems], [[], []]);
  });

  it('shows the requests of the backend and the five of the service, and never the key', async () => {
    await open('Your backend');
    assert.match(await panel(), /POST \/api\/lending\/request-offers[^]{1,60}→ requestOffers 201 in \d+ ms/);
    await open('The service');
    await page.$$eval('details', (all) => all.forEach((one) => (one.open = true)));
    const text = await panel();
    assert.equal(text.match(/x-bs-sk: •+\n/g).length, 5);
    assert.match(text, /"registered_name": "Acorn Sample Bakery Ltd"/);
    for (const frame of page.frames()) assert.ok(!(await frame.content()).includes(KEY));
  });

  it('verifies the text of the consent, and detects a changed letter', async () => {
    await open('Consent record');
    await page.locator('button ::-p-text(Verify)').click();
    await told('The hash matches');
    await page.$eval('textarea', (field) => (field.value += '.'));
    await page.locator('button ::-p-text(Verify)').click();
    await told('The hash differs');
    assert.ok(!(await page.content()).includes(KEY));
  });

  it('shows its application in the dashboard of the service', async () => {
    const opened = new Promise((resolve) => page.once('popup', resolve));
    await page.locator('a').click();
    const dashboard = await opened;
    await dashboard.waitForFunction(() => document.body.textContent.includes('Acorn Sample Bakery'));
    await dashboard.close();
  });

  it('moves along the tabs by keyboard', async () => {
    await page.focus('[role="tab"][tabindex="0"]');
    for (const [key, title] of [
      ['ArrowRight', 'Code'],
      ['ArrowLeft', 'Consent record'],
      ['Home', 'Code'],
      ['End', 'Consent record'],
    ]) {
      await page.keyboard.press(key);
      const focused = await page.evaluate(() => document.activeElement.textContent.trim());
      assert.match(focused, new RegExp(`^${title}`));
    }
  });

  it('fits a phone, where the tabs are below the page', async () => {
    await page.setViewport({ width: 390, height: 844 });
    for (const title of ['Code', 'Your backend', 'The service', 'Consent record']) {
      await open(title);
      assert.equal(await width(), 390, title);
    }
    const [frame, tabs] = await page.$$eval('iframe, [role="tablist"]', (all) =>
      all.map((one) => one.getBoundingClientRect()).map(({ top, bottom }) => ({ top, bottom })),
    );
    assert.ok(tabs.top >= frame.bottom);
  });

  it('loses its connection, and continues when it is back', async () => {
    const other = await browser.newPage();
    await other.goto(page.url());
    const frame = await (await other.waitForSelector('iframe')).contentFrame();
    for (const step of ['company', 'applicant', 'review']) {
      await applicant.reach(frame, HEADINGS[step]);
      if (step === 'review') await other.select('[name="fault"]', 'lost');
      else await other.locator('.primary').click();
      await applicant.press(frame);
    }
    const failure = await frame.waitForSelector('>>> #failure', { visible: true });
    assert.match(await failure.evaluate((one) => one.innerText), /offline|connection/i);
    await other.select('[name="fault"]', 'none');
    await applicant.press(frame);
    await applicant.reach(frame, HEADINGS.documents);
  });

  it('is served by servers that start in the process that has built it, as npm start does', async () => {
    const servers = await startServers();
    try {
      const page = await fetch(servers.url);
      assert.equal(page.status, 200);
      const headers = {
        cookie: page.headers.getSetCookie()[0].split(';')[0],
        'content-type': 'application/json',
        'sec-fetch-site': 'same-origin',
        'x-lending-elements': '1',
      };
      const session = await fetch(`${servers.url}/api/lending/session`, { method: 'POST', headers, body: '{}' });
      assert.equal(session.status, 200);
      assert.match(await (await fetch(`${servers.url}/demo/`)).text(), /<demo-page/);
    } finally {
      await servers.close();
    }
  });
});
