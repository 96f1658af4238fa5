// Completes the journey with the keyboard alone, one screen at a time, with the searches for the business and the address.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { reach } from './applicant.mjs';
import { choose, focusOf, focusOn, isButton, isSubmit, tabTo } from './keys.mjs';
import { useStage } from './stage.mjs';

/** What they type into each search. The arrow takes the first result. */
const SEARCHES = { query: 'acorn', 'addresses.0.query': 'zz11ab 14a' };
const dateOf = (name, [day, month, year]) => ({
  [`${name}.day`]: day,
  [`${name}.month`]: month,
  [`${name}.year`]: year,
});
/** The screens of both forms with their answers. A radio button is chosen by its value. */
const SCREENS = [
  { heading: 'Your business', answers: { query: 'Acorn Sample Bakery Ltd' } },
  { heading: 'Start of trading', answers: dateOf('trading_from_date', ['10', '7', '2016']) },
  {
    heading: 'About you',
    answers: { first_name: 'Jane', last_name: 'Doe', ...dateOf('date_of_birth', ['10', '7', '2000']) },
  },
  { heading: 'How to contact you', answers: { email: 'jane.doe@example.com', phone_number: '+4412321321' } },
  { heading: 'Where you live', answers: { 'addresses.0.query': '14A Sample Street' } },
  {
    heading: 'Your time at this address',
    answers: { ...dateOf('addresses.0.start_date', ['1', '2', '2012']), 'addresses.0.status': 'tenant' },
  },
];
const FIGURES = { funding_amount: '25000', monthly_revenue: '10000', any_ccj: 'no' };
/** The stops on a screen that are not fields: Back, the links of the progress, the buttons of a search. */
const BESIDES = 5;

const countKeys = () => {
  globalThis.keysPressed = 0;
  addEventListener('keydown', ({ isTrusted }) => isTrusted && globalThis.keysPressed++, true);
};

const isFocused = (heading) => {
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  return at.localName === 'h2' && at.textContent.trim() === heading;
};

describe('the journey by keyboard, one screen at a time, with searches', { timeout: 120_000 }, () => {
  let page;
  const problems = [];
  /** The keys for the way back to a screen. */
  let detour;
  const stage = useStage(
    {
      lookups: true,
      introduction: true,
      edit: (html) => html.replace('<lending-onboarding ', '$&layout="screens" '),
    },
    async (opened) => {
      await opened.evaluateOnNewDocument(countKeys);
      await opened.setViewport({ width: 800, height: 500 });
      opened.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    },
  );
  before(async () => {
    ({ page } = stage);
    await page.waitForSelector('>>> [part="start"]');
    await begin();
  });

  /** Reads the introduction, while the search loads, and starts. */
  async function begin() {
    await page.waitForNetworkIdle();
    await tabTo(page, ({ part }) => part === 'start');
    await enter();
    await arrive('Your business');
    await page.waitForSelector('>>> [name="query"][role="combobox"]');
  }

  const enter = () => page.keyboard.press('Enter');

  /** Waits for a heading, which must have the focus and be visible. */
  async function arrive(heading) {
    await reach(page, heading);
    await page.waitForFunction(isFocused, { timeout: 10_000 }, heading);
    assert.equal((await focusOf(page)).isCovered, false, `nothing covers “${heading}”`);
  }

  /** Answers the questions of a screen in the order of Tab, and stops at its button. Returns the number of presses of Tab. */
  async function fill(answers) {
    const left = { ...answers };
    for (let presses = 1; presses < 40; presses++) {
      const [at] = await tabTo(page, () => true);
      if (isSubmit(at)) {
        assert.deepEqual(left, {}, 'the button comes after all fields');
        return presses;
      }
      if (!(at.name in left)) continue;
      if (at.name in SEARCHES) await search(at.name, left[at.name]);
      else if (at.type === 'radio') await choose(page, left[at.name]);
      else await page.keyboard.type(left[at.name]);
      if (!(at.name in SEARCHES)) assert.equal((await focusOf(page)).value, left[at.name]);
      delete left[at.name];
    }
    return assert.fail('the button is not reached');
  }

  /** Types into a search, and takes its first result with an arrow and Enter. The focus moves to the card of the result. */
  async function search(name, found) {
    await page.keyboard.type(SEARCHES[name]);
    await page.waitForSelector(`>>> [id="${name}-0"]`);
    await page.keyboard.press('ArrowDown');
    await enter();
    await focusOn(page, `${name}-card`);
    assert.ok((await focusOf(page)).words.startsWith(found));
  }

  it('leads from the error summary of a screen to its search, and names no question of another screen', async () => {
    await tabTo(page, isSubmit);
    await enter();
    await focusOn(page, 'summary');
    const links = await page.$$eval('>>> #summary a', (all) => all.map((link) => link.textContent.trim()));
    assert.deepEqual(links, ['Choose your business from the results, or enter the details yourself']);
    await tabTo(page, ({ words }) => words === links[0]);
    await enter();
    assert.equal((await focusOf(page)).name, 'query');
  });

  it('fills in both forms, with a few stops on each screen, and goes back to a screen', async () => {
    // Tab leads to the search again, and its keys count from here.
    await tabTo(page, () => true, { back: true });
    await page.evaluate(() => (globalThis.keysPressed = 0));
    let presses = 0;
    for (const [at, { heading, answers }] of SCREENS.entries()) {
      if (at > 0) await arrive(heading);
      const taken = await fill(answers);
      const fields = Object.keys(answers).length;
      assert.ok(taken <= fields + BESIDES, `“${heading}” takes ${taken} presses of Tab for ${fields} fields`);
      presses += taken;
      await enter();
    }
    await arrive('Check your answers');
    detour = await keys();
    console.log(`${SCREENS.length} screens: ${presses} presses of Tab, ${detour} keys with those of the answers`);
    await tabTo(page, isButton('Back'), { back: true });
    await enter();
    await arrive('Your time at this address');
    await tabTo(page, isSubmit);
    await enter();
    await arrive('Check your answers');
    detour = (await keys()) - detour;
  });

  it('comes to the offers, with at most 160 keys', async () => {
    await tabTo(page, isSubmit);
    await enter();
    await arrive('Add documents');
    await tabTo(page, isButton('Continue without documents'));
    await enter();
    await arrive('The funding you need');
    await fill(FIGURES);
    await enter();
    await arrive('Before you get offers');
    await tabTo(page, ({ id }) => id === 'agree');
    await page.keyboard.press('Space');
    await tabTo(page, isSubmit);
    await enter();
    await arrive('Your offers');
    const all = (await keys()) - detour;
    console.log(`To the offers: ${all} keys, without the way back`);
    assert.ok(all > 100 && all <= 160, `${all} keys`);
    const [created] = stage.servers.sandbox.calls;
    const { company, applicant } = created.body;
    assert.deepEqual(
      [company.registered_number, company.trading_from_date, applicant.date_of_birth, applicant.addresses[0].postcode],
      ['99000101', '2016-07-10 00:00:00.000', '2000-07-10', 'ZZ1 1AB'],
    );
    assert.deepEqual(problems, []);
  });

  const keys = () => page.evaluate(() => globalThis.keysPressed);
});
