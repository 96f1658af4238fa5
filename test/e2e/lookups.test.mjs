// One fixed person completes the journey of `npm start` with the searches for the business and the address. Their key presses and
// the boxes of the forms are counted.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { sampleApplication } from '../../stories/support/samples.mjs';
import * as applicant from './applicant.mjs';
import { recordProblems, useStage } from './stage.mjs';

const NAMED = { first_name: 'Jane', last_name: 'Doe', email: 'jane.doe@example.com', phone_number: '+4412321321' };
const LINES = /(house_number|line_1|city|county|postcode)$/;
/** What they type besides the searches. */
const PERSON = {
  company: { 'trading_from_date.day': '10', 'trading_from_date.month': '7', 'trading_from_date.year': '2016' },
  applicant: Object.fromEntries(Object.entries(applicant.SAMPLE.applicant).filter(([name]) => !LINES.test(name))),
  prequalification: { funding_amount: '25000', monthly_revenue: '10000' },
};
const BOXES = 'input:is([type="text"], [type="email"], [type="tel"]), select';

/** The sent application of this person. */
function sentApplication() {
  const { company, applicant: person, region } = sampleApplication();
  Object.assign(company, {
    registered_name: 'Acorn Sample Bakery Ltd',
    registered_number: '99000101',
    formation_date: '2016-03-14 00:00:00.000',
    trading_from_date: '2016-07-10 00:00:00.000',
  });
  company.address.house_number = '12';
  const home = { house_number: '14A', line_1: 'Sample Street', city: 'Sampleton', county: 'Sampleshire' };
  Object.assign(person.addresses[0], home, { postcode: 'ZZ1 1AB' });
  return { company, applicant: person, region };
}

/** Counts the keys that the browser gets from its keyboard. */
const countKeys = () => {
  globalThis.keysPressed = 0;
  addEventListener('keydown', ({ isTrusted }) => isTrusted && globalThis.keysPressed++, true);
};

/** Reads the introduction, while the search loads, and starts. */
async function begin(page) {
  await page.waitForNetworkIdle();
  await applicant.press(page, 'start');
  await page.waitForSelector('>>> [name="query"][role="combobox"]', { visible: true });
}

/** A person who types with the keyboard, and moves, ticks and presses buttons with a pointer. */
function personOn(page) {
  const boxes = new Set();
  const box = (name) => page.locator(`>>> [name="${name}"]`).setTimeout(10_000);
  const look = async (step) => {
    const names = await page.$$eval(`>>> ${BOXES}`, (all) =>
      all.filter((one) => one.checkVisibility()).map(({ name }) => name),
    );
    for (const name of names) boxes.add(`${step} ${name}`);
  };
  const typeInto = async (name, text) => {
    await box(name).click();
    await page.keyboard.type(text);
  };
  /** Types a text, and takes the first result with the keyboard. */
  const search = async (name, text) => {
    await page.waitForSelector(`>>> [name="${name}"][role="combobox"]`, { visible: true });
    await typeInto(name, text);
    await page.waitForSelector(`>>> [id="${name}-0"]`, { visible: true });
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await applicant.focusOn(page, `${name}-card`);
  };
  return { boxes, look, typeInto, search };
}

/** Goes from the first step to the offers. `known` are the fields that the partner has prefilled. */
async function walk(page, known = {}) {
  const person = personOn(page);
  const fill = async (step, values) => {
    for (const [name, text] of Object.entries(values)) if (!known[name]) await person.typeInto(name, text);
    await person.look(step);
    await applicant.press(page);
  };
  await begin(page);
  await person.look('company');
  await person.search('query', 'acorn');
  await fill('company', PERSON.company);
  await applicant.reach(page, 'About you');
  await page.waitForSelector('>>> [role="combobox"]', { visible: true });
  await person.look('applicant');
  await person.search('addresses.0.query', 'zz11ab 14a');
  await applicant.choose(page, 'addresses.0.status', 'tenant');
  await fill('applicant', PERSON.applicant);
  await applicant.goTo(page, 'figures', { from: 'review' });
  await applicant.choose(page, 'any_ccj', 'no');
  await fill('prequalification', PERSON.prequalification);
  await applicant.agree(page);
  return { keys: await page.evaluate(() => globalThis.keysPressed), boxes: person.boxes.size };
}

for (const { what, prefilled, mostKeys } of [
  { what: 'without prefilled values', prefilled: {}, mostKeys: 90 },
  { what: 'with prefilled name, e-mail and phone', prefilled: NAMED, mostKeys: 65 },
]) {
  describe(`the journey with lookups, of a person ${what}`, { timeout: 120_000 }, () => {
    let servers;
    let page;
    const problems = [];
    const prefill = () => ({ applicant: prefilled });
    const stage = useStage({ lookups: true, introduction: true, options: () => ({ prefill }) }, async (opened) => {
      await opened.evaluateOnNewDocument(countKeys);
      recordProblems(opened, problems);
    });
    before(() => ({ servers, page } = stage));

    it(`needs at most ${mostKeys} key presses and 17 inputs, and sends the same as typed fields`, async () => {
      const { keys, boxes } = await walk(page, prefilled);
      console.log(`A person ${what}: ${keys} key presses, ${boxes} boxes`);
      assert.ok(keys > 30 && keys <= mostKeys, `${keys} key presses`);
      assert.ok(boxes > 10 && boxes <= 17, `${boxes} boxes`);
      const [created] = servers.sandbox.calls;
      assert.deepEqual([created.name, created.body], ['createApplication', sentApplication()]);
      assert.deepEqual(problems, [], 'the strict policy allows everything');
    });
  });
}

describe('a search', { timeout: 120_000 }, () => {
  let page;
  const addresses = [];
  const stage = useStage({ lookups: true, introduction: true });
  before(() => {
    stage.servers.partner.on('request', ({ url }) => addresses.push(url));
  });

  const open = async (prepare) => {
    page = await stage.visit(prepare);
    await begin(page);
    return personOn(page);
  };
  const cardName = () =>
    page.waitForSelector('>>> .card .name', { visible: true }).then((name) => name.evaluate((one) => one.textContent));

  it('is not in any URL, and its result survives a reload, Back and a change from the review', async () => {
    const person = await open();
    await person.search('query', 'acorn');
    await page.reload();
    assert.equal(await cardName(), 'Acorn Sample Bakery Ltd');
    await applicant.type(page, PERSON.company);
    await applicant.press(page);
    await applicant.reach(page, 'About you');
    await person.search('addresses.0.query', 'zz11ab 14a');
    await applicant.travel(page, -1);
    await applicant.reach(page, 'Your business');
    assert.equal(await cardName(), 'Acorn Sample Bakery Ltd');
    await applicant.press(page);
    await applicant.reach(page, 'About you');
    assert.match(await cardName(), /^14A Sample Street/);
    assert.ok(addresses.some((url) => url.endsWith('/lookups/company')));
    assert.deepEqual(
      addresses.filter((url) => /acorn|zz11ab|sample/i.test(url)),
      [],
    );
  });

  it('works on a touch screen, with its results above the keyboard of the phone', async () => {
    await open(async (own) => {
      await own.setViewport({ width: 390, height: 500, isMobile: true, hasTouch: true });
      await own.emulateTimezone('Pacific/Pago_Pago');
    });
    const boxOf = async (selector) => (await page.waitForSelector(`>>> ${selector}`, { visible: true })).boundingBox();
    await (await page.waitForSelector('>>> [name="query"]', { visible: true })).focus();
    await page.keyboard.type('sam acorn');
    const label = await boxOf('label[for="query"]');
    assert.ok(label.y > 0 && label.y < 100, `the label begins at ${label.y} px`);
    const last = await boxOf('[id="query-1"]');
    assert.ok(last.y + last.height <= 500, `the last result ends at ${last.y + last.height} px`);
    const { width, height } = await boxOf('[aria-label="Clear the search"]');
    assert.ok(Math.min(width, height, last.height) >= 44, `${width} × ${height}, ${last.height} px`);
    await (await page.$('>>> [id="query-0"]')).tap();
    assert.equal(await cardName(), 'Acorn Sample Bakery Ltd');
    const card = await page.$eval('>>> .card', ({ textContent }) => textContent);
    assert.match(card, /Formed on 14 March 2016 \(\d+ years ago\)/, 'in every time zone');
  });

  it('is replaced by the fields if it does not load', async () => {
    const blocked = [];
    page = await stage.visit(async (own) => {
      await own.setRequestInterception(true);
      own.on('request', (request) => {
        if (!/\/searches-/.test(request.url())) return void request.continue();
        blocked.push(request.url());
        void request.abort();
      });
    });
    await page.waitForNetworkIdle();
    await applicant.press(page, 'start');
    await applicant.fillCompany(page);
    await applicant.press(page);
    await applicant.reach(page, 'About you');
    assert.ok(blocked.length > 0, 'the search was blocked');
  });
});
