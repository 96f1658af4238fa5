// An applicant presses Continue too early, and then corrects the answers with real keys.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as applicant from './applicant.mjs';
import { heard, listen } from './heard.mjs';
import { useStage } from './stage.mjs';
import { HEADINGS } from './walk/walk.mjs';

const { company, applicant: person, prequalification: figures } = applicant.SAMPLE;
const counted = (count) => (count === 1 ? '1 answer needs another look' : `${count} answers need another look`);
const DONE = 'Nothing left to correct';

describe('corrections', { timeout: 120_000 }, () => {
  const stage = useStage();

  /** Sends the step with errors, and returns how many there are. */
  async function sendTooEarly(page) {
    await applicant.press(page);
    await page.waitForSelector('>>> #summary a', { visible: true });
    await heard(page);
    return (await applicant.summary(page)).length;
  }

  /** Corrects with `act`, which removes one of `count` errors, and returns how many are left. */
  async function corrects(page, count, act) {
    await act();
    const words = count > 1 ? counted(count - 1) : DONE;
    await page.waitForFunction(
      (wanted) => globalThis.said.some((one) => one.includes(wanted)),
      { timeout: 10_000 },
      words,
    );
    const others = (one) => !one.includes('Saved');
    assert.deepEqual((await heard(page)).filter(others), [`status: “${words}”`]);
    assert.equal((await applicant.summary(page)).length, count - 1);
    return count - 1;
  }

  /** Types the answers key by key. The three inputs of a date are one answer. */
  async function correctsAll(page, count, answers) {
    const names = Object.keys(answers).filter((name) => !/\.(?:month|year)$/.test(name));
    for (const name of names) {
      const inputs = name.endsWith('.day') ? ['day', 'month', 'year'].map((part) => name.replace('day', part)) : [name];
      count = await corrects(page, count, async () => {
        for (const input of inputs) {
          await page.locator(`>>> input[name="${input}"]`).click();
          await page.keyboard.type(answers[input]);
        }
      });
    }
    return count;
  }

  it('are counted aloud once each, from the first step to the agreement', async () => {
    const page = await stage.visit(listen);
    await applicant.reach(page, HEADINGS.company);
    assert.equal(await correctsAll(page, await sendTooEarly(page), company), 0);
    await applicant.press(page);

    await applicant.reach(page, HEADINGS.applicant);
    const { 'addresses.0.county': _, ...needed } = person;
    const left = await correctsAll(page, await sendTooEarly(page), needed);
    const choose = () => applicant.choose(page, 'addresses.0.status', 'tenant');
    assert.equal(await corrects(page, left, choose), 0);

    // A later date asks for an earlier address, and an earlier date takes its errors away.
    const year = (value) => applicant.type(page, { 'addresses.0.start_date.year': value });
    await year(`${new Date().getFullYear()}`);
    await page.waitForSelector('>>> input[name="addresses.1.line_1"]', { visible: true });
    assert.equal(await page.$('>>> [aria-invalid="true"]'), null);
    assert.equal(await sendTooEarly(page), 1);
    await corrects(page, 1, () => year('2012'));
    await applicant.press(page);
    await applicant.goTo(page, 'figures', { from: 'review' });

    const radio = await correctsAll(page, await sendTooEarly(page), figures);
    assert.equal(await corrects(page, radio, () => applicant.choose(page, 'any_ccj', 'no')), 0);
    await applicant.press(page);

    await applicant.reach(page, HEADINGS.consent);
    assert.equal(await sendTooEarly(page), 1);
    await corrects(page, 1, () => applicant.tickConsent(page));
    await applicant.press(page);
    await applicant.reach(page, HEADINGS.offers);
  });
});
