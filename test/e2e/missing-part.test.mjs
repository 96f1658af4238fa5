// A part of the library that does not load: what the applicant is offered, and what comes of it.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import * as applicant from './applicant.mjs';
import { openStage } from './stage.mjs';

const [AGAIN, RELOAD] = ['Try again', 'Reload this page'];

describe('a later part of the journey that does not load', { timeout: 120_000 }, () => {
  let stage;
  let page;
  let isBlocked;
  let asked;

  before(async () => {
    stage = await openStage();
  });
  beforeEach(async () => {
    isBlocked = true;
    asked = 0;
    await page?.close();
    page = await stage.browser.newPage();
    await page.setRequestInterception(true);
    page.on('request', (request) => {
      const isPart = /\/elements\/later-/.test(request.url());
      if (isPart) asked++;
      void (isPart && isBlocked ? request.abort() : request.continue());
    });
    await page.goto(stage.servers.url);
    await applicant.fillCompany(page);
  });
  after(() => stage?.close());

  /** Presses a button, and answers what the panel that comes of it offers. The panel has the focus. */
  async function offerAfter(part) {
    const journey = await page.$('lending-onboarding');
    const isTold = journey.evaluate(
      (element) => new Promise((resolve) => element.addEventListener('lending-error', resolve, { once: true })),
    );
    await applicant.press(page, part);
    await isTold;
    return journey.evaluate(async ({ shadowRoot, updateComplete }) => {
      await updateComplete;
      return (
        shadowRoot.activeElement.matches('#failure') && shadowRoot.activeElement.querySelector('button').textContent
      );
    });
  }

  it('is asked for once more by the applicant, and then by a reload', async () => {
    assert.equal(await offerAfter('submit'), AGAIN);
    assert.equal(await offerAfter('retry'), RELOAD);
    isBlocked = false;
    await Promise.all([page.waitForNavigation(), applicant.press(page, 'retry')]);
    await applicant.fillCompany(page);
    await applicant.press(page);
    await applicant.reach(page, 'About you');
  });

  it('is not asked for by a reload that would lead nowhere', async () => {
    await page.setOfflineMode(true);
    assert.equal(await offerAfter('submit'), AGAIN);
    assert.equal(await offerAfter('retry'), AGAIN);
    await page.setOfflineMode(false);
    assert.equal(await offerAfter('retry'), RELOAD);
  });

  it('takes the applicant on once it is there, where the browser asks for it again', async () => {
    assert.equal(await offerAfter('submit'), AGAIN);
    isBlocked = false;
    const before = asked;
    const next = await Promise.race([
      applicant.reach(page, 'About you').then(() => 'the next step'),
      offerAfter('retry'),
    ]);
    // Chromium does so since 156 at the latest, and not yet in 153.
    assert.equal(next, asked > before ? 'the next step' : RELOAD);
  });
});
