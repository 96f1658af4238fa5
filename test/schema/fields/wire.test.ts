import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import * as z from 'zod/mini';
import {
  application,
  createApplicationAnswer,
  defaultSettings,
  documentFields,
  prequalification,
  toProblems,
  requestOffers,
  session,
  uuidSchema,
  widgetAuth,
  widgetAuthAnswer,
} from '../../../src/schema/index.js';
import { sampleApplication, samplePrequalification } from '../samples.js';

const ID = '5f0e6d0a-9f43-4c8e-8a34-2f4f5f0f6a11';
const OTHER_ID = '0190a5b2-7c11-7d2e-9b1a-6a5d4c3b2a10';
const runs = { numRuns: 1000, seed: 20200710 };

const passes = (schema: z.core.$ZodType, value: unknown) => z.safeParse(schema, value).success;

describe('the bodies of the five calls', () => {
  it('reject keys that the specification does not have, each by its own name', () => {
    const { company, applicant, region } = sampleApplication();
    const extra = { extra: 1, another: 2 };
    const places: [string, unknown][] = [
      ['', { company, applicant, region, ...extra }],
      ['company.', { company: { ...company, ...extra }, applicant, region }],
      ['company.address.', { company: { ...company, address: { ...company.address, ...extra } }, applicant, region }],
      ['applicant.', { company, applicant: { ...applicant, ...extra }, region }],
      [
        'applicant.addresses.0.',
        { company, applicant: { ...applicant, addresses: [{ ...applicant.addresses[0], ...extra }] }, region },
      ],
    ];
    for (const [prefix, value] of places) {
      const { error } = z.safeParse(application, value);
      assert.deepEqual(
        toProblems(error!).map(({ path, reason }) => [path, reason]),
        [
          [`${prefix}extra`, 'unknown'],
          [`${prefix}another`, 'unknown'],
        ],
      );
    }
    assert.equal(passes(documentFields, { type: 'bank-statement', extra: 1 }), false);
    assert.equal(passes(prequalification, { ...samplePrequalification(), extra: 1 }), false);
    assert.equal(passes(requestOffers, { credit_score_check_consent: true, extra: 1 }), false);
    assert.equal(passes(widgetAuth, { company_id: ID, email: 'a@example.com', extra: 1 }), false);
  });

  it('reject a missing field, except those that some people have nothing for', () => {
    const asked = ['first_name', 'house_number', 'line_1', 'postcode', 'status'];
    // Some countries have no codes.
    const missingAbroad = ['country_code', 'region'];
    const { county: _, ...address } = sampleApplication().applicant.addresses[0]!;
    const groups = { company: sampleApplication().company, applicant: sampleApplication().applicant };
    for (const [group, value] of Object.entries(groups)) {
      for (const key of Object.keys(value)) {
        const rest = Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
        const isTaken = passes(application, { ...sampleApplication(), [group]: rest });
        const mayBeMissing =
          [...asked, ...missingAbroad].includes(key) || defaultSettings.fields[`${group}.${key}`] === 'optional';
        assert.equal(isTaken, mayBeMissing, `${group}.${key}`);
      }
    }
    for (const key of Object.keys(address).filter((name) => name !== 'current')) {
      const rest = Object.fromEntries(Object.entries(address).filter(([name]) => name !== key));
      const applicant = { ...sampleApplication().applicant, addresses: [rest] };
      assert.equal(
        passes(application, { ...sampleApplication(), applicant }),
        [...asked, ...missingAbroad].includes(key),
        key,
      );
    }
  });

  it('reject an empty list of addresses, and more than twenty', () => {
    const { applicant } = sampleApplication();
    const some = (count: number) => ({
      ...sampleApplication(),
      applicant: { ...applicant, addresses: Array.from({ length: count }, () => applicant.addresses[0]) },
    });
    assert.deepEqual(
      [0, 1, 20, 21].map((count) => passes(application, some(count))),
      [false, true, true, false],
    );
  });

  it('are valid with an unknown type, status, region and country', () => {
    const value = sampleApplication();
    Object.assign(value.company, { type: 'co-operative', region: 'Atlantis' });
    Object.assign(value.company.address, { country_code: 'ZZ' });
    Object.assign(value.applicant.addresses[0]!, { status: 'lighthouse keeper', region: 'NI', country_code: 'XX' });
    Object.assign(value.applicant, { country_of_residence: 'Elsewhere' });
    value.region = 'EU';
    assert.deepEqual(z.parse(application, value), value);
    assert.ok(passes(documentFields, { type: 'tea-leaves' }));
  });

  it('reject malformed amounts', () => {
    for (const wrong of [Number.NaN, Infinity, -1, 1e13, '25000', null, 25_000n]) {
      assert.equal(passes(prequalification, { ...samplePrequalification(), funding_amount: wrong }), false);
      assert.equal(passes(prequalification, { ...samplePrequalification(), monthly_revenue: wrong }), false);
    }
    assert.equal(passes(prequalification, { ...samplePrequalification(), funding_amount: 0 }), false);
    assert.ok(passes(prequalification, { ...samplePrequalification(), monthly_revenue: 0 }));
  });

  it('accept only a boolean for consent', () => {
    for (const consent of ['true', 1, [true], {}, null, undefined]) {
      assert.equal(passes(requestOffers, { credit_score_check_consent: consent }), false);
    }
  });
});

describe('an id', () => {
  it('is a UUID of any version, in either case', () => {
    for (const id of [ID, OTHER_ID, ID.toUpperCase()]) assert.ok(passes(uuidSchema(), id));
  });

  it('is rejected when it is not a UUID', () => {
    const wrong = [
      '',
      '12345',
      `${ID} `,
      `${ID}\n`,
      `{${ID}}`,
      ID.replaceAll('-', ''),
      `${ID}/../auth`,
      '../auth?',
      '%2e%2e/auth#',
    ];
    for (const id of [...wrong, ID.replace('5', 'g'), null, 7, [ID]]) assert.equal(passes(uuidSchema(), id), false);
    assert.equal(passes(widgetAuth, { company_id: '12345', email: 'a@example.com' }), false);
  });
});

describe('the response of endpoint 1', () => {
  const kept = { company_id: ID, application_id: OTHER_ID, region: 'UK' };
  const data = { application_id: OTHER_ID, region: 'UK', company: { id: ID, registered_name: 'Acme LTD' } };

  it('is read under data or at the top, with unknown fields around it', () => {
    assert.deepEqual(z.parse(createApplicationAnswer, { success: true, message: 'Created.', data }), kept);
    assert.deepEqual(z.parse(createApplicationAnswer, { success: true, ...data, extra: [] }), kept);
  });

  it('is accepted for its company id, whatever the rest contains', () => {
    for (const rest of [{}, { application_id: null, region: null }, { application_id: 7, region: {} }]) {
      const read = z.parse(createApplicationAnswer, { data: { ...rest, company: { id: ID } } });
      assert.deepEqual(read, { company_id: ID, application_id: undefined, region: undefined });
    }
  });

  it('is rejected without a company id that is a UUID', () => {
    for (const company of [undefined, null, {}, { id: '' }, { id: 7 }, { id: '../applications/auth' }, [ID]]) {
      assert.equal(passes(createApplicationAnswer, { data: { ...data, company } }), false);
    }
  });
});

describe('the response of endpoint 5', () => {
  it('is read with the token at the top, or under data', () => {
    for (const answer of [{ access_token: 't' }, { success: true, data: { access_token: 't', expires_in: 1 } }]) {
      assert.deepEqual(z.parse(widgetAuthAnswer, answer), { access_token: 't' });
    }
  });

  it('is read at the top first', () => {
    assert.equal(
      z.parse(widgetAuthAnswer, { access_token: 'top', data: { access_token: 'below' } }).access_token,
      'top',
    );
  });

  it('is rejected with a token that is empty, huge, split over lines or not a string', () => {
    for (const access_token of ['', 'x'.repeat(8193), 'a\r\nb', 'a\u0000', 7, null, ['t'], { t: 't' }]) {
      assert.equal(passes(widgetAuthAnswer, { access_token }), false);
    }
  });
});

describe('any schema', () => {
  it('never throws on garbage', () => {
    const schemas = [application, documentFields, prequalification, requestOffers, widgetAuth, session];
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true, withBigInt: true }), (garbage) => {
        for (const schema of [...schemas, createApplicationAnswer, widgetAuthAnswer]) {
          z.safeParse(schema, garbage);
          z.safeParse(schema, { data: garbage, company: garbage, access_token: undefined });
        }
      }),
      runs,
    );
  });
});
