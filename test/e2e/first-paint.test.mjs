// What the page shows before any script has run, and that nothing moves when the scripts arrive.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as applicant from './applicant.mjs';
import { useStage } from './stage.mjs';

const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 900 } };

describe('the first paint of the journey', { timeout: 120_000 }, () => {
  const stage = useStage();

  /** Opens the page without scripts, measures it, then opens it with scripts that arrive late. */
  async function open(size) {
    const page = await stage.visit(async (own) => {
      await own.setViewport(SIZES[size]);
      await own.setJavaScriptEnabled(false);
    });
    const early = await page.$eval('lending-onboarding', measure);
    await page.setJavaScriptEnabled(true);
    await page.evaluateOnNewDocument(() => {
      globalThis.moved = 0;
      const add = (list) => list.getEntries().forEach(({ value }) => (globalThis.moved += value));
      new PerformanceObserver(add).observe({ type: 'layout-shift', buffered: true });
    });
    await page.setRequestInterception(true);
    page.on('request', (request) =>
      setTimeout(() => void request.continue(), request.resourceType() === 'script' ? 400 : 0),
    );
    await page.goto(stage.servers.url);
    await applicant.reach(page, 'Your business');
    const late = await page.$eval('lending-onboarding', measure);
    const label = await page.$eval('>>> label', (element) => element.getBoundingClientRect().left);
    return { early, late, label, moved: await page.evaluate(() => globalThis.moved) };
  }

  for (const size of Object.keys(SIZES)) {
    it(`is a card with the shape of a form, on a ${size}`, async () => {
      const { early, late, label } = await open(size);
      assert.equal(early.isDrawn, true, 'the inputs are drawn');
      assert.equal(late.isDrawn, false, 'and not any more');
      assert.equal(early.input.left, label, 'they begin where the labels will begin');
      assert.equal(early.input.height, 52);
      assert.deepEqual(early.card, late.card, 'in light, the card has the place, corners and colour of the journey');
    });

    it(`does not move when the scripts arrive, on a ${size}`, async () => {
      assert.equal((await open(size)).moved, 0);
    });
  }
});

/** Runs in the page. */
function measure(element) {
  const box = element.getBoundingClientRect();
  const { borderRadius, backgroundColor, boxShadow } = getComputedStyle(element);
  const before = getComputedStyle(element, '::before');
  return {
    isDrawn: before.content !== 'none',
    input: { left: box.left + parseFloat(before.left), height: parseFloat(before.height) },
    card: { left: box.left, top: box.top, width: box.width, borderRadius, backgroundColor, boxShadow },
  };
}
