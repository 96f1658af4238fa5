import { expect, test as base } from '@playwright/test';
import { recordPageEvents, startSandbox } from 'lending-elements/sandbox/node';
import { startApp } from './app.mjs';

/** Each test has a lender, a database and an app of its own. */
const test = base.extend({
  // eslint-disable-next-line no-empty-pattern -- Playwright needs the braces
  lender: async ({}, use) => {
    const lender = await startSandbox();
    await use(lender);
    await lender.close();
  },
  app: async ({ lender }, use, testInfo) => {
    const app = await startApp({ ...lender.environment, LENDING_DATABASE: testInfo.outputPath('lending.db') });
    await use(app);
    await app.close();
  },
});

const COMPANY = {
  registered_name: 'Acme LTD',
  registered_number: '01234567',
  'formation_date.day': '10',
  'formation_date.month': '7',
  'formation_date.year': '2020',
  'trading_from_date.day': '10',
  'trading_from_date.month': '7',
  'trading_from_date.year': '2020',
  'address.house_number': '1',
  'address.line_1': 'Sample Street',
};
const APPLICANT = {
  first_name: 'Jane',
  last_name: 'Doe',
  'date_of_birth.day': '10',
  'date_of_birth.month': '7',
  'date_of_birth.year': '2000',
  email: 'jane.doe@example.com',
  phone_number: '020 7946 0018',
  'addresses.0.house_number': '2',
  'addresses.0.line_1': 'Sample Road',
  'addresses.0.city': 'London',
  'addresses.0.postcode': 'EC2A 4HT',
  'addresses.0.start_date.day': '1',
  'addresses.0.start_date.month': '2',
  'addresses.0.start_date.year': '2012',
};

/** Fills inputs by their names, which are the names of the lender's fields. */
async function fill(page, answers) {
  for (const [name, text] of Object.entries(answers)) await page.locator(`input[name="${name}"]`).fill(text);
}

const choose = (page, name, value) => page.locator(`input[name="${name}"][value="${value}"]`).check();

/** Presses a button like a person. After a press the journey ignores a second one, and keeps the last step, for half a second. */
async function press(page, name) {
  await page.getByRole('button', { name, exact: true }).click();
  await page.waitForTimeout(1000);
}

/** Goes to "Check your answers". */
async function goToReview(page, company) {
  await fill(page, company);
  await press(page, 'Continue');
  await fill(page, APPLICANT);
  await choose(page, 'addresses.0.status', 'tenant');
  await press(page, 'Continue');
  await expect(page.getByRole('heading', { name: 'Check your answers' })).toBeVisible();
}

test('an applicant gets offers', async ({ page, lender, app }) => {
  const events = await recordPageEvents(page);
  await page.goto(app.url);
  await goToReview(page, COMPANY);
  await press(page, 'Create application');
  await events.next('lending-submitted', { step: 'review' });
  await press(page, 'Skip for now');
  await fill(page, { funding_amount: '25,000', monthly_revenue: '10,000' });
  await choose(page, 'any_ccj', 'no');
  await press(page, 'Continue');
  await page.getByRole('checkbox').check();
  await press(page, 'Agree and get offers');
  await events.next('lending-ready');

  await expect(page.getByRole('heading', { name: 'Sample Bank' })).toBeVisible();
  const { calls } = lender.sandbox;
  expect(calls.map(({ name }) => name)).toEqual(['createApplication', 'prequalify', 'requestOffers', 'authenticate']);
  expect(calls[1].body).toEqual({ funding_amount: 25000, monthly_revenue: 10000, any_ccj: false });
});

test('an applicant reads that the lender rejected the company', async ({ page, lender, app }) => {
  const events = await recordPageEvents(page);
  await page.goto(app.url);
  await goToReview(page, { ...COMPANY, registered_number: 'SANDBOX-REJECTED' });
  await press(page, 'Create application');
  const { code } = await events.next('lending-error');

  expect(code).toBe('upstream-rejected');
  await expect(page.getByRole('heading', { name: 'Your application was not created' })).toBeFocused();
  expect(lender.sandbox.calls.map(({ status }) => status)).toEqual([422]);
});
