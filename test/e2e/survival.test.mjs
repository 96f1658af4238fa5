// The applicant's answers survive navigation and reloads, in a real browser on the servers of `npm start`.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as applicant from './applicant.mjs';
import { launch } from './browser.mjs';
import {
  DOCUMENTS,
  PERSON,
  PERSONAL,
  TYPED,
  failure,
  lost,
  pause,
  survival,
  toReview,
  travel,
  written,
} from './survival.mjs';

const { SAMPLE } = applicant;

describe('what was typed', { timeout: 300_000 }, () => {
  const scene = survival();

  /** The events while the second form is open. */
  const OPEN = {
    'back, and forward again': async ({ page }) => {
      await page.evaluate(() => (globalThis.isSame = true));
      for (const away of [() => page.goto(`${scene.servers.url}/elsewhere`), () => travel(page, 1)]) {
        await keepOutOfCache(page);
        await away();
        await travel(page, -1);
        await applicant.reach(page, PERSON);
      }
      assert.ok(!(await page.evaluate(() => globalThis.isSame)), 'the document is another one');
    },
    'reload, asked by the guard': async ({ page }) => {
      const asked = new Promise((resolve) => page.once('dialog', resolve));
      await page.evaluate(() => void setTimeout(() => location.reload()));
      const dialog = await asked;
      assert.equal(dialog.type(), 'beforeunload');
      await dialog.dismiss();
    },
    'route away and back': ({ page }) =>
      page.evaluate(async () => {
        const element = document.querySelector('lending-onboarding');
        const { parentNode } = element;
        element.remove();
        await new Promise((resolve) => setTimeout(resolve, 200));
        parentNode.append(element);
      }),
    'route away and back, made anew with its draft': ({ page }) =>
      page.evaluate(async () => {
        const element = document.querySelector('lending-onboarding');
        const { parentNode, draft } = element;
        element.remove();
        await new Promise((resolve) => setTimeout(resolve, 200));
        parentNode.append(Object.assign(document.createElement('lending-onboarding'), { draft }));
      }),
    'parent changed': ({ page }) =>
      page.evaluate(() => {
        const place = document.createElement('section');
        document.body.append(place);
        place.append(document.querySelector('lending-onboarding'));
      }),
    'language changed': ({ page }) =>
      page.evaluate(() => {
        document.documentElement.lang = 'sv';
        document.querySelector('lending-onboarding').lang = 'nl';
      }),
    'mounted twice': async ({ page }) => {
      await page.evaluate(() => document.querySelector('main').append(document.createElement('lending-onboarding')));
      await page.waitForFunction(hasSecond);
      await page.evaluate(() => {
        const { shadowRoot } = document.querySelectorAll('lending-onboarding')[1];
        const input = shadowRoot.querySelector('lending-company').shadowRoot.querySelector('input');
        input.value = 'Another';
        input.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
      });
      await page.evaluate(() => document.querySelectorAll('lending-onboarding')[1].remove());
    },
    offline: async ({ page }) => {
      await toReview(page);
      await page.setOfflineMode(true);
      await page.waitForFunction(offline, {}, 'You are offline. Your answers stay on this page.');
      await applicant.press(page);
      assert.match(await failure(page), /You may be offline/);
      await page.setOfflineMode(false);
      await page.waitForFunction(offline, {}, '');
      await applicant.press(page, 'back');
    },
    'two tabs': async ({ page, context }) => {
      const second = await context.newPage();
      await second.goto(scene.servers.url);
      await applicant.fillCompany(second, { ...SAMPLE.company, registered_name: 'Second tab' });
      await applicant.press(second);
      await applicant.fillApplicant(second);
      await toReview(second);
      await applicant.press(second);
      await applicant.reach(second, DOCUMENTS);
      await page.bringToFront();
    },
  };

  for (const [disruption, act] of Object.entries(OPEN)) {
    it(`stays as it is: ${disruption}`, async () => {
      const before = scene.creates();
      const visitor = await scene.visit({ path: disruption.includes('guard') ? '/guarded' : '/' });
      await act(visitor);
      const count = await lost(visitor.page);
      scene.note(disruption, PERSON, TYPED, count);
      assert.equal(count, 0);
      assert.equal(await scene.finish(visitor.page, before), 1, 'one application is created');
    });
  }

  it('stays as it is: back from the bfcache', async (test) => {
    const cached = await launch({ ignoreDefaultArgs: ['--disable-back-forward-cache'] });
    try {
      const before = scene.creates();
      const empty = await cached.newPage();
      await empty.goto(`${scene.servers.url}/elsewhere`);
      if (!(await isCached(empty, `${scene.servers.url}/elsewhere?`))) {
        return void test.skip('this browser has no bfcache: name another one in CHROME_PATH');
      }
      const { page } = await scene.visit({ on: cached });
      await written(page);
      assert.ok(await isCached(page, `${scene.servers.url}/elsewhere`), 'the page comes back as it was');
      const count = await lost(page);
      scene.note('back from the bfcache', PERSON, TYPED, count);
      assert.equal(count, 0);
      assert.equal(await scene.finish(page, before), 1);
    } finally {
      await cached.close();
    }
  });

  it('goes on where a page makes the element anew without its draft, with nothing of what was sent', async () => {
    const { page } = await scene.visit();
    await toReview(page);
    await applicant.press(page);
    await applicant.reach(page, DOCUMENTS);
    const anew = () =>
      document.querySelector('lending-onboarding').replaceWith(document.createElement('lending-onboarding'));
    await page.evaluate(anew);
    await applicant.reach(page, DOCUMENTS);
  });

  it('is in no storage, no address and no entry of the history', async () => {
    const { page } = await scene.visit();
    await toReview(page);
    const traces = await page.evaluate(async () =>
      JSON.stringify([
        { ...localStorage, ...sessionStorage },
        location.href,
        history.state,
        document.cookie,
        window.name,
        (await indexedDB.databases()).map(({ name }) => name),
        await caches.keys(),
      ]),
    );
    for (const text of PERSONAL) assert.ok(!traces.includes(text), traces);
  });

  it('is not kept by the browser once it was sent', async () => {
    const { page } = await scene.visit();
    await toReview(page);
    await applicant.press(page);
    await applicant.reach(page, DOCUMENTS);
    await keepOutOfCache(page);
    await page.goto(`${scene.servers.url}/elsewhere`);
    await travel(page, -1);
    await applicant.reach(page, DOCUMENTS);
    await applicant.press(page, 'back');
    await applicant.reach(page, 'Your answers');
    const text = await page.$eval('>>> lending-review', ({ shadowRoot }) => shadowRoot.textContent);
    assert.match(text, /are not shown again/);
    assert.doesNotMatch(text, /Acme/);
  });
});

/** With an unload listener a page is not in the back/forward cache: coming back creates a new document with the saved state. */
async function keepOutOfCache(page) {
  await written(page);
  await page.evaluate(() => addEventListener('unload', () => undefined));
}

/** Leaves a page and comes back. Returns true if the document is still the same. */
async function isCached(page, elsewhere) {
  await page.evaluate(() => (globalThis.isSame = true));
  await page.goto(elsewhere);
  await page.evaluate(() => void setTimeout(() => history.back()));
  const isBack = () => page.evaluate((url) => location.href !== url, elsewhere).catch(() => false);
  while (!(await isBack())) await pause(50);
  return page.evaluate(() => Boolean(globalThis.isSame));
}

/** Runs in the page: returns true if the line about the connection has this text. */
const offline = (sentence) =>
  document.querySelector('lending-onboarding').shadowRoot.querySelector('[part="offline"]').textContent.trim() ===
  sentence;

/** Runs in the page: returns true if the second journey can be filled in. */
const hasSecond = () =>
  document
    .querySelectorAll('lending-onboarding')[1]
    ?.shadowRoot?.querySelector('lending-company')
    ?.shadowRoot?.querySelector('input');
