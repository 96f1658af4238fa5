// The introduction on the page of `npm start`.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { memoryDrafts } from 'lending-elements/server';
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

describe('the introduction for an applicant with a draft from another device', { timeout: 120_000 }, () => {
  const stage = useStage({ introduction: true, options: () => ({ drafts: { store: memoryDrafts() } }) });
  const introduction = (page) => page.$('>>> [part="introduction"]');

  /** Opens the page in a browser of its own, in which the applicant of another page is signed in. */
  async function otherDeviceOf(page) {
    const user = (await page.browserContext().cookies()).find(({ name }) => name === 'partner_user');
    return stage.visit((opened) => opened.browserContext().setCookie(user));
  }

  async function saved(page) {
    await page.evaluate(() => void dispatchEvent(new Event('pagehide')));
    await page.waitForSelector('>>> ::-p-text(Saved: you can continue on another device)');
  }

  it('is not shown, also where the draft is of the first step', async () => {
    const laptop = await stage.visit();
    await laptop.locator('>>> [part="start"]').click();
    await applicant.reach(laptop, 'Your business');
    await applicant.type(laptop, { registered_name: 'Acorn Books Ltd' });
    await saved(laptop);
    const phone = await otherDeviceOf(laptop);
    await applicant.filled(phone, 'registered_name', 'Acorn Books Ltd');
    assert.equal(await introduction(phone), null);
  });

  it('is shown to another applicant', async () => {
    const stranger = await stage.visit();
    await applicant.reach(stranger, 'Apply for business funding');
    assert.ok(await introduction(stranger));
  });
});
