import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import * as z from 'zod/mini';
import { addSpoken } from '../../../src/schema/fields/spoken.js';
import { email } from '../../../src/schema/fields/email.js';
import { textLine, postcode, nameLine } from '../../../src/schema/fields/text.js';
import {
  application,
  defaultSettings,
  phoneNumber,
  PREQUALIFICATION,
  prequalificationForm,
  readDraft,
  writeDraft,
  type Draft,
} from '../../../src/schema/index.js';
import { readBy, sampleApplication, samplePrequalification, valueOf } from '../samples.js';
import { itRejects, itSends } from './typed-rows.js';

addSpoken();
const { funding_amount: money } = PREQUALIFICATION;

describe('a name as an applicant types it', () => {
  const names: [string, string][] = [
    ['ශ්\u200dරී ලංකා', 'ශ්\u200dරී ලංකා'],
    ['می\u200cخواهم', 'می\u200cخواهم'],
    ['അവന്\u200d', 'അവന്\u200d'],
    ['می\u200c\u200cخواهم \u200c', 'می\u200cخواهم'],
    ['\u061c\u200d\u061c', ''],
    ['Ja\u200dne\u200c Doe\u200d', 'Jane Doe'],
  ];
  it('keeps the joiners that its script needs, and loses all others', () => {
    for (const [typed, wire] of names)
      assert.equal(valueOf(textLine().accept(typed)) ?? '', wire, JSON.stringify(typed));
  });
});

describe('a name or a line of an address as it is copied from a document', () => {
  itSends('the line', nameLine, [
    ['O’Brien', "O'Brien"],
    ['O`Brien', "O'Brien"],
    ['D´Arcy', "D'Arcy"],
    ['“Crêperie” Ltd', '"Crêperie" Ltd'],
    ['Grif\ufb01ths & So\ufb00e', 'Griffiths & Soffe'],
    ['\ufb06ation', 'station'],
    ['Flat \uff17\uff21\uff0c\u3000\uff34\uff48\uff45 \uff31\uff55\uff41\uff59', 'Flat 7A, The Quay'],
    ['12\u201314', '12-14'],
    ['Stratford\u2011upon\u2011Avon', 'Stratford-upon-Avon'],
    ['North\u00adumber\u00adland', 'Northumberland'],
    ['Harbour\u00a0Lane,\r\n', 'Harbour Lane'],
    ['\u2009Whit\u200bby\u202f;', 'Whitby'],
    ['e\u0301ric', 'éric'],
    ['ﻣﺮﻳﻢ', 'مريم'],
    ['HARBOUR LANE BOOKS LTD.', 'HARBOUR LANE BOOKS LTD.'],
    ['1½ Tŷ Gwyn', '1½ Tŷ Gwyn'],
    ['Kauaʻi', 'Kauaʻi'],
    ['O’Neil-Ñandú', "O'Neil-Ñandú"],
    ['李小龍', '李小龍'],
    ['Ja\ud800ne\nAnn', 'Jane Ann'],
    [` ${'x'.repeat(200)}\u200b`, 'x'.repeat(200)],
  ]);

  it('is rejected as a name if it contains nothing but commas and semicolons', () =>
    assert.deepEqual(nameLine.accept(' ,; ,'), { reason: 'empty' }));
});

describe('a postcode and an e-mail address as an applicant types them', () => {
  itSends('the postcode', postcode, [
    ['S W1A-1 aA', 'SW1A 1AA'],
    ['m11ae', 'M1 1AE'],
    ['gir0aa', 'GIR 0AA'],
    ['ｓｗ１ａ１ａａ', 'SW1A 1AA'],
    ['sw1a\u200b1aa\u202e', 'SW1A 1AA'],
    ['k1a 0b1', 'K1A 0B1'],
    ['1234 ab', '1234 AB'],
    ['d02 af30', 'D02 AF30'],
    ['10115', '10115'],
    ['SW1A', 'SW1A'],
    ['SW1A\u20091AA,\n', 'SW1A 1AA'],
    ['10115,', '10115'],
  ]);

  itSends('the email address', email, [
    [' jane.doe@example.com ', 'jane.doe@example.com'],
    ['jane.doe @example.com', 'jane.doe@example.com'],
    ['mailto:jane.doe@example.com', 'jane.doe@example.com'],
    ['MailTo:Jane.Doe@Example.com,', 'Jane.Doe@Example.com'],
    ['jane.doe@example.com.', 'jane.doe@example.com'],
    ['jane\u200b.doe@example.com\ufeff', 'jane.doe@example.com'],
    ['ｊａｎｅ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'jane@example.com'],
    ['E-mail:\u00a0jane@example.com\n', 'jane@example.com'],
    ['Jane Doe <jane@example.com>;', 'jane@example.com'],
    ['<jane@example.com>', 'jane@example.com'],
    ['o’neil@example.com', "o'neil@example.com"],
    ["o'neil+loan@mail.example.co.uk", "o'neil+loan@mail.example.co.uk"],
    [`${'a'.repeat(242)}@example.com`, `${'a'.repeat(242)}@example.com`],
  ]);

  itRejects('the email address', email, [
    ['jäne@example.com', 'letters'],
    ['jane@🏦.com', 'letters'],
    ['jane.doe', 'format'],
    ['@', 'format'],
    ['@example.com', 'format'],
    ['jane@doe@example.com', 'format'],
    ['a,b@example.com', 'format'],
    ['jane@doe', 'format'],
    ['jane@@example.com', 'format'],
    ['jane@example..com', 'format'],
    ['jane@.com', 'format'],
    ['<b>@example.com', 'format'],
    ['"jane doe"@example.com', 'format'],
    [`${'a'.repeat(243)}@example.com`, 'too-long'],
    ['mailto:', 'empty'],
  ]);

  it('are the same when they are read again', () => {
    const bits = fc.constantFrom(
      'sw1a',
      '1',
      'aa',
      'é',
      ' ',
      '-',
      '.',
      '\u200b',
      '\ufeff',
      'Ａ',
      '\ufb01',
      '’',
      '–',
      ',',
      '<',
      '>',
      ':',
      '\uff9e',
      '@',
      'mailto:',
      '🏦',
      '\ud800',
    );
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(bits).map((all) => all.join('')),
    );
    for (const kind of [textLine(), nameLine, postcode, email, phoneNumber]) {
      fc.assert(
        fc.property(text, (typed) => {
          const value = valueOf(readBy(kind, typed));
          if (value !== undefined) assert.equal(valueOf(readBy(kind, value)), value);
        }),
        { numRuns: 1000, seed: 20200710 },
      );
    }
  });
});

describe('money and choices as an applicant types them', () => {
  const read = (changes: Draft) =>
    readDraft(prequalificationForm(defaultSettings), {
      ...writeDraft(prequalificationForm(defaultSettings), samplePrequalification()),
      ...changes,
    });

  itSends('the amount', money, [
    ['25000', 25_000],
    [' 25,000.5 ', 25_000.5],
    ['1,234,567.89', 1_234_567.89],
    ['２５０００', 25_000],
    ['0.01', 0.01],
    ['25\u200b000', 25_000],
    ['£1.5m', 1_500_000],
    ['1.1M', 1_100_000],
    ['1.255k', 1255],
    ["25'000", 25_000],
    ['25,000.', 25_000],
    ['007', 7],
    ['£ 25 000.50', 25_000.5],
    ['1\u202f000\u202f000', 1_000_000],
    ['25,000 GBP', 25_000],
    ['£1.5 million', 1_500_000],
    ['1.5mn', 1_500_000],
    ['25 thousand pounds', 25_000],
    ['25 Grand', 25_000],
    ['£25,000.00', 25_000],
    ['25k', 25_000],
    ['25 K', 25_000],
    ['GBP 25000', 25_000],
    ['25000 pounds', 25_000],
    ['25000 pounds sterling', 25_000],
    ['25, 000', 25_000],
    ['£1 , 250, 000.50', 1_250_000.5],
    ['25000.0', 25_000],
    ['２５，０００．５', 25_000.5],
  ]);

  itRejects('the amount', money, [
    ['', 'empty'],
    ['£', 'empty'],
    ['0.001', 'decimals'],
    ['1.234567891m', 'decimals'],
    ['1,2345', 'not-money'],
    ['25kk', 'about'],
    ['(25)', 'about'],
    ['25 to 30', 'range'],
    ['25,00', 'not-money'],
    ['250,5', 'not-money'],
    ['25,000,00', 'not-money'],
    ['2.500.00,00', 'not-money'],
    ['25.000', 'decimals'],
    ['٢٥٫٠٠٠', 'decimals'],
    ['🏦', 'not-money'],
    ['\u22121', 'too-small'],
    ['£-25', 'too-small'],
    ['-0', 'too-small'],
    ['9'.repeat(301), 'not-money'],
    ['999999999m', 'too-large'],
    ['0x10', 'not-money'],
    ['1e400', 'not-money'],
    ['9'.repeat(300), 'too-large'],
    ['Infinity', 'not-money'],
    ['NaN', 'not-money'],
    ['25 000 30 000', 'not-money'],
    ['1 2345', 'not-money'],
    ['$5000', 'currency'],
    ['€5000', 'currency'],
    ['¥5000', 'currency'],
    ['5000 USD', 'currency'],
    ['25£30', 'not-money'],
    ['£10 £200', 'not-money'],
    ['2 millionths', 'about'],
    ['2.5E+04', 'not-money'],
    ...['EUR 25000', '25.000 €', '25k euros', 'US$25,000', '25000 dollars', 'CHF 25k', '25 000 zł', 'about $5000'].map(
      (typed) => [typed, 'currency'] as const,
    ),
    ...[
      '~25000',
      '≈ 25k',
      'about 25000',
      'approx. 25,000',
      'ca. 25k',
      '25000ish',
      '25,000+',
      'up to £25k',
      '10k a month',
    ].map((typed) => [typed, 'about'] as const),
    ...[
      '25,000-30,000',
      '25–30k',
      '£25k to £30k',
      'between 25000 and 30000',
      '25,000 - 30,000',
      '25 bis 30',
      '25000 or 30000',
    ].map((typed) => [typed, 'range'] as const),
  ]);

  it('are accepted, if they are money, only in the currency of the settings', () => {
    const inCurrency = (currencySign: string, funding_amount: string) => {
      const form = prequalificationForm({ ...defaultSettings, currencySign } as never);
      const draft = { ...writeDraft(form, samplePrequalification()), funding_amount };
      return readDraft(form, draft).value?.funding_amount;
    };
    for (const [sign, typed] of [
      ['€', '€25 000'],
      ['$', '$25k'],
      ['€', '25000 euros'],
      ['$', '25000 dollars'],
      ['CHF', 'CHF 25000'],
      ['R$', 'R$25,000'],
    ] as const) {
      assert.equal(inCurrency(sign, typed), 25_000, typed);
    }
    for (const [sign, typed] of [
      ['€', '£25000'],
      ['€', '25000 pounds'],
      ['$', 'GBP 25000'],
    ] as const) {
      assert.equal(inCurrency(sign, typed), undefined, typed);
    }
  });

  it('are yes or no, if they are choices; a missing choice is a problem', () => {
    assert.equal(read({ any_ccj: 'yes' }).value?.any_ccj, true);
    assert.equal(read({ any_ccj: 'no' }).value?.any_ccj, false);
    for (const typed of ['', 'true', 'on', 'Yes']) assert.equal(read({ any_ccj: typed }).problems[0]?.reason, 'empty');
    const { any_ccj: _, ...unchosen } = writeDraft(prequalificationForm(defaultSettings), samplePrequalification());
    assert.deepEqual(
      readDraft(prequalificationForm(defaultSettings), unchosen).problems.map(({ path }) => path),
      ['any_ccj'],
    );
  });
});

describe('the applicant’s current address', () => {
  it('is marked by the string "true" alone', () => {
    const value = (current: unknown) => {
      const { applicant, ...rest } = sampleApplication();
      return { ...rest, applicant: { ...applicant, addresses: [{ ...applicant.addresses[0]!, current }] } };
    };
    for (const current of ['true', undefined, null, '']) assert.ok(z.safeParse(application, value(current)).success);
    for (const current of [true, false, 'false', 'TRUE', '1', 1]) {
      assert.equal(z.safeParse(application, value(current)).success, false);
    }
  });
});
