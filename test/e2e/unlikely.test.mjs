// The review asks about unlikely answers before all code that judges them has loaded.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as applicant from './applicant.mjs';
import { useStage } from './stage.mjs';

const { company, applicant: person } = applicant.SAMPLE;

describe('an answer that looks unlikely', { timeout: 120_000 }, () => {
  const stage = useStage();

  it('causes a question even before the telephone library has loaded', async () => {
    const held = [];
    const page = await stage.visit(async (own) => {
      await own.setRequestInterception(true);
      own.on('request', (request) =>
        request.url().includes('phone-library') ? held.push(request) : void request.continue(),
      );
    });
    const questions = () => page.$$eval('>>> dd [part="warning"]', ({ length }) => length);
    await applicant.fillCompany(page, { ...company, registered_number: '1234567' });
    await applicant.press(page);
    await applicant.fillApplicant(page, { ...person, phone_number: '+33 1 23 45 67' });
    await applicant.press(page);
    await page.waitForSelector('>>> [part="warning"]', { visible: true, timeout: 10_000 });
    assert.deepEqual([held.length, await questions()], [1, 1]);
    await held[0].continue();
    await page.waitForSelector('>>> ::-p-text(2 answers look unusual)', { visible: true });
    assert.equal(await questions(), 2);
  });
});
