import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as z from 'zod/mini';
import {
  applicant,
  applicantForm,
  prequalificationForm,
  readDraft,
  writeDraft,
  type Applicant,
  type Draft,
} from '../../src/schema/index.js';
import { sampleApplication, samplePrequalification } from './samples.js';

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
