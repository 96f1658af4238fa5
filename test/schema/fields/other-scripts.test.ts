// Numbers as they are typed with the keyboards and habits of other languages. The lender gets the digits 0 to 9.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { companyNumber, nameLine, postcode } from '../../../src/schema/fields/text.js';
import { email } from '../../../src/schema/fields/email.js';
import { normalisePlain } from '../../../src/schema/fields/normalise.js';
import { PREQUALIFICATION } from '../../../src/schema/forms/prequalification-form.js';
import { dateTime, dayFirst, phoneNumber, yearFirst, type FieldType } from '../../../src/schema/index.js';
import { valueOf } from '../samples.js';
import { itSends } from './typed-rows.js';

const { funding_amount: money } = PREQUALIFICATION;

const FIELDS: Record<string, readonly [FieldType<unknown>, Record<string, string | number>]> = {
  'an amount of money': [
    money,
    {
      '٢٥٠٠٠': 25_000,
      '۲۵۰۰۰': 25_000,
      '٢٥٬٠٠٠٫٥٠': 25_000.5,
      '۲۵٬۰۰۰': 25_000,
      '٢٥،٠٠٠': 25_000,
      '٢٥٫٥': 25.5,
      '£ ٢٥ ٠٠٠': 25_000,
      '\u200f٢٥٠٠٠\u200f': 25_000,
      '२५,०००': 25_000,
      '25 000': 25_000,
      '25\u202f000': 25_000,
      '25\u00a0000,00': 25_000,
      '25\u202f000,5': 25_000.5,
      '1 234 567,89': 1_234_567.89,
      '25.000,00': 25_000,
      "25'000,50": 25_000.5,
      '25000,00': 25_000,
      '£25.000,00': 25_000,
    },
  ],
  'a telephone number': [
    phoneNumber,
    {
      '٠٧٧٠٠ ٩٠٠٩٨٢': '+447700900982',
      '۰۷۷۰۰۹۰۰۹۸۲': '+447700900982',
      '+٤٤ ٢٠ ٧٩٤٦ ٠٩٥٨': '+442079460958',
      '٠٠٤٤ (٠)٢٠ ٧٩٤٦-٠٩٥٨': '+442079460958',
      '\u200e+٤٤٢٠٧٩٤٦٠٩٥٨\u200e': '+442079460958',
    },
  ],
  'a postcode': [postcode, { 'EC٢A ٤NE': 'EC2A 4NE', sw۱a۱aa: 'SW1A 1AA', '١٠١١٥': '10115' }],
  'a registration number': [
    companyNumber,
    { '٠١٢٣٤٥٦٧': '01234567', sc۱۲۳۴۵۶: 'SC123456', 'Company no. ٠١٢٣ ٤٥٦٧': '01234567' },
  ],
  'a line of an address': [nameLine, { '٢٢١ب': '221ب', 'Flat ٧, ۱۲': 'Flat 7, 12' }],
  'an email address': [email, { 'jane٧٧@example.com': 'jane77@example.com' }],
};

describe('a number in other scripts and formats', () => {
  for (const [field, [kind, rows]] of Object.entries(FIELDS)) itSends(field, kind, Object.entries(rows));

  it('is accepted as a date, in three inputs or pasted into one', () => {
    const dates = [
      ['٢٧', '٣', '١٩٨٥'],
      ['۲۷', '۰۳', '۱۹۸۵'],
      ['٢٧/٣/١٩٨٥', '', ''],
      ['\u200f۲۷-۳-۱۹۸۵', '', ''],
      ['١٩٨٥/٠٣/٢٧', '', ''],
    ];
    for (const [day, month, year] of dates) {
      const read = (kind: FieldType<unknown>) => valueOf(kind.read({ day, month, year }, { callingCode: '+44' }));
      assert.deepEqual(
        [yearFirst, dayFirst, dateTime].map(read),
        ['1985-03-27', '27/03/1985', '1985-03-27 00:00:00.000'],
        day,
      );
    }
  });

  it('has the right value in every script that the JavaScript engine supports', () => {
    let scripts = 0;
    for (const system of Intl.supportedValuesOf('numberingSystem')) {
      const digits = [...'0123456789']
        .map((digit) => new Intl.NumberFormat('en', { numberingSystem: system }).format(Number(digit)))
        .join('');
      if (!/^\p{Nd}{10}$/u.test(digits)) continue; // Chinese numerals, for example, are not decimal digits.
      scripts++;
      assert.equal(normalisePlain(digits), '0123456789', system);
    }
    assert.ok(scripts > 50, `${scripts}`);
  });
});
