// The journey in pages with common routers, and in a frame. Back and Forward must work as usual before, in and after the journey.
import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { withoutIntroduction } from '../../scripts/servers.mjs';
import * as applicant from './applicant.mjs';
import { serveRouter } from './routers/pages.mjs';
import { putBefore, recordProblems, useStage } from './stage.mjs';
import { HEADINGS, until } from './walk/walk.mjs';

const { SAMPLE } = applicant;
const { company: BUSINESS, applicant: PERSON, review: REVIEW } = HEADINGS;

/** The state that each router keeps in a history entry. */
const KEYS = {
  'react-router': ['idx', 'key', 'usr'],
  'vue-router': ['back', 'current', 'forward', 'position', 'replaced', 'scroll'],
  turbo: ['turbo'],
  htmx: ['htmx'],
  next: ['__NA', '__PRIVATE_NEXTJS_INTERNALS_TREE'],
};

for (const [name, keys] of Object.entries(KEYS)) {
  describe(`the journey in a page of ${name}`, { timeout: 300_000 }, () => {
    let stop;
    let page;
    const problems = [];
    const stage = useStage({}, async (opened, { partner }) => {
      stop = await serveRouter(partner, name);
      recordProblems(opened, problems);
    });
    before(async () => {
      ({ page } = stage);
      await page.evaluate(() => (globalThis.isSame = true));
    });
    after(() => stop?.());

    const at = (words) =>
      page.waitForFunction(
        (wanted) => document.querySelector('h1')?.textContent === wanted,
        { timeout: 10_000 },
        words,
      );
    const link = (words) => page.locator(`nav ::-p-text(${words})`).click();

    const travel = (by) => applicant.travel(page, by);
    const own = () => page.evaluate(() => Object.keys(history.state ?? {}).filter((key) => !key.startsWith('lending')));
    const ours = () => page.evaluate(() => Object.keys(history.state ?? {}).filter((key) => key.startsWith('lending')));
    const hasKeys = async () => {
      const found = await own();
      for (const key of keys) assert.ok(found.includes(key), `${key} is in ${found.join(', ')}`);
    };

    const filled = (field, value) => applicant.filled(page, field, value);

    const hasFocus = async () => {
      // A router that requests the page again renders it a moment later.
      await page.waitForNetworkIdle();
      const focused = await until(
        () => applicant.focused(page),
        (id) => id === 'heading',
      );
      assert.equal(focused, 'heading');
    };

    it('opens after a link, and goes two steps on', async () => {
      await at('First page');
      await link('Journey');
      await at('Journey page');
      await applicant.fillCompany(page);
      await applicant.press(page);
      await applicant.fillApplicant(page);
      await applicant.press(page);
      await applicant.reach(page, REVIEW);
      await hasKeys();
    });

    it('goes back step by step, and then to the page before', async () => {
      await travel(-1);
      await applicant.reach(page, PERSON);
      await filled('first_name', SAMPLE.applicant.first_name);
      await hasFocus();
      await hasKeys();
      await travel(-1);
      await applicant.reach(page, BUSINESS);
      await hasFocus();
      await filled('registered_name', SAMPLE.company.registered_name);
      await travel(-1);
      await at('First page');
      assert.equal(await page.$('lending-onboarding'), null);
      assert.deepEqual(await ours(), []);
    });

    it('goes forward into the journey, without losing an answer', async () => {
      await travel(1);
      await at('Journey page');
      await applicant.reach(page, BUSINESS);
      await filled('registered_name', SAMPLE.company.registered_name);
      await travel(1);
      await applicant.reach(page, PERSON);
      await filled('first_name', SAMPLE.applicant.first_name);
      await travel(1);
      await applicant.reach(page, REVIEW);
    });

    it('goes to the next page, and back to the step that was left', async () => {
      await link('Next');
      await at('Next page');
      await hasKeys();
      await travel(-1);
      await at('Journey page');
      await applicant.reach(page, REVIEW);
      await travel(-1);
      await applicant.reach(page, PERSON);
      // A router that requests the page again renders it a moment later. Users do not navigate on before that.
      await page.waitForNetworkIdle();
      await travel(2);
      await at('Next page');
    });

    it('continues at that step after a link, and goes back to the page before', async () => {
      await link('Journey');
      await at('Journey page');
      await applicant.reach(page, PERSON);
      await filled('first_name', SAMPLE.applicant.first_name);
      await applicant.press(page);
      await applicant.reach(page, REVIEW);
      await travel(-1);
      await applicant.reach(page, PERSON);
      await travel(-1);
      await at('Next page');
    });

    it('is skipped when the browser goes several entries back', async () => {
      await travel(-4);
      await at('First page');
      await travel(4);
      await at('Next page');
    });

    it('has done all this in one document, without an error', async () => {
      assert.equal(await page.evaluate(() => globalThis.isSame), true);
      assert.deepEqual(problems, []);
    });
  });
}

describe('the browser’s history, on a page with a journey', { timeout: 300_000 }, () => {
  const stage = useStage();
  before(async () => {
    const index = withoutIntroduction(await fs.readFile(new URL('../../index.html', import.meta.url), 'utf8'));
    const pages = {
      '/framed': index,
      '/framing': '<!doctype html><title>Framing</title><iframe src="/framed" width="800" height="1200"></iframe>',
    };
    putBefore(stage.servers.partner, ({ url }, response) => {
      if (pages[url]) response.writeHead(200, { 'content-type': 'text/html' }).end(pages[url]);
      return !!pages[url];
    });
  });

  it('goes step by step in a frame, and does not change the page around it', async () => {
    const page = await stage.visit();
    const travel = (by) => applicant.travel(page, by);
    await page.goto(`${stage.servers.url}/framing`);
    const frame = await (await page.waitForSelector('iframe')).contentFrame();
    await applicant.goTo(frame, 'review');
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
