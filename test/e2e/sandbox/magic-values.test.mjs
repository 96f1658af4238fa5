// Each magic value of the sandbox, typed by an applicant in a real browser: a table of what they saw.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { MAGIC_VALUES } from 'lending-elements/sandbox';
import { pressWords } from '../applicant.mjs';
import { openStage } from '../stage.mjs';
import { inParallel, sight, tableOf, walkWith } from './sights.mjs';

const NAMES = {
  'company.registered_number': 'number',
  'prequalification.funding_amount': 'amount',
  'applicant.email': 'email',
};

/** The step on which a failed call leaves the applicant. */
const STEPS = {
  createApplication: 'Check your answers',
  prequalify: 'The funding you need',
  requestOffers: 'Before you get offers',
  authenticate: 'Your offers',
};
const THREE = { offers: /You have 3 offers/ };
const BUSY = /is busy\. Wait 30 seconds and try again/;
/** The applicant is told that the outcome of a creation is unknown, and of any other call that it may be sent again. */
const LOST = {
  createApplication: /may or may not have been created/,
  prequalify: /did not confirm that it has your figures/,
  requestOffers: /did not confirm that it has your request for offers/,
  authenticate: /^Your offers could not be shown/,
};
const FAILED = { ...LOST, prequalify: /is not responding/, requestOffers: /is not responding/ };

/** The words that the applicant sees: an outcome for each effect, or by the call. */
const OUTCOMES = {
  accepted: () => THREE,
  slow: () => THREE,
  tokenExpires: () => THREE,
  manyOffers: () => ({ offers: /You have 12 offers/ }),
  noOffers: () => ({ offers: /You have no open offers/ }),
  refused: () => ({ failure: /did not accept your application/ }),
  duplicate: () => ({ failure: /Your application was not created.*Nothing is wrong with your answers/ }),
  rejected: () => ({ failure: /did not accept this/ }),
  tokenRefused: () => ({ failure: LOST.authenticate }),
  busy: () => ({ failure: BUSY }),
  failed: (call) => ({ failure: FAILED[call] }),
  html: (call) => ({ failure: FAILED[call] }),
  reset: (call) => ({ failure: LOST[call] }),
  cut: (call) => ({ failure: LOST[call] }),
  // The handler needs no body of the figures' answer.
  empty: (call) => (call === 'prequalify' ? THREE : { failure: LOST[call] }),
};

/** Accepts the first offer, and confirms it. */
async function accept(page) {
  await pressWords(page, 'Accept offer');
  await pressWords(page, 'Yes, accept this offer');
}

describe('the magic values in a browser', { timeout: 600_000 }, () => {
  let stage;
  let rows;

  /** The journey of one applicant. */
  async function play({ field, value }) {
    const context = await stage.browser.createBrowserContext();
    try {
      const page = await context.newPage();
      await page.goto(stage.servers.url);
      return await walkWith(page, { [NAMES[field]]: String(value) });
    } catch (error) {
      return { heading: 'stuck', offers: '', failure: String(error) };
    } finally {
      await context.close();
    }
  }

  before(async () => {
    stage = await openStage({ options: () => ({ log: false }) });
    rows = await inParallel(MAGIC_VALUES, 3, play);
    const lines = MAGIC_VALUES.map(({ value, call, effect }, index) => {
      const { heading, offers, failure } = rows[index];
      return [value, call, effect, heading, (failure || offers).slice(0, 110)];
    });
    console.log(tableOf([['value', 'call', 'effect', 'step', 'what the applicant saw'], ...lines]));
  });
  after(() => stage?.close());

  for (const [index, { value, call, effect }] of MAGIC_VALUES.entries()) {
    it(`${value} leads the applicant to its outcome: ${call} is ${effect}`, () => {
      const seen = rows[index];
      const wanted = OUTCOMES[effect](call);
      for (const name of ['offers', 'failure']) {
        if (wanted[name]) assert.match(seen[name], wanted[name]);
        else assert.equal(seen[name], '');
      }
      assert.equal(seen.heading, wanted.failure ? STEPS[call] : 'Your offers');
    });
  }

  it('a token that expires ends the time to decide, and a reload starts it again', async () => {
    const context = await stage.browser.createBrowserContext();
    const page = await context.newPage();
    await page.goto(stage.servers.url);
    await walkWith(page, { email: 'token-expires@sandbox.example' });
    const { sandbox } = stage.servers;
    const tokens = () => sandbox.applications.at(-1).calls.filter(({ name }) => name === 'authenticate').length;
    sandbox.advance(60);
    await accept(page);
    await page.waitForSelector('>>> ::-p-text(Your time to decide is over)', { timeout: 10_000 });
    assert.equal(sandbox.applications.at(-1).status, 'RECEIVED_OFFERS');
    assert.equal(tokens(), 1);
    await page.reload();
    assert.match((await sight(page)).offers, THREE.offers);
    assert.equal(tokens(), 2);
    await accept(page);
    await page.waitForSelector('>>> ::-p-text(You accepted the offer from)', { timeout: 10_000 });
    assert.equal(sandbox.applications.at(-1).status, 'OFFER_ACCEPTED');
    await context.close();
  });
});
