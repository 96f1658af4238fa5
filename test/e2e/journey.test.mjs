// One applicant, through a real browser, on the servers that `npm start` runs.
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { formedApplication } from '../fixtures/samples.mjs';
import * as applicant from './applicant.mjs';
import { recordBytes } from './browser.mjs';
import { openStage } from './stage.mjs';
import { STATEMENT, writeStatement } from './statement.mjs';

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

describe('the journey on the servers of npm start', { timeout: 120_000 }, () => {
  let stage;
  let servers;
  let page;
  let received;
  const problems = [];

  before(async () => {
    stage = await openStage({}, (opened, { partner, lender }) => {
      received = recordBytes(partner, lender);
      opened.on('pageerror', (error) => problems.push(error.message));
      opened.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    });
    ({ servers, page } = stage);
  });
  after(() => stage?.close());

  it('says in one line what the visitor is looking at', async () => {
    assert.match(await page.$eval('.about', (line) => line.textContent), /made-up accounting tool/);
  });

  it('goes from the business to the offers with the specification’s sample data', async () => {
    await applicant.goToDocuments(page);
    await applicant.addDocument(page, await writeStatement());
    await applicant.press(page);
    await applicant.fillPrequalification(page);
    await applicant.press(page);
    await applicant.reach(page, 'Before you get offers');
    assert.equal(servers.sandbox.calls.filter(({ name }) => name === 'requestOffers').length, 0);
    await applicant.tickConsent(page);
    await applicant.press(page);
    await applicant.reach(page, 'Your offers');
    const offer = await page.waitForSelector('>>> h4');
    assert.equal(await offer.evaluate((heading) => heading.textContent), 'Sample Bank');
  });

  it('makes the five calls in the recommended order, each authorised and accepted', () => {
    const { calls } = servers.sandbox;
    assert.deepEqual(
      calls.map(({ name }) => name),
      ['createApplication', 'uploadDocument', 'prequalify', 'requestOffers', 'authenticate'],
    );
    assert.ok(calls.every(({ authorized, status }) => authorized && status === 201));
    assert.ok(calls.every(({ headers }) => headers.accept === 'application/json'));
  });

  it('sends the application as the specification shapes it, field by field', () => {
    const { path, headers, body } = servers.sandbox.calls[0];
    assert.equal(path, '/partner-api/v1/applications');
    assert.equal(headers['content-type'], 'application/json');
    assert.deepEqual(body, formedApplication());
  });

  it('sends the document as one file part, named by us, with its kind', () => {
    const { path, headers, body } = servers.sandbox.calls[1];
    assert.match(path, /^\/partner-api\/v1\/companies\/[0-9a-f-]{36}\/documents$/);
    assert.match(headers['content-type'], /^multipart\/form-data; boundary=/);
    const { filename, ...file } = body.parts.find(({ name }) => name === 'file');
    assert.match(filename, /^document-[0-9a-f-]{36}\.pdf$/);
    assert.deepEqual(file, { name: 'file', type: 'application/pdf', size: Buffer.byteLength(STATEMENT) });
    assert.deepEqual(
      body.parts.filter(({ name }) => name !== 'file'),
      [{ name: 'type', value: 'bank-statement' }],
    );
  });

  it('sends the figures, and the consent that was given', () => {
    const [, , figures, offers, auth] = servers.sandbox.calls;
    assert.deepEqual(figures.body, { funding_amount: 25_000, monthly_revenue: 10_000, any_ccj: false });
    assert.deepEqual(offers.body, { credit_score_check_consent: true });
    assert.equal(auth.path, '/partner-api/v1/applications/auth');
    assert.deepEqual(Object.keys(auth.body).sort(), ['company_id', 'email']);
    assert.equal(auth.body.email, formedApplication().applicant.email);
  });

  it('shows the applicant what they agreed to, and prints it, under the page’s strict policy', async () => {
    await applicant.pressWords(page, 'See what you agreed to');
    await applicant.reach(page, 'What you agreed to');
    await page.evaluate(() => {
      const { shadowRoot } = document.querySelector('lending-onboarding').shadowRoot.querySelector('lending-consent');
      new MutationObserver(([{ addedNodes }]) => {
        for (const frame of addedNodes) {
          globalThis.printed = new Promise((resolve) =>
            frame.contentWindow.addEventListener('beforeprint', () =>
              resolve([frame.contentDocument.body.textContent, frame.contentDocument.adoptedStyleSheets.length]),
            ),
          );
        }
      }).observe(shadowRoot, { childList: true });
    });
    await applicant.pressWords(page, 'Print');
    await page.waitForFunction(() => globalThis.printed);
    const [text, sheets] = await page.evaluate(() => globalThis.printed);
    assert.match(text, /What you agreed to.*Credit offers come from selected lenders/s);
    assert.equal(sheets, 1);
    await applicant.pressWords(page, 'Back to your offers');
    await applicant.reach(page, 'Your offers');
    await page.waitForSelector('>>> h4');
  });

  it('puts the company id, and no other, into every path that takes one', () => {
    const [, documents, figures, offers, auth] = servers.sandbox.calls;
    const { company_id } = auth.body;
    assert.match(company_id, UUID);
    assert.equal(documents.path, `/partner-api/v1/companies/${company_id}/documents`);
    assert.equal(figures.path, `/partner-api/v1/companies/${company_id}/prequalification`);
    assert.equal(offers.path, `/partner-api/v1/applications/${company_id}/request-offers`);
  });

  it('lets neither the key nor an id reach the browser, in any byte', () => {
    const { company_id } = servers.sandbox.calls[4].body;
    const [{ application_id }] = servers.created;
    assert.match(application_id, UUID);
    // The lender's connections to the backend are the ones that carry the API; all others lead to the browser.
    const isApi = (path) => path.startsWith('/partner-api/');
    const [api, browser] = [
      received().filter(({ paths }) => paths.some(isApi)),
      received().filter(({ paths }) => !paths.some(isApi)),
    ];
    assert.ok(
      api.some(({ text }) => text.includes(company_id)),
      'bytes are recorded',
    );
    for (const sight of ['access_token', 'set-cookie', 'lending-onboarding', 'SampleFundingWidget', 'Sample Bank']) {
      assert.ok(
        browser.some(({ text }) => text.includes(sight)),
        `${sight} reached the browser`,
      );
    }
    for (const secret of [servers.sandbox.secretKey, company_id, application_id]) {
      assert.ok(browser.every(({ text }) => !text.includes(secret)));
    }
  });

  it('violates no rule of the page’s strict policy, and logs no error', () => {
    assert.deepEqual(problems, []);
  });

  it('goes on at the offers when the applicant comes back', async () => {
    await page.reload();
    await applicant.reach(page, 'Your offers');
    await page.waitForSelector('>>> h4');
    assert.equal(servers.sandbox.calls.filter(({ name }) => name === 'createApplication').length, 1);
  });

  describe('on a telephone', () => {
    let own;
    let context;

    beforeEach(async () => {
      context = await stage.browser.createBrowserContext();
      own = await context.newPage();
      await own.setViewport({ width: 390, height: 800, isMobile: true, hasTouch: true });
      await own.goto(servers.url);
      await applicant.goToReview(own);
    });
    afterEach(() => context.close());

    it('presses nothing on the next step with the second of two taps', async () => {
      const before = servers.sandbox.calls.length;
      await tapTwice(own, '[part="submit"]', 400);
      await applicant.reach(own, 'Add documents');
      await tapTwice(own, '[part="submit"] + button', 150);
      await applicant.reach(own, 'The funding you need');
      await setTimeout(500);
      assert.deepEqual(await applicant.summary(own), []);
      assert.deepEqual(
        servers.sandbox.calls.slice(before).map(({ name }) => name),
        ['createApplication'],
      );
    });

    it('chooses an answer and ticks the box with a tap right after the step has changed', async () => {
      await applicant.press(own);
      await applicant.click(own, '[part="submit"] + button');
      await tapOn(own, 'input[name="any_ccj"]');
      assert.equal(await own.$eval('>>> input[name="any_ccj"]', ({ checked }) => checked), true);
      await applicant.type(own, applicant.SAMPLE.prequalification);
      await applicant.press(own);
      await tapOn(own, 'input#agree');
      assert.equal(await own.$eval('>>> input#agree', ({ checked }) => checked), true);
    });
  });
});

/** Taps what is there as soon as it is there. */
async function tapOn(page, selector) {
  const target = await page.waitForSelector(`>>> ${selector}`, { visible: true });
  await target.tap();
}

/** Taps twice where a button is, with so many milliseconds between. The next step may be there before the second tap. */
async function tapTwice(page, selector, pause) {
  const button = await page.waitForSelector(`>>> ${selector}`);
  await setTimeout(500);
  await button.evaluate((element) => element.scrollIntoView({ block: 'end' }));
  const { x, y, width, height } = await button.boundingBox();
  const finger = await page.createCDPSession();
  const touchPoints = [{ x: x + width / 2, y: y + height / 2 }];
  const start = Date.now();
  // A busy machine is later than the finger was.
  for (const timestamp of [start, start + pause].map((time) => time / 1000)) {
    await setTimeout(timestamp * 1000 - Date.now());
    await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints, timestamp });
    await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [], timestamp });
  }
  await finger.detach();
}
