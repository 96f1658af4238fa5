// The widget on a page without the journey, with the code of docs/widget-alone.md, against the sandbox.
import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { after, before, describe, it } from 'node:test';
import { createRequestListener } from '@remix-run/node-fetch-server';
import { createPartnerClient } from 'lending-elements/server';
import { applications } from '../../examples/widget-alone/applications.mjs';
import { widgetScript } from '../../src/sandbox/widget/script.ts';
import { sampleApplication } from '../../stories/support/samples.mjs';
import { openStage, putBefore, recordProblems } from './stage.mjs';

const ROOT = new URL('../..', import.meta.url);
const guide = await fs.readFile(new URL('docs/widget-alone.md', ROOT), 'utf8');
function block(name) {
  const [, code] = new RegExp(`<!-- ${name} -->\\s+\`\`\`\\w+\\n([^]*?)\`\`\``).exec(guide) ?? [];
  assert.ok(code, `docs/widget-alone.md has the block ${name}`);
  return code;
}
const THREE_LINES = block('widget');
const WITHOUT_HANDLER = block('widget-page');
const SCRIPT = 'https://widget.lender.example/widget.js';
const OFFERS = ['Sample Bank', 'Example Finance', 'Placeholder Credit Union'];
const PHONE = { width: 320, height: 640, isMobile: true, hasTouch: true };

const CLEAR = 'rgba(0, 0, 0, 0)';

describe('the widget alone', { timeout: 120_000 }, () => {
  let stage;
  let client;
  let folder;
  let tokenRoute;
  let html;
  let isSignedIn;
  let files;
  const asked = [];

  before(async () => {
    const options = ({ authorize }) => ({
      authorize: (request) => (isSignedIn ? authorize(request) : null),
      settings: { partner: { name: 'Ledgerly', support: { phone: '01632 960 001' } } },
      log() {},
    });
    const edit = () =>
      `<!doctype html><html lang="en"><head><title>Offers</title><meta name="viewport" content="width=device-width">
        <link rel="stylesheet" href="/page.css"></head><body>${html}</body></html>`;
    html = '';
    stage = await openStage({ options, edit });
    const { baseUrl, secretKey } = stage.servers.sandbox;
    client = createPartnerClient({ baseUrl, secretKey });
    folder = await fs.mkdtemp(path.join(os.tmpdir(), 'lending-token-'));
    tokenRoute = createRequestListener(await copiedRoute({ baseUrl, secretKey }));
    putBefore(stage.servers.partner, (request, response) => {
      asked.push(request.url);
      if (request.url === '/offers/token') tokenRoute(request, response);
      else if (files[request.url])
        response.writeHead(200, { 'content-type': 'text/javascript' }).end(files[request.url]);
      else return false;
      return true;
    });
  });
  after(async () => {
    await stage?.close();
    if (folder) await fs.rm(folder, { recursive: true, force: true });
  });

  /** The guide's token route in its own folder, next to the partner's module, which has the users of the page. */
  async function copiedRoute({ baseUrl, secretKey }) {
    await fs.mkdir(path.join(folder, 'routes'));
    await fs.symlink(new URL('node_modules', ROOT), path.join(folder, 'node_modules'), 'junction');
    const partner = JSON.stringify(new URL('examples/partner.mjs', ROOT).href);
    await fs.writeFile(path.join(folder, 'partner.mjs'), `export * from ${partner};`);
    const table = JSON.stringify(new URL('examples/widget-alone/applications.mjs', ROOT).href);
    await fs.writeFile(path.join(folder, 'routes/applications.mjs'), `export * from ${table};`);
    // The package is not in its own node_modules.
    const address = (_, entry) => JSON.stringify(import.meta.resolve(entry));
    const route = block('widget-token').replace(/'(lending-elements\/[\w/]+)'/g, address);
    await fs.writeFile(path.join(folder, 'routes/token.mjs'), route);
    Object.assign(process.env, {
      LENDING_ENVIRONMENT: 'sandbox',
      LENDING_BASE_URL: baseUrl,
      LENDING_SECRET_KEY: secretKey,
    });
    return (await import(pathToFileURL(path.join(folder, 'routes/token.mjs')).href)).answerToken;
  }

  /** Creates an application for the signed-in user, as a backend with its own forms does. */
  async function apply(page) {
    const cookies = await page.browserContext().cookies();
    const subject = cookies.find(({ name }) => name === 'partner_user').value;
    const application = sampleApplication();
    const { company_id, application_id } = await client.createApplication(application);
    await client.prequalify(company_id, { funding_amount: 25_000, monthly_revenue: 10_000, any_ccj: false });
    await client.requestOffers(company_id, { credit_score_check_consent: true });
    const created = { company_id, application_id, email: application.applicant.email };
    applications.push({ ...created, subject });
    await stage.servers.lending.settleApplication({ subject }, created);
  }

  /** Opens the page for a new user, and returns the page with its console messages. */
  async function open(
    { body, scripts = {}, viewport, scheme = 'light', hasApplied = true, signedIn = true, wordsAfter = 0 },
    run,
  ) {
    [html, isSignedIn, files] = ['', true, scripts];
    const context = await stage.browser.createBrowserContext();
    try {
      const page = await context.newPage();
      if (viewport) await page.setViewport(viewport);
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
      await page.setRequestInterception(true);
      const script = widgetScript(new URL(stage.servers.sandbox.baseUrl).origin);
      page.on('request', (request) => {
        if (request.url().includes('/explain-to-applicant-')) setTimeout(() => request.continue(), wordsAfter);
        else if (request.url() === SCRIPT) void request.respond({ contentType: 'text/javascript', body: script });
        else void request.continue();
      });
      await page.goto(stage.servers.url);
      if (hasApplied) await apply(page);
      [html, isSignedIn] = [body, signedIn];
      asked.length = 0;
      const problems = recordProblems(page);
      await page.goto(stage.servers.url);
      await run(page, problems);
    } finally {
      await context.close();
    }
  }

  /** A custom state does not change the DOM, so waiting for a selector does not notice it. */
  const isIn = (page, state) =>
    page.waitForFunction(
      (state) => document.querySelector(`lending-widget:state(${state})`),
      { timeout: 10_000 },
      state,
    );
  const offers = async (page) => {
    await page.waitForSelector('>>> h4', { visible: true, timeout: 10_000 });
    return page.$$eval('>>> h4', (all) => all.map((heading) => heading.textContent));
  };
  const message = (page) =>
    page.$$eval('>>> #failure :is(h3, p)', (all) => all.map((one) => one.innerText.replace(/\s+/g, ' ')));
  const isWide = (page) => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);

  for (const [name, body] of Object.entries({
    'as they are': THREE_LINES,
    'the other way round': THREE_LINES.split('\n').toReversed().join('\n'),
  })) {
    it(`needs three lines with the handler: ${name}`, async () => {
      await open({ body }, async (page, problems) => {
        await isIn(page, 'ready');
        assert.deepEqual(await offers(page), OFFERS);
        assert.deepEqual(problems, []);
      });
    });
  }

  it('works with a script and a token route, without the handler', async () => {
    await open({ body: WITHOUT_HANDLER, scripts: { '/offers.js': block('widget-code') } }, async (page, problems) => {
      await isIn(page, 'ready');
      assert.deepEqual(await offers(page), OFFERS);
      assert.deepEqual(problems, []);
      assert.deepEqual(
        asked.filter((url) => url.startsWith('/api/')),
        [],
      );
      assert.equal(asked.filter((url) => url === '/offers/token').length, 1);
    });
  });

  it('works the same from HTML, without a request to the handler', async () => {
    const body = WITHOUT_HANDLER.replace('></main>', '><lending-widget></lending-widget></main>');
    const script = block('widget-code')
      .replace(`document.createElement('lending-widget')`, `document.querySelector('lending-widget')`)
      .replace(/.*append\(element\);/, '');
    await open({ body, scripts: { '/offers.js': script } }, async (page, problems) => {
      await isIn(page, 'ready');
      assert.deepEqual(await offers(page), OFFERS);
      assert.deepEqual([asked.filter((url) => url.startsWith('/api/')), problems], [[], []]);
    });
  });

  it('gets a token only for a signed-in user who has applied', async () => {
    await open({ body: '' }, async (page) => {
      const ask = () => page.evaluate(async () => (await fetch('/offers/token', { method: 'POST' })).status);
      assert.equal(await ask(), 200);
      await page
        .browserContext()
        .setCookie({ ...(await page.browserContext().cookies())[0], value: crypto.randomUUID() });
      assert.equal(await ask(), 404);
      await page.browserContext().deleteCookie(...(await page.browserContext().cookies()));
      assert.equal(await ask(), 401);
    });
  });

  it('shows the offers at the next attempt, after the user has applied', async () => {
    const body = THREE_LINES.replace(
      '></lending-widget>',
      '><a slot="apply" href="/funding">Apply</a></lending-widget>',
    );
    await open({ body, hasApplied: false }, async (page) => {
      await isIn(page, 'failed');
      const [heading, , support] = await message(page);
      assert.deepEqual(
        [heading, support],
        ['Ledgerly has no application from you yet', 'Contact Ledgerly: 01632 960 001'],
      );
      assert.equal(await page.$eval('a', (link) => link.checkVisibility() && link.innerText), 'Apply');
      const fill = (element) => getComputedStyle(element).backgroundColor;
      assert.notEqual(await page.$eval('a', fill), CLEAR, 'the link is the primary action');
      assert.equal(await page.$eval('>>> button[part="retry"]', fill), CLEAR);
      await apply(page);
      await page.locator('>>> button[part="retry"]').click();
      await isIn(page, 'ready');
      assert.deepEqual(await offers(page), OFFERS);
    });
  });

  it('shows its message even if its sentences load late', async () => {
    await open({ body: THREE_LINES, hasApplied: false, wordsAfter: 2500 }, async (page) => {
      await isIn(page, 'failed');
      assert.equal((await message(page))[0], 'Your offers could not be shown');
      await page.waitForSelector('>>> .calm', { visible: true, timeout: 5000 });
      assert.equal((await message(page))[0], 'Ledgerly has no application from you yet');
    });
  });

  for (const hasApplied of [true, false]) {
    it(`fits the smallest phone, also in dark mode, ${hasApplied ? 'with offers' : 'without an application'}`, async () => {
      await open({ body: THREE_LINES, viewport: PHONE, scheme: 'dark', hasApplied }, async (page) => {
        await isIn(page, hasApplied ? 'ready' : 'failed');
        assert.equal(await isWide(page), false);
        const colour = await page.$eval('lending-widget', (element) => getComputedStyle(element).backgroundColor);
        assert.equal(colour, 'rgb(16, 25, 31)');
      });
    });
  }
});
