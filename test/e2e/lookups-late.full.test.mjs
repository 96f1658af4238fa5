// The page learns only from the session that the backend has lookups. The form is on the screen by then, and nothing of it moves.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import * as applicant from './applicant.mjs';
import { focusOn } from './keys.mjs';
import { measureShift, shiftOf } from './layout-shift.mjs';
import { putBefore, useStage } from './stage.mjs';

const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 900 } };
const NAME = '>>> [name="registered_name"]';

describe('lookups that the page learns of late', { timeout: 120_000 }, () => {
  /** The backend answers requests of the session after this. */
  let released = Promise.resolve();
  const stage = useStage({ lookups: true });
  before(() => {
    const [answer] = stage.servers.partner.listeners('request');
    putBefore(stage.servers.partner, (request, response) => {
      const isSession = request.url.endsWith('/session');
      if (isSession) void released.then(() => answer(request, response));
      return isSession;
    });
  });

  /** Opens the page. The form is shown; the session comes after `release()`. */
  async function openHeld(size = 'desktop') {
    let release;
    released = new Promise((resolve) => (release = resolve));
    const page = await stage.visit(async (own) => {
      await own.setViewport(SIZES[size]);
      await own.evaluateOnNewDocument(measureShift);
    });
    await applicant.reach(page, 'Your business');
    return { page, release };
  }

  const hasSearch = (page) => page.waitForSelector('>>> [role="combobox"]', { timeout: 10_000 });
  const cardName = (page) =>
    page.waitForSelector('>>> .card .name').then((name) => name.evaluate((one) => one.textContent));

  for (const size of Object.keys(SIZES)) {
    it(`move nothing, on a ${size}`, async () => {
      const { page, release } = await openHeld(size);
      release();
      await hasSearch(page);
      assert.equal(await shiftOf(page), 0);
    });
  }

  it('keep the applicant’s text, place and focus while they type, and then search', async () => {
    const { page, release } = await openHeld();
    await page.locator(NAME).click();
    await page.keyboard.type('acor');
    const input = await page.$(NAME);
    release();
    await hasSearch(page);
    const state = await input.evaluate((one) => [one.isConnected, one.getRootNode().activeElement === one, one.value]);
    assert.deepEqual(state, [true, true, 'acor'], 'the same input');
    await page.keyboard.type('n');
    await page.waitForSelector('>>> [id="registered_name-0"]');
    assert.equal(await shiftOf(page), 0, 'the results lie over the next fields');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await focusOn(page, 'query-card');
    assert.equal(await cardName(page), 'Acorn Sample Bakery Ltd');
  });
});
