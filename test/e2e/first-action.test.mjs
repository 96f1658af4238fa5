// The first field and the obvious action of a screen: at the first step, after sign-out, and after a failed call.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as applicant from './applicant.mjs';
import { useStage } from './stage.mjs';

const PHONE = { width: 390, height: 844 };
const onPhone = (page) => page.setViewport(PHONE);
const fillOf = (page, selector) =>
  page.$eval(`>>> ${selector}`, (element) => getComputedStyle(element).backgroundColor);
const CLEAR = 'rgba(0, 0, 0, 0)';

for (const lookups of [false, true])
  describe(`the first step ${lookups ? 'with' : 'without'} a search`, { timeout: 120_000 }, () => {
    const stage = useStage({ lookups, introduction: lookups });

    it('begins with its question on a phone: the first field starts above 360 pixels', async () => {
      const page = await stage.visit(onPhone);
      if (lookups) {
        await page.waitForResponse((response) => response.url().endsWith('/session'));
        await applicant.press(page, 'start');
      }
      await applicant.reach(page, 'Your business');
      const { id, top } = await page.$eval('>>> form label', (label) => ({
        id: label.htmlFor,
        top: label.getBoundingClientRect().top,
      }));
      assert.equal(id, lookups ? 'query' : 'registered_name');
      assert.ok(top < 360, `it starts at ${top}`);
      const line = await page.waitForSelector('>>> details.given summary', { visible: true });
      assert.equal(
        await line.evaluate((one) => one.innerText),
        'For UK private limited companies (Ltd). Something else?',
      );
    });
  });

describe('the action that comes first', { timeout: 120_000 }, () => {
  let isDown = false;
  let isSignedOut = false;
  const stage = useStage({
    fault: (_request, response) => isDown && (response.writeHead(429).end('{}'), true),
    options: ({ authorize }) => ({ authorize: (request) => (isSignedOut ? null : authorize(request)) }),
  });

  for (const [what, tag] of [
    ['is the page’s link, and the other button is quiet', 'a'],
    ['is "I have signed in" if the page has no link', 'p'],
  ])
    it(`for a visitor ${what}`, async () => {
      isSignedOut = true;
      const page = await stage.visit((own) =>
        own.evaluateOnNewDocument((name) => {
          const add = () => {
            const action = document.createElement(name);
            Object.assign(action, { slot: 'sign-in', href: '/in', textContent: 'Sign in' });
            document.querySelector('lending-onboarding').append(action);
          };
          addEventListener('DOMContentLoaded', add);
        }, tag),
      );
      await page.waitForSelector('>>> [part="signed-out"]', { visible: true });
      isSignedOut = false;
      const fills = [await fillOf(page, '[slot="sign-in"]'), await fillOf(page, '[part="signed-out"] button')];
      assert.deepEqual(
        fills.map((fill) => fill !== CLEAR),
        tag === 'a' ? [true, false] : [false, true],
      );
    });

  it('after a failed call tries again, once', async () => {
    const page = await stage.visit();
    await applicant.goTo(page, 'figures');
    await applicant.fillPrequalification(page);
    isDown = true;
    await applicant.press(page);
    await page.waitForSelector('>>> #failure', { visible: true });
    isDown = false;
    const buttons = await page.$$eval('>>> form button', (all) => all.map(({ textContent }) => textContent.trim()));
    assert.deepEqual(buttons, ['Try again']);
    await applicant.press(page);
    await applicant.reach(page, 'Before you get offers');
  });
});
