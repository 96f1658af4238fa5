// Chromium's autofill fills in every field with an autocomplete token, through the shadow roots, and no other field.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import * as applicant from './applicant.mjs';
import { useStage } from './stage.mjs';

/** A profile in the browser, with Chromium's field names. They keep a building's number and its street separate. */
const PROFILE = {
  NAME_FIRST: 'Jane',
  NAME_LAST: 'Doe',
  COMPANY_NAME: 'Acme LTD',
  EMAIL_ADDRESS: 'jane@example.com',
  PHONE_HOME_WHOLE_NUMBER: '+441632960001',
  ADDRESS_HOME_HOUSE_NUMBER: '64',
  ADDRESS_HOME_STREET_NAME: 'Sample Road',
  ADDRESS_HOME_CITY: 'London',
  ADDRESS_HOME_STATE: 'Greater London',
  ADDRESS_HOME_ZIP: 'EC2A 4HT',
  ADDRESS_HOME_COUNTRY: 'GB',
};

const BY_TOKEN = {
  'given-name': 'NAME_FIRST',
  'family-name': 'NAME_LAST',
  organization: 'COMPANY_NAME',
  email: 'EMAIL_ADDRESS',
  tel: 'PHONE_HOME_WHOLE_NUMBER',
  'address-line1': 'ADDRESS_HOME_STREET_NAME',
  'address-level2': 'ADDRESS_HOME_CITY',
  'address-level1': 'ADDRESS_HOME_STATE',
  'postal-code': 'ADDRESS_HOME_ZIP',
};

/** This field has no token. Chromium recognises it by its name. */
const HOUSE_NUMBER = /house_number$/;

describe('the browser’s own autofill', { timeout: 120_000 }, () => {
  let layout = 'page';
  let page;
  let session;
  let missing;
  const edit = (html) => html.replace('<lending-onboarding ', `<lending-onboarding layout="${layout}" `);
  const stage = useStage({ edit }, prepare);

  async function prepare(opened) {
    page = opened;
    session = await page.createCDPSession();
    missing = await session.send('Autofill.enable').then(
      () => undefined,
      async () =>
        `${await page.browser().version()} has no autofill that can be asked for. CHROME_PATH names a Chrome or Chromium that has.`,
    );
  }

  const address = (profile) => ({ fields: Object.entries(profile).map(([name, value]) => ({ name, value })) });

  /** Makes the browser fill in the form, as if the user had chosen a profile in the list of this field. */
  async function autofill(id, profile = PROFILE) {
    const field = await page.waitForSelector(`>>> [id="${id}"]`, { visible: true });
    // The browser looks at a form again when the user presses a field, which may have been hidden until then.
    await field.click();
    for (let filled = []; filled.length === 0; await setTimeout(50)) {
      const isFilled = new Promise((resolve) => session.once('Autofill.addressFormFilled', resolve));
      await session.send('Autofill.trigger', { fieldId: await field.backendNodeId(), address: address(profile) });
      filled = (await isFilled).filledFields;
    }
  }

  /** Returns the token and the value of each field, and the value in the step's state. */
  const fields = (step) =>
    page.$eval(`>>> ${step}`, ({ renderRoot, draft }) =>
      [...renderRoot.querySelectorAll('input:not([type="radio"], [type="checkbox"])')].map((input) => ({
        field: input.name,
        token: input.autocomplete,
        filled: input.value,
        draft: draft[input.name] ?? '',
      })),
    );

  function judge(found) {
    console.table(found.map(({ field, token, filled }) => ({ field, token, filled })));
    for (const { field, token, filled, draft } of found) {
      const wanted = HOUSE_NUMBER.test(field) ? 'ADDRESS_HOME_HOUSE_NUMBER' : BY_TOKEN[token];
      assert.equal(filled, PROFILE[wanted] ?? '', `${field} (${token})`);
      assert.equal(draft, filled, `the step knows of ${field}`);
      assert.ok(wanted || token === 'off' || token.startsWith('bday-'), `${field} is filled by ${token}`);
    }
  }

  const wait = (step, field) =>
    page.waitForFunction(
      (step, field) => {
        const [journey] = document.getElementsByTagName('lending-onboarding');
        return journey.shadowRoot.querySelector(step).renderRoot.querySelector(`[id="${field}"]`).value;
      },
      {},
      step,
      field,
    );

  it('fills in the business', async (t) => {
    if (missing) return t.skip(missing);
    await applicant.reach(page, 'Your business');
    await autofill('registered_name');
    await wait('lending-company', 'address.line_1');
    judge(await fields('lending-company'));
  });

  it('fills in the applicant', async (t) => {
    if (missing) return t.skip(missing);
    await applicant.fillCompany(page);
    await applicant.press(page);
    await applicant.reach(page, 'About you');
    await autofill('first_name');
    await wait('lending-applicant', 'addresses.0.postcode');
    judge(await fields('lending-applicant'));
  });

  it('has no type of field for a date of birth', async (t) => {
    if (missing) return t.skip(missing);
    // If a Chromium version stores a date of birth, add the three fields with `bday-` tokens to the table above.
    await assert.rejects(autofill('first_name', { BIRTHDATE_DAY: '10' }), /Unsupported field type/);
  });

  it('fills in each screen, if the page shows one at a time', async (t) => {
    if (missing) return t.skip(missing);
    layout = 'screens';
    await stage.visit(prepare);
    await applicant.reach(page, 'Your business');
    await autofill('registered_name');
    await wait('lending-company', 'registered_name');
    await applicant.type(page, { registered_number: '12345' });
    await applicant.press(page);
    await applicant.reach(page, 'When did your business begin?');
    for (const name of ['formation_date', 'trading_from_date'])
      await applicant.type(page, { [`${name}.day`]: '10', [`${name}.month`]: '7', [`${name}.year`]: '2020' });
    await applicant.press(page);
    await applicant.reach(page, 'Where is your business?');
    await autofill('address.line_1');
    await wait('lending-company', 'address.line_1');
    const found = await fields('lending-company');
    judge(found.filter(({ field }) => /^(registered_name|address)/.test(field)));
  });
});
