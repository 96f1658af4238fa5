// The review shows, in words, every value that the lender gets about an applicant or a business.
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import * as applicant from './applicant.mjs';
import { useStage } from './stage.mjs';

/** An applicant with two addresses, who rents the current home and owned the previous one. */
const lastYear = new Date().getFullYear() - 1;
const HOMES = { ...applicant.SAMPLE.applicant, 'addresses.0.start_date.year': String(lastYear) };
const EARLIER = {
  'addresses.1.house_number': '9',
  'addresses.1.line_1': 'Former Street',
  'addresses.1.city': 'Leeds',
  'addresses.1.postcode': 'LS1 4AP',
  'addresses.1.start_date.day': '4',
  'addresses.1.start_date.month': '5',
  'addresses.1.start_date.year': '2009',
};

const inWords = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const dayInWords = (iso) => inWords.format(new Date(`${iso.slice(0, 10)}T00:00:00Z`));
const asItIs = (value) => value;
const country = (code) => ({ UK: 'United Kingdom', GB: 'United Kingdom' })[code];

/** For each value in the body: the label and the text of its row. The test fails for a value that is not in this table. */
const ROWS = {
  region: ['Country of the business', country],
  'company.region': ['Country of the business', country],
  'company.address.country_code': ['Country of the business', country],
  'company.address.house_number': ['Address', asItIs],
  'company.address.line_1': ['Address', asItIs],
  'company.registered_name': ['Registered name of the business', asItIs],
  'company.registered_number': ['Registration number', asItIs],
  'company.type': ['Type of business', () => 'Private limited company (Ltd)'],
  'company.formation_date': ['Date formed', dayInWords],
  'company.trading_from_date': ['Date trading started', dayInWords],
  'applicant.first_name': ['Name', asItIs],
  'applicant.last_name': ['Name', asItIs],
  'applicant.date_of_birth': ['Date of birth', dayInWords],
  'applicant.email': ['Email address', asItIs],
  'applicant.phone_number': ['Phone number', asItIs],
  'applicant.country_of_residence': ['Country you live in', asItIs],
  'applicant.addresses.0.status': ['Rented home', () => 'Yes'],
  'applicant.addresses.0.current': ['Home address', () => ''],
  'applicant.addresses.0.country_code': ['Country you live in', country],
  'applicant.addresses.0.region': ['Country you live in', country],
  'applicant.addresses.1.country_code': ['Country of this address', country],
  'applicant.addresses.1.region': ['Country of this address', country],
  ...Object.fromEntries(
    ['Home address', 'Previous address'].flatMap((label, index) => [
      ...['house_number', 'line_1', 'city', 'county', 'postcode'].map((name) => [
        `applicant.addresses.${index}.${name}`,
        [label, asItIs],
      ]),
      [
        `applicant.addresses.${index}.start_date`,
        ['Date moved in', (date) => dayInWords(date.split('/').toReversed().join('-'))],
      ],
    ]),
  ),
};

const leavesOf = (value, path = '') =>
  typeof value === 'object' && value
    ? Object.entries(value).flatMap(([key, item]) => leavesOf(item, path ? `${path}.${key}` : key))
    : [[path, value]];

const rowsOf = (page) =>
  page.$$eval('>>> dl > div', (rows) =>
    rows.map((row) => {
      const answer = row.querySelector('dd').cloneNode(true);
      for (const one of answer.querySelectorAll('details, [part="warning"]')) one.remove();
      return [row.querySelector('dt').textContent.trim(), answer.textContent.trim(), !!row.querySelector('details')];
    }),
  );

describe('the review', { timeout: 120_000 }, () => {
  const stage = useStage();
  let page;
  beforeEach(async () => (page = await stage.visit()));

  const created = () => stage.servers.sandbox.calls.findLast(({ name }) => name === 'createApplication');

  it('shows each value that the lender gets, and what a "No" leaves out', async () => {
    await applicant.fillCompany(page);
    await applicant.press(page);
    await applicant.fillApplicant(page, HOMES);
    await page.waitForSelector('>>> [id="addresses.1-group"]');
    await applicant.type(page, EARLIER);
    await applicant.choose(page, 'addresses.1.status', '');
    await applicant.press(page);
    await applicant.reach(page, 'Check your answers');
    const rows = await rowsOf(page);
    await applicant.press(page);
    await applicant.reach(page, 'Add documents');
    const leaves = leavesOf(created().body);
    assert.ok(leaves.length > 25, `${leaves.length} values are sent`);
    for (const [path, value] of leaves) {
      assert.ok(ROWS[path], `${path} has a row`);
      const [label, read] = ROWS[path];
      const answers = rows.filter(([name]) => name === label).map(([, answer]) => answer);
      assert.ok(
        answers.some((answer) => answer.includes(read(value))),
        `${path} is shown as “${label}: ${read(value)}”`,
      );
    }
    assert.ok(!leaves.some(([path]) => path === 'applicant.addresses.1.status'));
    assert.deepEqual(rows.find(([label]) => label === 'Rented previous home').slice(0, 2), [
      'Rented previous home',
      'No',
    ]);
    assert.deepEqual(
      rows.filter(([, , isFixed]) => isFixed).map(([label]) => label),
      ['Type of business', 'Country of the business', 'Country you live in', 'Country of this address'],
    );
  });

  it('is reached by a homeowner, whose "No" survives a reload and a change, and sends no status', async () => {
    await applicant.fillCompany(page);
    await applicant.press(page);
    await applicant.reach(page, 'About you');
    await applicant.type(page, applicant.SAMPLE.applicant);
    await applicant.choose(page, 'addresses.0.status', '');
    await new Promise((resolve) => setTimeout(resolve, 500));
    await page.reload();
    await applicant.reach(page, 'About you');
    await page.waitForSelector('>>> input[name="addresses.0.status"][value=""]:checked');
    await applicant.press(page);
    await applicant.reach(page, 'Check your answers');
    await applicant.click(page, 'button[id="applicant.addresses.0.status"]');
    await applicant.reach(page, 'About you');
    await page.waitForSelector('>>> input[name="addresses.0.status"][value=""]:checked');
    await applicant.press(page);
    await applicant.reach(page, 'Check your answers');
    const rows = await rowsOf(page);
    assert.ok(rows.some(([label, answer]) => label === 'Rented home' && answer === 'No'));
    await applicant.press(page);
    await applicant.reach(page, 'Add documents');
    const { status, body } = created();
    assert.equal(status, 201);
    assert.ok(!('status' in body.applicant.addresses[0]));
  });

  it('tells a sole trader and a resident of Paris on the first step what the form states, and what to do', async () => {
    const notice = await page.waitForSelector('>>> form > [part="notice"]');
    const lines = await notice.$$eval('li', (items) => items.map((item) => item.textContent.trim()));
    assert.deepEqual(lines, [
      'Type of business: Private limited company (Ltd)',
      'Country of the business: United Kingdom',
      'Country you live in: United Kingdom',
    ]);
    await applicant.click(page, 'form > [part="notice"] summary');
    const said = await notice.$eval('details[open] p', (line) => line.textContent.trim());
    assert.match(said, /^If this is not true, do not send this application\. Ask .+ how you can apply\.$/);
  });
});
