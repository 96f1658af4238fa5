// Whose fault it is when something is refused, and what the applicant is told, from the page to the lender's record.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import * as applicant from './applicant.mjs';
import { openStage } from './stage.mjs';

const { SAMPLE } = applicant;

/** Somebody who moved in this year, and where they lived before. */
const moved = () => ({
  ...SAMPLE.applicant,
  'addresses.0.start_date.day': '1',
  'addresses.0.start_date.month': '1',
  'addresses.0.start_date.year': String(new Date().getFullYear()),
});
const earlier = {
  'addresses.1.house_number': '7',
  'addresses.1.line_1': 'Old Lane',
  'addresses.1.city': 'Leeds',
  'addresses.1.postcode': 'LS1 4AP',
  'addresses.1.start_date.day': '2',
  'addresses.1.start_date.month': '3',
  'addresses.1.start_date.year': '2010',
};

describe('an applicant with a previous address', { timeout: 180_000 }, () => {
  let stage;
  before(async () => {
    stage = await openStage();
  });
  after(() => stage?.close());

  it('creates the application, and nothing marks the earlier address', async () => {
    const { page, servers } = stage;
    await applicant.fillCompany(page);
    await applicant.press(page);
    await applicant.fillApplicant(page, moved());
    await applicant.press(page);
    await page.waitForSelector('>>> [name="addresses.1.line_1"]');
    await applicant.type(page, earlier);
    await applicant.choose(page, 'addresses.1.status', 'tenant');
    await applicant.press(page);
    await applicant.reach(page, 'Check your answers');
    await applicant.press(page);
    await applicant.reach(page, 'Add documents');
    const [{ body }] = servers.sandbox.calls;
    assert.deepEqual(
      body.applicant.addresses.map(({ line_1, current }) => [line_1, current]),
      [
        ['Sample Road', 'true'],
        ['Old Lane', undefined],
      ],
    );
    assert.ok(!('current' in body.applicant.addresses[1]));
  });
});
