// The page learns only from the session that the backend has lookups. The form is on the screen by then, and nothing of it moves.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import * as applicant from './applicant.mjs';
import { focusOn } from './keys.mjs';
import { measureShift, shiftOf } from './layout-shift.mjs';
import { putBefore, useStage } from './stage.mjs';

const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 900 } };
const NAME = '>>> [name="registered_name"]';
/** Milliseconds of a slow session. */
const SLOW = 3000;

describe('lookups that the page learns of late', { timeout: 120_000 }, () => {
  /** Handles the requests of the session; `undefined` lets the backend answer at once. */
  let answerSession;
  const stage = useStage({ lookups: true });
  before(() =>
    putBefore(stage.servers.partner, (request, response) => {
      if (!request.url.endsWith('/session') || !answerSession) return false;
      return answerSession(request, response);
    }),
  );

  /** Opens the page. The backend answers a request of the session after `release()`. */
  async function openHeld(size = 'desktop') {
    let release;
    const released = new Promise((resolve) => (release = resolve));
    const [listener] = stage.servers.partner.listeners('request');
    const answerLater = async (request, response) => {
      await released;
      answerSession = undefined;
      listener(request, response);
    };
    answerSession = (request, response) => !!answerLater(request, response);
    const page = await open(size);
    return { page, release };
  }

  async function open(size) {
    const page = await stage.visit(async (own) => {
      await own.setViewport(SIZES[size]);
      await own.evaluateOnNewDocument(measureShift);
    });
    await applicant.reach(page, 'Your business');
    return page;
  }

  const hasSearch = (page) => page.waitForSelector('>>> [role="combobox"]', { timeout: 10_000 });
  const cardName = (page) =>
    page.waitForSelector('>>> .card .name').then((name) => name.evaluate((one) => one.textContent));

  for (const size of Object.keys(SIZES)) {
    it(`move nothing if the session is fast, on a ${size}`, async () => {
      const page = await open(size);
      await hasSearch(page);
      assert.equal(await shiftOf(page), 0);
    });

    it(`move nothing if the session takes ${SLOW / 1000} seconds, on a ${size}`, async () => {
      const { page, release } = await openHeld(size);
      setTimeout(release, SLOW);
      await hasSearch(page);
      assert.equal(await shiftOf(page), 0);
    });

    it(`are not missed if the session fails, on a ${size}`, async () => {
      answerSession = (_request, response) => !!response.writeHead(503).end();
      const page = await open(size);
      await applicant.fillCompany(page);
      answerSession = undefined;
      assert.equal(await shiftOf(page), 0);
    });
  }

  it('keep the text, the place and the focus of an applicant who is typing, and then search', async () => {
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

  it('leave a name that is not in the register as it was typed', async () => {
    const { page, release } = await openHeld();
    release();
    await hasSearch(page);
    await applicant.fillCompany(page);
    await applicant.press(page);
    await applicant.reach(page, 'About you');
  });
});
