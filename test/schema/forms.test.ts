import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import * as z from 'zod/mini';
import {
  applicant,
  applicantForm,
  company,
  companyForm,
  daysInMonth,
  prequalification,
  prequalificationForm,
  readDraft,
  writeDraft,
  type Applicant,
  type Draft,
} from '../../src/schema/index.js';
import { sampleApplication, samplePrequalification } from './samples.js';

const runs = { numRuns: 1000, seed: 20200710 };

const text = fc
  .stringMatching(/^[A-Za-z0-9ÀÉöß.,'&<>/-]{1,10}( [A-Za-z0-9é🏦]{1,10})?$/u)
  .filter((value) => value.length <= 20);
const digits = (from: number, to: number) => fc.stringMatching(new RegExp(`^\\d{${from},${to}}$`));
const pad = (value: number, width = 2) => String(value).padStart(width, '0');

const pastDate = fc
  .record({ year: fc.integer({ min: 1, max: 2019 }), month: fc.integer({ min: 1, max: 12 }) })
  .chain(({ year, month }) =>
    fc.integer({ min: 1, max: daysInMonth(year, month) }).map((day) => [pad(year, 4), pad(month), pad(day)] as const),
  );
const dayFirst = pastDate.map(([year, month, day]) => `${day}/${month}/${year}`);
const yearFirst = pastDate.map((parts) => parts.join('-'));
const midnight = yearFirst.map((date) => `${date} 00:00:00.000`);

const place = { house_number: text, line_1: text, country_code: text };
const anyCompany = fc.record({
  address: fc.record(
    { ...place, city: text, postcode: text, county: text },
    { requiredKeys: ['house_number', 'line_1', 'country_code'] },
  ),
  registered_name: text,
  registered_number: text,
  type: text,
  region: text,
  formation_date: midnight,
  trading_from_date: midnight,
});
const anyAddress = fc.record(
  {
    ...place,
    county: text,
    city: text,
    postcode: text.map((value) => value.toUpperCase()).filter((value) => value.length <= 20),
    status: text,
    region: text,
    current: fc.constant('true' as const),
    start_date: dayFirst,
  },
  { requiredKeys: ['house_number', 'line_1', 'country_code', 'city', 'postcode', 'status', 'region', 'start_date'] },
);
const anyApplicant = fc.record({
  first_name: text,
  last_name: text,
  email: digits(1, 10).map((name) => `${name}@example.com`),
  country_of_residence: text,
  addresses: fc.array(anyAddress, { minLength: 1, maxLength: 20 }),
  phone_number: digits(6, 15).map((number) => `+${number}`),
  date_of_birth: yearFirst,
});
const cents = (minimum: number) => fc.integer({ min: minimum, max: 100_000_000_000_000 }).map((value) => value / 100);
const anyPrequalification = fc.record({
  funding_amount: cents(1),
  monthly_revenue: cents(0),
  any_ccj: fc.boolean(),
});

/** Like JSON, on which a key without a value does not travel. */
const sent = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** A value that is written into a form, read again, and fits the wire. */
function staysItself(form: z.core.$ZodType, wire: z.core.$ZodType, value: unknown) {
  const { value: read, problems } = readDraft(form, writeDraft(form, value));
  assert.deepEqual(problems, []);
  assert.deepEqual(sent(read), sent(value));
  assert.deepEqual(sent(z.parse(wire, read)), sent(value));
}

describe('a form', () => {
  it('gives back the company that was written into it', () => {
    fc.assert(
      fc.property(anyCompany, (value) => staysItself(companyForm, company, value)),
      runs,
    );
  });

  it('gives back the applicant that was written into it', () => {
    const form = applicantForm('+44');
    fc.assert(
      fc.property(anyApplicant, (value) => staysItself(form, applicant, value)),
      runs,
    );
  });

  it('gives back the figures that were written into it', () => {
    const form = prequalificationForm;
    fc.assert(
      fc.property(anyPrequalification, (value) => staysItself(form, prequalification, value)),
      runs,
    );
  });

  it('holds the specification’s sample applicant under dotted names', () => {
    assert.deepEqual(writeDraft(applicantForm('+44'), sampleApplication().applicant), {
      first_name: 'Jane',
      last_name: 'Doe',
      email: 'jane.doe@example.com',
      country_of_residence: 'United Kingdom',
      'addresses.0.house_number': '2',
      'addresses.0.line_1': 'Sample Road',
      'addresses.0.county': 'Greater London',
      'addresses.0.country_code': 'UK',
      'addresses.0.city': 'London',
      'addresses.0.postcode': 'EC2A 4HT',
      'addresses.0.status': 'tenant',
      'addresses.0.region': 'UK',
      'addresses.0.current': 'true',
      'addresses.0.start_date.day': '1',
      'addresses.0.start_date.month': '2',
      'addresses.0.start_date.year': '2012',
      phone_number: '+4412321321',
      'date_of_birth.day': '10',
      'date_of_birth.month': '7',
      'date_of_birth.year': '2000',
    });
  });

  it('writes as much of a value as fits', () => {
    const partial = { ...sampleApplication().applicant, date_of_birth: '2000-02-30', email: 7 };
    const draft = writeDraft(applicantForm('+44'), partial);
    assert.equal(draft.first_name, 'Jane');
    assert.deepEqual(
      Object.keys(draft).filter((name) => /^(date_of_birth|email)/.test(name)),
      [],
    );
    fc.assert(
      fc.property(fc.anything(), (value) => {
        for (const form of [companyForm, applicantForm('+44'), prequalificationForm]) writeDraft(form, value);
      }),
      runs,
    );
  });

  it('names what is wrong in the order of the schema, never what was typed', () => {
    const draft: Draft = { ...writeDraft(companyForm, sampleApplication().company), registered_name: ' ' };
    draft['address.line_1'] = 'typed'.repeat(60);
    draft['formation_date.month'] = '';
    const { value, problems } = readDraft(companyForm, draft);
    assert.equal(value, undefined);
    assert.deepEqual(problems, [
      { path: 'address.line_1', reason: 'too-long', params: { maximum: 200 } },
      { path: 'registered_name', reason: 'empty', params: undefined },
      { path: 'formation_date', reason: 'date-missing', params: { parts: 'month' } },
    ]);
  });

  it('reports every field of an empty form as empty', () => {
    const { problems } = readDraft(companyForm, {});
    assert.ok(problems.length >= 5);
    assert.deepEqual(new Set(problems.map(({ reason }) => reason)), new Set(['empty']));
  });

  it('reports one problem for a field that is wrong in two ways', () => {
    const form = z.object({ email: applicant.shape.email, funding_amount: prequalificationForm.shape.funding_amount });
    assert.deepEqual(
      readDraft(form, { email: '', funding_amount: '-1' }).problems.map(({ path, reason }) => [path, reason]),
      [
        ['email', 'empty'],
        ['funding_amount', 'too-small'],
      ],
    );
  });

  it('takes the given values where nothing is typed', () => {
    const form = z.object({ region: company.shape.region, type: company.shape.type });
    assert.deepEqual(readDraft(form, { type: 'plc' }, { region: 'GB', type: 'ltd' }).value, {
      region: 'GB',
      type: 'plc',
    });
  });

  it('ignores inputs that the schema does not know', () => {
    const draft = { ...writeDraft(companyForm, sampleApplication().company), extra: '1', 'address.extra': '1' };
    assert.deepEqual(readDraft(companyForm, draft).problems, []);
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
        for (const form of [companyForm, applicantForm('+44')]) readDraft(form, Object.fromEntries(entries));
        assert.equal('x' in {}, false);
        assert.equal('x' in [], false);
      }),
      runs,
    );
  });
});

describe('a telephone number as an applicant types it', () => {
  const read = (typed: string) =>
    readDraft(z.object({ phone_number: applicantForm('+44').shape.phone_number }), { phone_number: typed });

  const good: [string, string][] = [
    ['+4412321321', '+4412321321'],
    ['+4412345678 90', '+441234567890'],
    ['020 7946 0958', '+442079460958'],
    ['(020) 7946-0958', '+442079460958'],
    ['0044 20 7946 0958', '+442079460958'],
    ['+44 (0)20 7946 0958', '+442079460958'],
    ['+44(0) 20 7946 0958', '+442079460958'],
    ['0044 (0) 20 7946 0958', '+442079460958'],
    ['＋４４ ２０ ７９４６ ０９５８', '+442079460958'],
    ['\u202a+44 20 7946 0958\u202c', '+442079460958'],
    ['+44.20.7946.0958', '+442079460958'],
    ['+33 1 23 45 67 89', '+33123456789'],
  ];
  for (const [typed, wire] of good) {
    it(`takes ${JSON.stringify(typed)}`, () => assert.deepEqual(read(typed).value, { phone_number: wire }));
  }

  it('refuses what is no number, and keeps no part of it', () => {
    for (const typed of [
      '12',
      'telephone',
      '+44 20 7946 0958 ext. 5',
      '+',
      '+12345',
      '+1234567890123456',
      '++4412321321',
    ]) {
      assert.deepEqual(read(typed).problems, [{ path: 'phone_number', reason: 'format', params: undefined }], typed);
    }
    assert.equal(read(' ').problems[0]?.reason, 'empty');
  });
});

describe('money and choices as an applicant types them', () => {
  const read = (changes: Draft) =>
    readDraft(prequalificationForm, { ...writeDraft(prequalificationForm, samplePrequalification()), ...changes });

  const good: [string, number][] = [
    ['25000', 25_000],
    ['£25,000.00', 25_000],
    ['25 000', 25_000],
    [' 25,000.5 ', 25_000.5],
    ['1,234,567.89', 1_234_567.89],
    ['２５０００', 25_000],
    ['0.01', 0.01],
    ['25\u200b000', 25_000],
  ];
  for (const [typed, amount] of good) {
    it(`takes ${JSON.stringify(typed)}`, () => {
      assert.equal(read({ funding_amount: typed }).value?.funding_amount, amount);
    });
  }

  const bad: [string, string][] = [
    ['', 'empty'],
    ['£', 'empty'],
    ['25k', 'not-money'],
    ['1e400', 'not-money'],
    ['25.000,00', 'not-money'],
    ['25.000', 'not-money'],
    ['25,00', 'not-money'],
    ['0x10', 'not-money'],
    ['NaN', 'not-money'],
    ['Infinity', 'not-money'],
    ['-1', 'too-small'],
    ['0', 'too-small'],
    ['1000000000001', 'too-large'],
  ];
  for (const [typed, reason] of bad) {
    it(`refuses ${JSON.stringify(typed)} as ${reason}`, () => {
      const { problems } = read({ funding_amount: typed });
      assert.deepEqual(
        problems.map((problem) => [problem.path, problem.reason]),
        [['funding_amount', reason]],
      );
    });
  }

  it('takes no revenue at all for an amount', () => {
    assert.equal(read({ monthly_revenue: '0' }).value?.monthly_revenue, 0);
  });

  it('takes yes and no, and no choice for a problem', () => {
    assert.equal(read({ any_ccj: 'yes' }).value?.any_ccj, true);
    assert.equal(read({ any_ccj: 'no' }).value?.any_ccj, false);
    for (const typed of ['', 'true', 'on', 'Yes']) assert.equal(read({ any_ccj: typed }).problems[0]?.reason, 'empty');
    const { any_ccj: _, ...unchosen } = writeDraft(prequalificationForm, samplePrequalification());
    assert.deepEqual(
      readDraft(prequalificationForm, unchosen).problems.map(({ path }) => path),
      ['any_ccj'],
    );
  });
});

describe('the applicant’s current address', () => {
  it('is marked by the string "true" alone', () => {
    const value = (current: unknown): Applicant => {
      const { applicant: sample } = sampleApplication();
      return { ...sample, addresses: [{ ...sample.addresses[0]!, current } as Applicant['addresses'][number]] };
    };
    assert.ok(z.safeParse(applicant, value('true')).success);
    for (const current of [true, 'false', 'TRUE', '1', 1, '', null]) {
      assert.equal(z.safeParse(applicant, value(current)).success, false);
    }
  });
});
