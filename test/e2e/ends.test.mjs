// The ends of a journey in a real browser: each explains itself, and has one main action and no way back.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as applicant from './applicant.mjs';
import { useStage } from './stage.mjs';

const STEPS = 'company applicant review documents prequalification consent';
const SOON = 'Most offers arrive within two working days.';
const CHOICE = 'You choose. Nothing is binding until you accept an offer.';
const DECIDE = ['You have sent your application.', `Lenders decide whether to make you an offer. ${SOON}`, CHOICE];

async function agree(page) {
  await applicant.tickConsent(page);
  await applicant.press(page);
}

const ENDS = {
  'offers were requested': {
    to: agree,
    heading: 'Lenders are looking at your application',
    rows: DECIDE,
    filled: ['See what you agreed to'],
  },
  'offers were requested, and the page has its own next step': {
    to: agree,
    own: true,
    heading: 'Lenders are looking at your application',
    rows: DECIDE,
    filled: [],
    others: ['See what you agreed to'],
  },
  'offers are shown below': {
    to: agree,
    steps: `${STEPS} widget`,
    heading: 'Your offers',
    rows: [DECIDE[0], `Offers appear below. ${SOON}`, CHOICE],
    filled: [],
    others: ['See what you agreed to'],
  },
  'the applicant does not agree': {
    async to(page) {
      await applicant.pressWords(page, 'I do not agree');
      await applicant.pressWords(page, 'Continue without offers');
    },
    heading: 'Your application has been created',
    words: /Lenders will not get your details .* Your application is saved\./,
    filled: ['Read the agreement again'],
  },
  'the applicant has withdrawn': {
    async to(page) {
      await agree(page);
      await applicant.pressWords(page, 'See what you agreed to');
      await applicant.pressWords(page, 'Withdraw my agreement');
      await applicant.pressWords(page, 'Yes, withdraw my agreement');
      await applicant.reach(page, 'You have withdrawn your agreement');
      await page.$eval('lending-onboarding', (journey) => (journey.step = 'end'));
      await page.waitForSelector('>>> .end', { visible: true });
    },
    heading: 'You have withdrawn your agreement',
    words: /will not ask for any more offers.* read the agreement again/s,
    filled: ['Read the agreement again'],
  },
};

describe('the end of the journey', { timeout: 180_000 }, () => {
  const stage = useStage({ options: () => ({ settings: { offersTime: SOON } }) });

  for (const [name, { to, own, steps = STEPS, heading, rows = [], words, filled, others = [] }] of Object.entries(ENDS))
    it(`names the next step, with one main action and no Back: ${name}`, async () => {
      const page = await stage.visit();
      await page.$eval(
        'lending-onboarding',
        (journey, list, isOwn) => {
          journey.steps = list;
          const next = Object.assign(document.createElement('a'), {
            slot: 'next',
            href: '/accounts',
            textContent: 'Back',
          });
          if (isOwn) journey.append(next);
        },
        steps,
        own,
      );
      await applicant.goTo(page, 'consent');
      await to(page);
      await applicant.reach(page, heading);
      const seen = await page.evaluate(look);
      assert.deepEqual([seen.rows, seen.filled, seen.others, seen.own], [rows, filled, others, own ? 1 : 0]);
      if (words) assert.match(seen.text, words);
      if (rows.length === 0) return assert.equal(seen.mark, undefined);
      assert.deepEqual(seen.sum, ['£25,000', 'tabular-nums', true]);
      assert.deepEqual(seen.mark, steps === STEPS ? [48, 48, 'rgb(10, 84, 52)'] : undefined);
    });
});

/** Reads the end in the page. */
function look() {
  const journey = document.querySelector('lending-onboarding');
  const all = (selector) => [...journey.shadowRoot.querySelectorAll(selector)].filter((one) => one.checkVisibility());
  const textOf = (one) => one.innerText.replace(/\s+/g, ' ').trim();
  const sizeOf = (one) => parseFloat(getComputedStyle(one).fontSize);
  const [sum] = all('.sum strong');
  const [mark] = all('.mark');
  const box = mark?.getBoundingClientRect();
  const isFilled = (one) => one.matches('.primary');
  const buttons = all(':is(.top, .place) button');
  return {
    text: textOf(journey.shadowRoot.querySelector('.place')),
    rows: all('.done li').map(textOf),
    filled: buttons.filter(isFilled).map(textOf),
    others: buttons.filter((one) => !isFilled(one)).map(textOf),
    own: [...journey.querySelectorAll('[slot="next"]')].filter((one) => one.checkVisibility()).length,
    sum: sum && [
      textOf(sum),
      getComputedStyle(sum).fontVariantNumeric,
      all('.place *').every((one) => one === sum || sizeOf(one) < sizeOf(sum)),
    ],
    mark: mark && [box.width, box.height, getComputedStyle(mark).fill],
  };
}
