// Unlikely answers get a question before they are sent. One press of the button confirms correct answers.
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import * as applicant from './applicant.mjs';
import { useStage } from './stage.mjs';
import { watch, written } from './survival.mjs';

const { company, applicant: person } = applicant.SAMPLE;
const USUAL = { ...company, registered_number: '01234567' };
const PERSON = { ...person, phone_number: '07700 900 982' };
const typedDate = (name, date) => ({
  [`${name}.day`]: String(date.getDate()),
  [`${name}.month`]: String(date.getMonth() + 1),
  [`${name}.year`]: String(date.getFullYear()),
});

describe('an answer that looks unlikely', { timeout: 120_000 }, () => {
  const stage = useStage();
  let page;
  beforeEach(async () => (page = await stage.visit((own) => own.evaluateOnNewDocument(watch))));

  const questions = () =>
    page.$$eval('>>> [part="warning"] .plain', (buttons) => buttons.map((button) => button.textContent.trim()));
  async function toReview(business, somebody, timeout) {
    await applicant.fillCompany(page, business);
    await applicant.press(page);
    await applicant.fillApplicant(page, somebody);
    await applicant.press(page);
    await applicant.reach(page, 'Check your answers');
    await page.waitForSelector('>>> [part="warning"]', { timeout });
  }
  async function created() {
    await applicant.press(page);
    await applicant.reach(page, 'Add documents');
    const { status, body } = stage.servers.sandbox.calls.findLast(({ name }) => name === 'createApplication');
    assert.equal(status, 201);
    return body;
  }

  it('is a number that lacks its zero: what was meant is taken by a press, and stays after a change and a reload', async () => {
    await toReview({ ...USUAL, registered_number: 'Company no. 123 4567' }, PERSON);
    assert.deepEqual(await questions(), ['Check the registration number. Most have 8 characters, like 01234567']);
    await applicant.click(page, '[part="suggestion"]');
    assert.deepEqual(await questions(), []);
    await applicant.click(page, 'button[id="company.registered_number"]');
    await applicant.reach(page, 'Your business');
    assert.equal((await applicant.typed(page)).registered_number, '01234567');
    await applicant.press(page);
    await applicant.reach(page, 'Check your answers');
    await written(page);
    await page.reload();
    await applicant.reach(page, 'Check your answers');
    assert.equal((await created()).company.registered_number, '01234567');
  });

  it('is right all the same: a business of this month that traded before, whose owner is 101', async () => {
    const now = new Date();
    const before = new Date(now.getFullYear() - 2, 0, 15);
    const formed = new Date(now.getFullYear(), now.getMonth(), 1);
    const business = { ...USUAL, ...typedDate('formation_date', formed), ...typedDate('trading_from_date', before) };
    const born = typedDate('date_of_birth', new Date(now.getFullYear() - 101, 0, 1));
    await toReview(business, { ...PERSON, ...born });
    assert.deepEqual(await questions(), [
      'Check when the business started trading. This is before it was formed',
      'Check your date of birth. This makes you 101 years old',
    ]);
    const { company: sent, applicant: somebody } = await created();
    assert.equal(sent.trading_from_date, `${before.getFullYear()}-01-15 00:00:00.000`);
    assert.equal(somebody.date_of_birth, `${now.getFullYear() - 101}-01-01`);
  });

  it('is a postcode, and a move before birth: each leads to its input, and is not asked about once it is mended', async () => {
    const odd = { 'addresses.0.postcode': '75011', 'addresses.0.start_date.year': '1999' };
    await toReview(USUAL, { ...PERSON, ...odd });
    assert.deepEqual(await questions(), [
      'Check this postcode. It does not look like one in the United Kingdom',
      'Check when you moved in. This is before you were born',
    ]);
    await applicant.click(page, '[part="warning"] .plain');
    await applicant.reach(page, 'About you');
    assert.equal(await applicant.focused(page), 'addresses.0.postcode');
    await applicant.type(page, { 'addresses.0.postcode': 'ec2a4ht', 'addresses.0.start_date.year': '2012' });
    await applicant.press(page);
    await applicant.reach(page, 'Check your answers');
    assert.deepEqual(await questions(), []);
    const [home] = (await created()).applicant.addresses;
    assert.deepEqual([home.postcode, home.start_date], ['EC2A 4HT', '01/02/2012']);
  });

  it('is asked about before the library has come that judges telephone numbers', async () => {
    const held = [];
    await page.setRequestInterception(true);
    page.on('request', (request) =>
      request.url().includes('phone-library') ? held.push(request) : void request.continue(),
    );
    await toReview({ ...USUAL, registered_number: '1234567' }, { ...PERSON, phone_number: '+33 1 23 45 67' }, 2000);
    assert.equal(held.length, 1);
    assert.equal((await questions()).length, 1);
    await held[0].continue();
    await page.waitForSelector('>>> ::-p-text(2 answers look unusual)');
    assert.equal((await questions()).length, 2);
  });
});
