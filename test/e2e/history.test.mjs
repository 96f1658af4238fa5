// The browser's Back and Forward within a journey, out of it, and after it.
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import fs from 'node:fs/promises';
import { startServers, withoutIntroduction } from '../../scripts/servers.mjs';
import * as applicant from './applicant.mjs';
import { launch } from './browser.mjs';
import { putBefore } from './stage.mjs';
import { BUSINESS, PERSON, REVIEW } from './survival.mjs';

const { SAMPLE } = applicant;
const ELSEWHERE = '<!doctype html><title>Elsewhere</title><h1>Elsewhere</h1>';

describe('the browser’s history, on a page with a journey', { timeout: 300_000 }, () => {
  let servers;
  let browser;
  let context;
  let page;

  before(async () => {
    servers = await startServers();
    const index = withoutIntroduction(await fs.readFile(new URL('../../index.html', import.meta.url), 'utf8'));
    const pages = {
      '/elsewhere': ELSEWHERE,
      '/framed': index,
      '/framing': '<!doctype html><title>Framing</title><iframe src="/framed" width="800" height="1200"></iframe>',
    };
    putBefore(servers.partner, ({ url }, response) => {
      const body = pages[url.split('?')[0]];
      if (body) response.writeHead(200, { 'content-type': 'text/html' }).end(body);
      return !!body;
    });
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    await servers?.close();
  });
  beforeEach(async () => {
    context = await browser.createBrowserContext();
    page = await context.newPage();
    await page.goto(servers.url);
    await page.goto(`${servers.url}/elsewhere`);
  });
  afterEach(() => context.close());

  const travel = (by) => applicant.travel(page, by);
  const isElsewhere = () => page.waitForFunction(() => document.querySelector('h1')?.textContent === 'Elsewhere');
  const toReview = async () => {
    await page.goto(servers.url);
    await applicant.goToReview(page);
  };

  it('goes back and forward between the steps, and leaves from the first one', async () => {
    await toReview();
    await travel(-1);
    await applicant.reach(page, PERSON);
    await travel(-1);
    await applicant.reach(page, BUSINESS);
    await applicant.filled(page, 'registered_name', SAMPLE.company.registered_name);
    await travel(2);
    await applicant.reach(page, REVIEW);
    await travel(-3);
    await isElsewhere();
  });

  it('goes on after a reload in the middle', async () => {
    await toReview();
    await travel(-1);
    await applicant.reach(page, PERSON);
    await page.reload();
    await applicant.reach(page, PERSON);
    await applicant.filled(page, 'first_name', SAMPLE.applicant.first_name);
    await travel(1);
    await applicant.reach(page, REVIEW);
    await travel(-2);
    await applicant.reach(page, BUSINESS);
    await applicant.filled(page, 'registered_name', SAMPLE.company.registered_name);
    await travel(-1);
    await isElsewhere();
  });

  it('comes back from another document to the step that was left', async () => {
    await toReview();
    await page.goto(`${servers.url}/elsewhere?2`);
    await travel(-1);
    await applicant.reach(page, REVIEW);
    await travel(-1);
    await applicant.reach(page, PERSON);
    await applicant.filled(page, 'first_name', SAMPLE.applicant.first_name);
  });

  it('goes step by step in a frame, and leaves the page around it alone', async () => {
    await page.goto(`${servers.url}/framing`);
    const frame = await (await page.waitForSelector('iframe')).contentFrame();
    await applicant.goToReview(frame);
    await travel(-1);
    await applicant.reach(frame, PERSON);
    await applicant.press(frame);
    await applicant.reach(frame, REVIEW);
    // A history entry of the page follows those of the journey.
    await page.evaluate(() => history.pushState({ page: 'dialog' }, ''));
    await applicant.press(frame, 'back');
    await applicant.reach(frame, PERSON);
    assert.deepEqual(await page.evaluate(() => history.state), { page: 'dialog' });
    await travel(-1);
    await page.waitForFunction(() => history.state === null);
    await applicant.reach(frame, PERSON);
  });
});
