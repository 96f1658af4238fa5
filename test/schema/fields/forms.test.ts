import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import * as z from 'zod/mini';
import { companyNumber } from '../../../src/schema/fields/company-number.js';
import { email } from '../../../src/schema/fields/email.js';
import { postcode, nameLine } from '../../../src/schema/fields/text.js';
import {
  APPLICANT,
  applicantForm,
  COMPANY,
  companyForm,
  defaultSettings,
  daysInMonth,
  PREQUALIFICATION,
  prequalification,
  prequalificationForm,
  readDraft,
  tableSchema,
  writeDraft,
  type Draft,
  type Form,
  type FieldTable,
} from '../../../src/schema/index.js';
import { formOf, sampleApplication, valueOf } from '../samples.js';

const runs = { numRuns: 1000, seed: 20200710 };

const text = fc
  .stringMatching(/^[A-Za-z0-9ÀÉöß.,'&<>/-]{1,10}( [A-Za-z0-9é🏦]{1,10})?$/u)
  .filter((value) => value.length <= 20);
const tidied = text.map((value) => valueOf(nameLine.accept(value))).filter((value) => value !== undefined);
const digits = (from: number, to: number) => fc.stringMatching(new RegExp(`^\\d{${from},${to}}$`));
const pad = (value: number, width = 2) => String(value).padStart(width, '0');

const pastDate = fc
  .record({ year: fc.integer({ min: 1900, max: 2019 }), month: fc.integer({ min: 1, max: 12 }) })
  .chain(({ year, month }) =>
    fc.integer({ min: 1, max: daysInMonth(year, month) }).map((day) => [pad(year, 4), pad(month), pad(day)] as const),
  );
const dayFirst = pastDate.map(([year, month, day]) => `${day}/${month}/${year}`);
const yearFirst = pastDate.map((parts) => parts.join('-'));
const midnight = yearFirst.map((date) => `${date} 00:00:00.000`);

const tidiedNumber = text.map((value) => valueOf(companyNumber.accept(value))).filter((value) => value !== undefined);
const tidiedPostcode = text.map((value) => valueOf(postcode.accept(value))).filter((value) => value !== undefined);

const place = { house_number: tidied, line_1: tidied, country_code: text };
const anyCompany = fc.record({
  address: fc.record(
    { ...place, city: tidied, postcode: tidiedPostcode, county: tidied },
    { requiredKeys: ['house_number', 'line_1', 'country_code'] },
  ),
  registered_name: tidied,
  registered_number: tidiedNumber,
  type: text,
  region: text,
  formation_date: midnight,
  trading_from_date: midnight,
});
const anyAddress = fc.record(
  {
    ...place,
    county: tidied,
    city: tidied,
    postcode: tidiedPostcode,
    status: text,
    region: text,
    current: fc.constant('true' as const),
    start_date: dayFirst,
  },
  { requiredKeys: ['house_number', 'line_1', 'country_code', 'city', 'postcode', 'status', 'region', 'start_date'] },
);
const anyApplicant = fc.record({
  first_name: tidied,
  last_name: tidied,
  email: digits(1, 10).map((name) => `${name}@example.com`),
  country_of_residence: text,
  addresses: fc.array(anyAddress, { minLength: 1, maxLength: 20 }),
  // A 0 after the partner's own calling code is the trunk prefix, and goes.
  phone_number: digits(6, 15)
    .filter((number) => !number.startsWith('440'))
    .map((number) => `+${number}`),
  date_of_birth: yearFirst,
});
const cents = (minimum: number) => fc.integer({ min: minimum, max: 100_000_000_000_000 }).map((value) => value / 100);
const anyPrequalification = fc.record({
  funding_amount: cents(1),
  monthly_revenue: cents(0),
  any_ccj: fc.boolean(),
});

const optional = (...paths: string[]) => Object.fromEntries(paths.map((path) => [path, 'optional' as const]));
const everyField = {
  ...defaultSettings,
  fields: {
    ...defaultSettings.fields,
    ...optional('company.address.city', 'company.address.county', 'company.address.postcode'),
  },
};

/** Like JSON, on which a key without a value does not travel. */
const sent = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

function staysItself(form: Form<FieldTable>, wire: z.core.$ZodType, value: unknown) {
  const { value: read, problems } = readDraft(form, writeDraft(form, value));
  assert.deepEqual(problems, []);
  assert.deepEqual(sent(read), sent(value));
  assert.deepEqual(sent(z.parse(wire, sent(read))), sent(value));
}

describe('a form', () => {
  it('gives back the company that was written into it', () => {
    fc.assert(
      fc.property(anyCompany, (value) =>
        staysItself(companyForm(everyField), tableSchema(COMPANY, everyField.fields, 'company'), value),
      ),
      runs,
    );
  });

  it('gives back the applicant that was written into it', () => {
    const form = applicantForm(defaultSettings);
    fc.assert(
      fc.property(anyApplicant, (value) =>
        staysItself(form, tableSchema(APPLICANT, defaultSettings.fields, 'applicant'), value),
      ),
      runs,
    );
  });

  it('gives back the figures that were written into it', () => {
    const form = prequalificationForm(defaultSettings);
    fc.assert(
      fc.property(anyPrequalification, (value) => staysItself(form, prequalification, value)),
      runs,
    );
  });

  it('writes as much of a value as fits', () => {
    const partial = { ...sampleApplication().applicant, date_of_birth: '2000-02-30', email: 7 };
    const draft = writeDraft(applicantForm(defaultSettings), partial);
    assert.equal(draft.first_name, 'Jane');
    assert.deepEqual(
      Object.keys(draft).filter((name) => /^(date_of_birth|email)/.test(name)),
      [],
    );
    fc.assert(
      fc.property(fc.anything(), (value) => {
        for (const form of [
          companyForm(defaultSettings),
          applicantForm(defaultSettings),
          prequalificationForm(defaultSettings),
        ])
          writeDraft(form, value);
      }),
      runs,
    );
  });

  it('names the wrong fields in the order of the schema, never their input', () => {
    const draft: Draft = {
      ...writeDraft(companyForm(defaultSettings), sampleApplication().company),
      registered_name: ' ',
    };
    draft['address.line_1'] = 'typed'.repeat(60);
    draft['formation_date.month'] = '';
    const { value, problems } = readDraft(companyForm(defaultSettings), draft);
    assert.equal(value, undefined);
    assert.deepEqual(problems, [
      { path: 'registered_name', reason: 'empty', params: undefined },
      { path: 'formation_date', reason: 'date-missing', params: { parts: 'month' } },
      { path: 'address.line_1', reason: 'too-long', params: { maximum: 200 } },
    ]);
  });

  it('reports one problem for a field that is wrong in two ways', () => {
    const form = formOf({ email, funding_amount: PREQUALIFICATION.funding_amount });
    assert.deepEqual(
      readDraft(form, { email: '', funding_amount: '-1' }).problems.map(({ path, reason }) => [path, reason]),
      [
        ['email', 'empty'],
        ['funding_amount', 'too-small'],
      ],
    );
  });

  it('takes the given values where nothing is typed', () => {
    const form = formOf({ region: COMPANY.region, type: COMPANY.type });
    assert.deepEqual(readDraft(form, { type: 'plc' }, { region: 'GB', type: 'ltd' }).value, {
      region: 'GB',
      type: 'plc',
    });
  });

  it('ignores inputs that the schema does not know', () => {
    const draft = {
      ...writeDraft(companyForm(defaultSettings), sampleApplication().company),
      extra: '1',
      'address.extra': '1',
    };
    assert.deepEqual(readDraft(companyForm(defaultSettings), draft).problems, []);
  });

  it('never throws and never touches a prototype, whatever the inputs are called', () => {
    const names = [
      '__proto__.x',
      'constructor.prototype.x',
      'addresses.__proto__.x',
      'a',
      'a.b',
      'addresses.0',
      '.',
      '',
    ];
    const name = fc.oneof(fc.constantFrom(...names, 'addresses.0.city', 'addresses.x', 'address'), fc.string());
    fc.assert(
      fc.property(fc.array(fc.tuple(name, fc.string())), (entries) => {
        for (const form of [companyForm(defaultSettings), applicantForm(defaultSettings)] as Form<FieldTable>[])
          readDraft(form, Object.fromEntries(entries));
        assert.equal('x' in {}, false);
        assert.equal('x' in [], false);
      }),
      runs,
    );
  });
});
