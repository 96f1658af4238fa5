import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { describe, it } from 'node:test';
import * as applicant from './applicant.mjs';
import { writeStatement } from './statement.mjs';
import {
  DOCUMENTS,
  FIGURES,
  REVIEW,
  SKIP,
  TYPED,
  TYPED_FIGURES,
  failure,
  lost,
  pause,
  survival,
  toFigures,
  toReview,
} from './survival.mjs';

const SLOW = { offline: false, latency: 20, downloadThroughput: -1, uploadThroughput: 300_000 };

describe('what was typed, and a call does not come through', { timeout: 300_000 }, () => {
  const scene = survival();

  /** The fault of the call that creates the application. */
  const CALLS = {
    'signed out (401)': {
      sentence: /You are not signed in/,
      async act({ page, context }) {
        const cookies = await context.cookies();
        const user = cookies.find(({ name }) => name === 'partner_user');
        await context.deleteCookie(user);
        await applicant.press(page);
        return async () => {
          const other = await context.newPage();
          await other.goto(`${scene.servers.url}/elsewhere`);
          await context.setCookie(user);
          await page.bringToFront();
        };
      },
    },
    'the lender is busy (429)': {
      sentence: /is busy/,
      async act({ page }) {
        scene.fault = (_request, response) => response.writeHead(429).end('{}');
        await applicant.press(page);
        return () => (scene.fault = undefined);
      },
    },
    offline: {
      sentence: /You may be offline/,
      async act({ page }) {
        await page.setOfflineMode(true);
        await page.waitForFunction(offline, {}, 'You are offline. Your answers stay on this page.');
        await applicant.press(page);
        return async () => {
          await page.setOfflineMode(false);
          await page.waitForFunction(offline, {}, '');
        };
      },
    },
    'time-out': {
      sentence: /it may or may not have been created.*so it is not sent twice/,
      isUnknown: true,
      async act({ page }) {
        scene.fault = () => undefined;
        await applicant.press(page);
        return () => (scene.fault = undefined);
      },
    },
  };

  for (const [disruption, { act, sentence, isUnknown }] of Object.entries(CALLS)) {
    it(`stays as it is: ${disruption}`, async () => {
      const before = scene.creates();
      const visitor = await scene.visit();
      const { page } = visitor;
      await toReview(page);
      const mend = await act(visitor);
      assert.match(await failure(page), sentence);
      await mend();
      await applicant.press(page, 'back');
      const count = await lost(page);
      scene.note(disruption, REVIEW, TYPED, count);
      assert.equal(count, 0);
      if (!isUnknown) return assert.equal(await scene.finish(page, before), 1, 'one application is created');
      // The lender may have created the application. Until the partner has checked, the handler does not repeat the request.
      await scene.ask(page);
      assert.match(await failure(page), sentence);
      assert.equal(scene.creates() - before, 0);
    });
  }

  it('stays as it is, and goes on with “Try again”, after signing in elsewhere', async () => {
    const before = scene.creates();
    const visitor = await scene.visit();
    await toReview(visitor.page);
    const mend = await CALLS['signed out (401)'].act(visitor);
    await failure(visitor.page);
    await mend();
    await applicant.press(visitor.page, 'retry');
    await applicant.reach(visitor.page, DOCUMENTS);
    assert.equal(scene.creates() - before, 1);
  });

  it('stays as it is: upload given up', async () => {
    const { page } = await scene.visit();
    await toFigures(page);
    await applicant.press(page, 'back');
    const file = await writeStatement();
    await fs.appendFile(file, `%${'x'.repeat(1_500_000)}`);
    await applicant.addDocument(page, file);
    const network = await page.createCDPSession();
    await network.send('Network.emulateNetworkConditions', SLOW);
    await applicant.press(page);
    const cancel = await page.waitForSelector('>>> [aria-label^="Cancel"]', { timeout: 5000 });
    await cancel.click();
    const row = await page.waitForFunction(stopped, { timeout: 5000 });
    const hasFile = await row.evaluate((text) => text.includes('statement june.pdf'));
    await applicant.click(page, SKIP);
    const typed = { [FIGURES]: TYPED_FIGURES };
    const count = (await lost(page, typed)) + (hasFile ? 0 : 1);
    scene.note('upload given up', DOCUMENTS, { ...typed, file: { file: '' } }, count);
    assert.equal(count, 0);
  });

  /** Opens the figures, filled in, for an applicant whose session is lost. */
  async function expired() {
    const { page, context } = await scene.visit();
    await toFigures(page);
    const cookies = await context.cookies();
    await context.deleteCookie(cookies.find(({ name }) => name === 'lending'));
    return page;
  }

  it('goes on where the session expired, and the partner knows of the application', async () => {
    const before = scene.creates();
    const page = await expired();
    await applicant.press(page);
    await applicant.reach(page, 'Before you get offers');
    assert.equal(scene.creates() - before, 1);
  });

  it('stays as it is: session expired', async () => {
    const before = scene.creates();
    const page = await expired();
    // The partner does not know the application either.
    scene.servers.created.splice(0);
    await applicant.press(page);
    assert.match(await failure(page), /has not been created yet/);
    const figures = { [FIGURES]: TYPED_FIGURES };
    let count = await lost(page, figures);
    await applicant.press(page, 'back');
    await applicant.reach(page, REVIEW);
    await applicant.press(page, 'back');
    count += await lost(page);
    assert.equal(await scene.finish(page, before), 1, 'one application is created');
    await applicant.click(page, SKIP);
    count += await lost(page, figures);
    scene.note('session expired', FIGURES, { ...TYPED, ...figures }, count);
    assert.equal(count, 0);
    await applicant.press(page);
    await applicant.reach(page, 'Before you get offers');
  });

  const HURRIES = {
    'ten clicks': (page) =>
      page.$eval('>>> [part="submit"]', (button) => {
        for (let count = 0; count < 10; count++) button.click();
      }),
    'Enter and a click at once': async (page) => {
      const button = await page.$('>>> [part="submit"]');
      await button.focus();
      const box = await button.boundingBox();
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      await Promise.all([page.keyboard.press('Enter'), page.mouse.click(x, y)]);
    },
  };

  for (const [hurry, act] of Object.entries(HURRIES)) {
    it(`makes one application: ${hurry} on “Create application”`, async () => {
      const before = scene.creates();
      const { page } = await scene.visit();
      await toReview(page);
      await act(page);
      await applicant.reach(page, DOCUMENTS);
      await pause();
      assert.equal(scene.creates() - before, 1);
    });
  }

  it('makes one application: two tabs at once', async () => {
    const before = scene.creates();
    const { page, context } = await scene.visit();
    const second = await context.newPage();
    await second.goto(scene.servers.url);
    await applicant.fillCompany(second);
    await applicant.press(second);
    await applicant.fillApplicant(second);
    for (const tab of [page, second]) {
      await tab.bringToFront();
      await toReview(tab);
    }
    await Promise.all([page, second].map((tab) => tab.$eval('>>> [part="submit"]', (button) => button.click())));
    for (const tab of [page, second]) {
      await tab.bringToFront();
      await applicant.reach(tab, DOCUMENTS);
    }
    assert.equal(scene.creates() - before, 1);
  });
});

/** Runs in the page: returns true if the line about the connection has this text. */
const offline = (sentence) =>
  document.querySelector('lending-onboarding').shadowRoot.querySelector('[part="offline"]').textContent.trim() ===
  sentence;

/** Runs in the page: returns the text of the row of a document that was not sent. */
const stopped = () => {
  const { shadowRoot } = document.querySelector('lending-onboarding').shadowRoot.querySelector('lending-documents');
  const text = shadowRoot.querySelector('[part="file"]')?.textContent ?? '';
  return text.includes('was not sent') && text;
};
