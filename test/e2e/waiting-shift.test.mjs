// The notice and the widget arrive late. What the page shows meanwhile keeps their place, so nothing moves when they are there.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import * as applicant from './applicant.mjs';
import { measureShift, shiftOf } from './layout-shift.mjs';
import { putBefore, useStage } from './stage.mjs';

const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 900 } };
/** Milliseconds of a slow answer. */
const SLOW = 1500;

describe('content that arrives late', { timeout: 120_000 }, () => {
  const stage = useStage();
  /** The last part of the path that is answered late, and how many requests were. */
  let late;
  let count = 0;
  before(() => {
    const { partner } = stage.servers;
    const [listener] = partner.listeners('request');
    putBefore(partner, (request, response) => {
      if (request.url.split('?')[0].split('/').at(-1) !== late) return false;
      count += 1;
      void setTimeout(SLOW).then(() => listener(request, response));
      return true;
    });
  });

  /** Presses the button of a step, and returns the shift until `shown`, after `waiting` was shown. */
  async function shiftAfterPress(page, { call, waiting, shown }) {
    const earlier = await shiftOf(page);
    [late, count] = [call, 0];
    await applicant.press(page);
    await page.waitForSelector(`>>> ${waiting}`);
    await page.waitForSelector(`>>> ${shown}`);
    assert.equal(count, 1, `${call} was late`);
    late = undefined;
    return (await shiftOf(page)) - earlier;
  }

  for (const size of Object.keys(SIZES)) {
    it(`moves nothing, on a ${size}`, async () => {
      const page = await stage.visit(async (own) => {
        await own.setViewport(SIZES[size]);
        await own.evaluateOnNewDocument(measureShift);
      });
      await applicant.goTo(page, 'figures');
      await applicant.fillPrequalification(page);
      const notice = { call: 'consent', waiting: 'lending-consent >>> ::-p-text(Loading)', shown: 'input#agree' };
      assert.equal(await shiftAfterPress(page, notice), 0);
      await applicant.tickConsent(page);
      const widget = {
        call: 'widget-token',
        waiting: 'lending-widget:state(loading) >>> ::-p-text(Loading your offers)',
        shown: 'lending-widget:state(ready)',
      };
      assert.equal(await shiftAfterPress(page, widget), 0);
    });
  }
});
