// One applicant completes the journey in a real browser, on the servers of `npm start`.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import * as applicant from './applicant.mjs';
import { recordBytes, recordProblems, useStage } from './stage.mjs';
import { recorded, sampleCalls } from './walk/partner.mjs';

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

describe('the journey on the servers of npm start', { timeout: 120_000 }, () => {
  let servers;
  let page;
  let received;
  const problems = [];
  const stage = useStage({}, (opened, { partner, lender }) => {
    received = recordBytes(partner, lender);
    recordProblems(opened, problems);
  });
  before(() => ({ servers, page } = stage));

  it('explains the demonstration page to the visitor in one sentence', async () => {
    assert.match(await page.$eval('.about', (line) => line.textContent), /made-up accounting tool/);
  });

  it('reaches the offers with the specification’s sample data', async () => {
    await applicant.goTo(page, 'consent', { document: await applicant.writeStatement() });
    assert.equal(servers.sandbox.calls.filter(({ name }) => name === 'requestOffers').length, 0);
    await applicant.agree(page);
    const offer = await page.waitForSelector('>>> h4', { visible: true });
    assert.equal(await offer.evaluate((heading) => heading.textContent), 'Sample Bank');
  });

  it('makes the five calls in the recommended order, as the specification shapes them, and no other', () => {
    const { calls } = servers.sandbox;
    assert.deepEqual(recorded(servers.sandbox), sampleCalls());
    assert.ok(calls.every(({ authorized, headers }) => authorized && headers.accept === 'application/json'));
    const [json, form] = calls.map(({ headers }) => headers['content-type']);
    assert.equal(json, 'application/json');
    assert.match(form, /^multipart\/form-data; boundary=/);
  });

  it('lets neither the key nor an id reach the browser, in any byte', () => {
    const { company_id } = servers.sandbox.calls[4].body;
    assert.match(company_id, UUID);
    const [{ application_id }] = servers.sandbox.applications;
    assert.match(application_id, UUID);
    // Connections between the lender and the backend carry the API. All other connections are to the browser.
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

  it('presses nothing on the next step of a telephone with the second of two taps', async () => {
    const own = await stage.visit((opened) =>
      opened.setViewport({ width: 390, height: 800, isMobile: true, hasTouch: true }),
    );
    await applicant.goTo(own, 'review');
    const before = servers.sandbox.calls.length;
    await tapTwice(own, '[part="submit"]', 400);
    await applicant.reach(own, 'Add documents');
    await tapTwice(own, '[part="actions"] > button', 150);
    await applicant.reach(own, 'The funding you need');
    await setTimeout(500);
    assert.deepEqual(await applicant.summary(own), []);
    assert.deepEqual(
      servers.sandbox.calls.slice(before).map(({ name }) => name),
      ['createApplication'],
    );
  });
});

/** Taps twice at the position of a button, with a pause in milliseconds. The next step can appear before the second tap. */
async function tapTwice(page, selector, pause) {
  const button = await page.waitForSelector(`>>> ${selector}`, { visible: true });
  await setTimeout(500);
  await button.evaluate((element) => element.scrollIntoView({ block: 'end' }));
  const { x, y, width, height } = await button.boundingBox();
  const finger = await page.createCDPSession();
  const touchPoints = [{ x: x + width / 2, y: y + height / 2 }];
  const start = Date.now();
  // A busy machine can be slower than a finger.
  for (const timestamp of [start, start + pause].map((time) => time / 1000)) {
    await setTimeout(timestamp * 1000 - Date.now());
    await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints, timestamp });
    await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [], timestamp });
  }
  await finger.detach();
}
