import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it } from 'node:test';
import * as applicant from './applicant.mjs';
import { writeStatement } from './statement.mjs';
import {
  BUSINESS,
  FIGURES,
  PERSON,
  PERSONAL,
  DOCUMENTS,
  REVIEW,
  SKIP,
  TYPED,
  TYPED_FIGURES,
  fields,
  lost,
  pause,
  survival,
  toFigures,
  toReview,
  written,
} from './survival.mjs';

const { SAMPLE } = applicant;

describe('what was typed, and the page is loaded anew', { timeout: 300_000 }, () => {
  const scene = survival();
  const uploads = () => scene.servers.sandbox.calls.filter(({ name }) => name === 'uploadDocument').length;

  /** The step at which the page is reloaded, and the expected answers after that. */
  const RELOADS = {
    'the business': {
      act: async (page) => {
        await applicant.press(page, 'back');
        await applicant.type(page, { registered_name: 'Acme LTD' });
      },
      typed: { [BUSINESS]: SAMPLE.company },
    },
    'the person': { act: () => undefined, typed: TYPED },
    review: { act: toReview, typed: TYPED, isReview: true },
    'the figures': { act: toFigures, typed: { [FIGURES]: TYPED_FIGURES } },
  };

  for (const [place, { act, typed, isReview }] of Object.entries(RELOADS)) {
    it(`stays as it is, at the same step: reload at ${place}`, async () => {
      const { page } = await scene.visit();
      await act(page);
      await written(page);
      await page.reload();
      if (isReview) {
        await applicant.reach(page, REVIEW);
        await applicant.press(page, 'back');
      }
      const count = await lost(page, typed);
      scene.note('reload', isReview ? REVIEW : Object.keys(typed)[0], typed, count);
      assert.equal(count, 0);
    });
  }

  it('stays as it is: reload right after the last key', async () => {
    const { page } = await scene.visit();
    await page.type('>>> input[name="last_name"]', '-Longer');
    await page.reload();
    const typed = {
      [PERSON]: { ...TYPED[PERSON], last_name: `${SAMPLE.applicant.last_name}-Longer` },
      [BUSINESS]: TYPED[BUSINESS],
    };
    const count = await lost(page, typed);
    scene.note('reload right after the last key', PERSON, typed, count);
    assert.equal(count, 0);
  });

  it('stays as it is: reload while the backend is down, and again', async () => {
    const { page } = await scene.visit();
    await written(page);
    scene.isDown = true;
    await page.reload();
    await applicant.reach(page, PERSON);
    scene.isDown = false;
    await page.reload();
    const count = await lost(page);
    scene.note('reload while the backend is down, and again', PERSON, TYPED, count);
    assert.equal(count, 0);
  });

  it('is nothing to the next who is signed in, and no more to the one before', async () => {
    const { page, context } = await scene.visit();
    await written(page);
    const [before, user] = [await sealed(page), (await context.cookies()).find(({ name }) => name === 'partner_user')];
    await context.deleteCookie(user);
    await page.reload();
    await applicant.reach(page, BUSINESS);
    await page.waitForFunction((text) => JSON.stringify(history.state?.lendingDraft?.iv) !== text, {}, before);
    assert.equal(Object.values(await fields(page)).join(''), '');
    await context.setCookie(user);
    await page.reload();
    await applicant.reach(page, BUSINESS);
    await written(page);
    assert.equal(Object.values(await fields(page)).join(''), '');
  });

  it('is sealed in the entry of the history, and nothing of it can be read there', async () => {
    const { page } = await scene.visit();
    await written(page);
    const state = await page.evaluate(async () => {
      const { lendingDraft, ...rest } = history.state;
      return JSON.stringify(rest) + (await new Blob([lendingDraft.iv, lendingDraft.data]).text());
    });
    assert.ok(state.length > 300, 'something is there');
    for (const text of PERSONAL) assert.ok(!state.includes(text), text);
  });

  it('is asked for again where it was a file, and listed where it was sent', async () => {
    const { page } = await scene.visit();
    await toReview(page);
    await applicant.press(page);
    const statement = await writeStatement();
    await applicant.addDocument(page, statement);
    await page.waitForSelector('>>> [part="file"]');
    await written(page);
    assert.ok(!(await page.evaluate(() => JSON.stringify(history.state))).includes(path.basename(statement)));
    await page.reload();
    await applicant.reach(page, DOCUMENTS);
    assert.match(await fileRow(page, 'Choose again'), /Choose “statement june\.pdf” again/);
    assert.match(await page.$eval(`>>> ${SKIP}`, (button) => button.textContent), /1 file/);
    const opened = page.waitForFileChooser();
    await applicant.click(page, '[aria-label^="Choose again"]');
    await (await opened).accept([statement]);
    await page.waitForSelector('>>> [aria-label^="Remove"]');
    const before = uploads();
    await applicant.press(page);
    await applicant.reach(page, FIGURES);
    assert.equal(uploads() - before, 1);
    await written(page);
    await page.reload();
    await applicant.reach(page, FIGURES);
    await applicant.press(page, 'back');
    await applicant.reach(page, DOCUMENTS);
    assert.match(await fileRow(page, 'Sent'), /statement june\.pdf .*Sent/);
    await applicant.press(page);
    await applicant.reach(page, FIGURES);
    assert.equal(uploads() - before, 1, 'what was sent is not sent again');
  });

  it('is not kept where the backend gives no key', async () => {
    scene.hasKey = false;
    const { page } = await scene.visit();
    await pause();
    assert.deepEqual(await page.evaluate(() => Object.keys(history.state)), ['lendingStep']);
    await page.reload();
    await applicant.reach(page, BUSINESS);
    await pause();
    assert.equal(Object.values(await fields(page)).join(''), '');
  });
});

async function fileRow(page, words) {
  const row = await page.waitForSelector(`>>> [part="file"] ::-p-text(${words})`);
  return row.evaluate((part) => part.closest('[part="file"]').textContent.replace(/\s+/g, ' '));
}

/** Changes that make a sealed draft invalid. */
const sealed = (page) => page.evaluate(() => JSON.stringify(history.state?.lendingDraft?.iv));
