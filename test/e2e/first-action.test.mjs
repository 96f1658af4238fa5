// The obvious action of a screen: at the first step, after sign-out, and at the ends of a journey in a real browser, which
// explain themselves, and have one main action and no way back.
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
      // The search loads with the session.
      if (lookups) await page.waitForSelector('>>> #query', { visible: true });
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

describe('the action that comes first', { timeout: 240_000 }, () => {
  let isSignedOut = false;
  const stage = useStage({
    options: ({ authorize }) => ({
      authorize: (request) => (isSignedOut ? null : authorize(request)),
      settings: { offersTime: SOON },
    }),
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

  for (const [name, { to, own, steps = STEPS, heading, rows = [], words, filled, others = [] }] of Object.entries(ENDS))
    it(`at the end names the next step, without a way back: ${name}`, async () => {
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
