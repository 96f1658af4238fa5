// Invalid input and failures of the lender, on the servers of `npm start`.
import assert from 'node:assert/strict';
import { afterEach, before, describe, it } from 'node:test';
import * as applicant from './applicant.mjs';
import { misbehaving, useStage } from './stage.mjs';
import { failure } from './survival.mjs';

const { SAMPLE } = applicant;

const UNKNOWN = /may or may not have been created/;
const FAULTS = {
  'is busy': { fault: (_request, response) => response.writeHead(429).end('{"message":"no"}'), told: /is busy/ },
  'answers 500': { fault: (_request, response) => response.writeHead(500).end('{"message":"no"}'), told: UNKNOWN },
  'answers with HTML': {
    fault: (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hello</h1>'),
    told: UNKNOWN,
  },
  'answers with nothing': { fault: (_request, response) => response.socket.destroy(), told: UNKNOWN },
  'answers too late': { fault: () => undefined, told: UNKNOWN },
};

describe('trouble', { timeout: 180_000 }, () => {
  let servers;
  let page;
  let fault;
  const stage = useStage({ fault: misbehaving(() => fault) });
  before(() => ({ servers, page } = stage));
  afterEach(() => (fault = undefined));

  it('says beside each field and in the summary what is wrong, puts the focus there, and keeps what was typed', async () => {
    await applicant.fillCompany(page, {
      ...SAMPLE.company,
      registered_name: '',
      'formation_date.day': '31',
      'formation_date.month': '2',
      'trading_from_date.month': '',
    });
    const before = await applicant.typed(page);
    await applicant.press(page);
    await page.waitForSelector('>>> #summary');
    const sentences = {
      registered_name: 'Enter the registered name of the business',
      formation_date: 'The date the business was formed must be a real date',
      trading_from_date: 'The date the business started trading must include a month',
    };
    assert.deepEqual(await applicant.summary(page), Object.values(sentences));
    for (const [name, sentence] of Object.entries(sentences)) {
      assert.equal(await applicant.errorOf(page, name), `Error: ${sentence}`);
    }
    assert.equal(await applicant.focused(page), 'summary');
    assert.deepEqual(await applicant.typed(page), before);
    await page.locator('>>> #summary li:last-child a').click();
    assert.equal(await applicant.focused(page), 'trading_from_date.month');
  });

  it('goes on when the input is mended', async () => {
    await applicant.goToReview(page);
  });

  for (const [what, { fault: misbehave, told }] of Object.entries(FAULTS)) {
    it(`tells the applicant when the lender ${what}, and creates no second application at the next try`, async () => {
      const own = await stage.visit();
      await applicant.goToReview(own);
      const before = servers.sandbox.calls.length;
      fault = misbehave;
      await applicant.press(own);
      const sentence = await failure(own);
      fault = undefined;
      assert.match(sentence, told);
      assert.match(sentence, /Everything you entered is still here/);
      assert.equal(await applicant.focused(own), 'failure');
      await applicant.press(own, 'retry');
      if (told === UNKNOWN) assert.match(await failure(own), UNKNOWN);
      else await applicant.reach(own, 'Add documents');
      assert.equal(servers.sandbox.calls.length - before, told === UNKNOWN ? 0 : 1);
    });
  }

  it('has lost nothing of what was entered', async () => {
    await page.locator('>>> button[id="applicant.email"]').click();
    await applicant.reach(page, 'About you');
    assert.deepEqual(await applicant.typed(page), SAMPLE.applicant);
    await applicant.press(page);
    await applicant.reach(page, 'Check your answers');
  });

  it('succeeds at the next try, with one application', async () => {
    const before = servers.sandbox.calls.length;
    fault = FAULTS['is busy'].fault;
    await applicant.press(page);
    await failure(page);
    fault = undefined;
    await applicant.press(page, 'retry');
    await applicant.reach(page, 'Add documents');
    assert.deepEqual(
      servers.sandbox.calls.slice(before).map(({ name }) => name),
      ['createApplication'],
    );
  });

  it('asks for no offers without a tick, nor after a refusal', async () => {
    await applicant.click(page, 'form > .actions button:not([part])');
    await applicant.fillPrequalification(page);
    await applicant.press(page);
    await applicant.reach(page, 'Before you get offers');
    await applicant.press(page);
    assert.deepEqual(await applicant.summary(page), ['Tick the box if you agree, or choose “I do not agree”']);
    await applicant.click(page, 'form > .actions button:not([part])');
    await applicant.reach(page, 'You have not asked for offers');
    assert.ok(servers.sandbox.calls.every(({ name }) => name !== 'requestOffers'));
  });
});
