import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { rejectedFields } from '../../../src/server/service/rejected-fields.js';
import { read, sampleApplication, samplePrequalification, setup } from '../setup.js';
import { answering, ask, json } from './upstream-setup.js';

const NUMBER = 'company.registered_number';
const EMAIL = 'applicant.email';
const POSTCODE = 'applicant.addresses.0.postcode';

/** The shapes in which the fields are read. */
const SHAPES: [string, unknown, string[]][] = [
  ['a list with paths', { errors: [{ path: NUMBER, message: 'x' }, { path: EMAIL }] }, [NUMBER, EMAIL]],
  [
    'a list with names of fields',
    { errors: [{ field: 'registered_number' }, { field: 'postcode' }] },
    [NUMBER, POSTCODE],
  ],
  ['a list with brackets in its paths', { errors: [{ path: 'applicant.addresses[0].postcode' }] }, [POSTCODE]],
  ['a list with slashes in its paths', { errors: [{ path: '/applicant/addresses/0/postcode' }] }, [POSTCODE]],
  [
    'a map of lists',
    { message: 'Invalid.', errors: { [NUMBER]: ['Taken.'], [POSTCODE]: ['Bad.'] } },
    [NUMBER, POSTCODE],
  ],
  ['a map of sentences', { errors: { [NUMBER]: 'is taken', [EMAIL]: 'is no address' } }, [NUMBER, EMAIL]],
];

/** What names no field, or not for certain which. */
const UNCLEAR: [string, unknown][] = [
  ['nothing', null],
  ['a text', 'company.registered_number'],
  ['a message', { message: 'The company does not meet the minimum criteria.' }],
  ['a sentence about a field', { errors: ['registered_number is not known'], message: 'email must be an email' }],
  ['the sent body', { success: false, data: sampleApplication() }],
  ['the sent body, at the top', { success: false, ...sampleApplication() }],
  ['a type of error', { error: { type: 'invalid_request', status: 'failed', message: 'No.' } }],
  ['a field that two objects have', { errors: { line_1: ['x'], house_number: ['x'] } }],
  ['another field', { errors: { surname: ['x'], 'company.vat': ['x'], constructor: ['x'], __proto__: ['x'] } }],
  ['an address that was not sent', { errors: { 'applicant.addresses.7.postcode': ['x'] } }],
];

const paths = (body: unknown) => rejectedFields('createApplication', body, sampleApplication()).map(({ path }) => path);

describe('the fields that the service rejects', () => {
  for (const [shape, body, expected] of SHAPES)
    it(`are read from: ${shape}`, () => assert.deepEqual(paths(body), expected));
  for (const [shape, body] of UNCLEAR) it(`are certainly none in: ${shape}`, () => assert.deepEqual(paths(body), []));

  it('are those of every address that was sent', () => {
    const { applicant, ...rest } = sampleApplication();
    const [home] = applicant.addresses;
    const sent = { ...rest, applicant: { ...applicant, addresses: [home, home] } };
    const named = (body: unknown) => rejectedFields('createApplication', body, sent).map(({ path }) => path);
    assert.deepEqual(named({ errors: [{ path: 'applicant.addresses[1].postcode' }] }), [
      'applicant.addresses.1.postcode',
    ]);
    assert.deepEqual(named({ errors: { postcode: ['x'] } }), [], 'which of the two is not said');
  });

  it('are only fields of the call', () => {
    const figures = samplePrequalification();
    assert.deepEqual(rejectedFields('prequalify', { errors: { funding_amount: ['x'], email: ['x'] } }, figures), [
      { path: 'funding_amount', reason: 'rejected' },
    ]);
    assert.deepEqual(rejectedFields('uploadDocument', { errors: { file: ['x'] } }, new FormData()), [
      { path: 'file', reason: 'rejected' },
    ]);
    assert.deepEqual(rejectedFields('requestOffers', { errors: { email: ['x'] } }, {}), []);
  });

  it('are read with bounded work from any response', () => {
    const deep = Array.from({ length: 5000 }).reduce<unknown>((inner) => ({ errors: [inner] }), {});
    const wide = { errors: Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`${NUMBER}.${at}`, ['x']])) };
    const long = { errors: [{ path: '.a'.repeat(100_000) }, 'a.'.repeat(100_000)] };
    for (const body of [deep, wide, long]) assert.deepEqual(paths(body), []);
    const many = { errors: Array.from({ length: 400 }, () => ({ path: NUMBER })) };
    assert.deepEqual(paths(many), [NUMBER]);
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (body, sent) => {
        for (const path of rejectedFields('createApplication', { errors: body }, sent))
          assert.match(path.reason, /^(rejected|needed)$/);
      }),
      { numRuns: 2000, seed: 20200710 },
    );
  });

  it('reach the page as paths and one reason, without the service’s own words', async () => {
    const secret = {
      path: NUMBER,
      value: 'jane.doe@example.com',
      message: 'Jane Doe is on a list',
      code: 'BLACKLISTED',
    };
    for (const status of [400, 422]) {
      const answer = await ask('applications', json({ message: 'No, Jane.', errors: [secret] }, status));
      assert.deepEqual(
        [answer.status, answer.code, answer.issues],
        [422, 'upstream-rejected', [{ path: NUMBER, reason: 'rejected' }]],
      );
      assert.doesNotMatch(JSON.stringify(answer), /jane|doe|list/i);
    }
  });

  it('include a field that the handler leaves out and the sandbox requires', async () => {
    const fields = { 'company.formation_date': 'optional' } as const;
    const { formation_date: _, ...company } = sampleApplication().company;
    const page = setup({ settings: { fields } }).browser();
    const { code, issues } = await read(await page.post('applications', { ...sampleApplication(), company }));
    assert.deepEqual([code, issues], ['upstream-rejected', [{ path: 'company.formation_date', reason: 'needed' }]]);
  });

  it('are none in a page of HTML', async () => {
    const { code, issues } = await ask('applications', answering('<p>email must be', { status: 422 }));
    assert.deepEqual([code, issues], ['upstream-rejected', undefined]);
  });
});
