// The introduction on the page of `npm start`.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import * as applicant from './applicant.mjs';
import { useStage } from './stage.mjs';

describe('the introduction on the page of npm start', { timeout: 120_000 }, () => {
  let page;
  const problems = [];
  const stage = useStage({ introduction: true }, (opened) => {
    opened.on('pageerror', (error) => problems.push(error.message));
    opened.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  });
  before(() => ({ page } = stage));

  const words = (selector) => page.$eval(`>>> ${selector}`, (element) => element.textContent.trim());

  it('comes first, and names the partner and the broker', async () => {
    await applicant.reach(page, 'Apply for business funding');
    await page.waitForSelector('>>> .introduction > .hint');
    assert.match(await words('.introduction > .hint'), /^Ledgerly shows you this form\./);
    await page.reload();
    await applicant.reach(page, 'Apply for business funding');
  });

  it('is shown no more once the applicant has started, also after a reload and in a new tab with an application', async () => {
    await page.locator('>>> [part="start"]').click();
    await applicant.reach(page, 'Your business');
    await page.reload();
    await applicant.reach(page, 'Your business');
    await applicant.goToDocuments(page);
    await page.goto(stage.servers.url);
    await applicant.reach(page, 'Add documents');
    assert.deepEqual(problems, []);
  });
});
