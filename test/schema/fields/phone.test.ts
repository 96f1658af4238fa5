import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { getCountries, getExampleNumber } from 'libphonenumber-js/min';
import examples from 'libphonenumber-js/mobile/examples';
import { guessPhone, phoneNumber, readDraft } from '../../../src/schema/index.js';
import { checkPhone, mayBeAbroad, suggestPhone } from '../../../src/schema/unlikely.js';
import { formOf, readBy, valueOf } from '../samples.js';
import { itSends } from './typed-rows.js';

const ABROAD = {
  'the United Kingdom': [
    '861234567',
    '871234567',
    '1701234567',
    '1711234567',
    '1601234567',
    '6641234567',
    '612345678',
    '470123456',
    '5321234567',
  ].map((mobile) => `+44${mobile}`),
  Ireland: ['+3537700900982'],
};

describe('a telephone number as an applicant types it', () => {
  const read = (typed: string) => readDraft(formOf({ phone_number: phoneNumber }), { phone_number: typed });

  itSends('the telephone number', phoneNumber, [
    ['+4412345678 90', '+441234567890'],
    ['020 7946 0958', '+442079460958'],
    ['(020) 7946-0958', '+442079460958'],
    ['0044 20 7946 0958', '+442079460958'],
    ['+44(0) 20 7946 0958', '+442079460958'],
    ['0044 (0) 20 7946 0958', '+442079460958'],
    ['＋４４ ２０ ７９４６ ０９５８', '+442079460958'],
    ['\u202a+44 20 7946 0958\u202c', '+442079460958'],
    ['+44.20.7946.0958', '+442079460958'],
    ['+33 1 23 45 67 89', '+33123456789'],
    ['01632 960 001', '+441632960001'],
    ['07700 900 982', '+447700900982'],
    ['+44 808 157 0192', '+448081570192'],
    ['+44 0808 157 0192', '+448081570192'],
    ['00 44 0808 157 0192', '+448081570192'],
    ['(+44) (0)20 7946 0958', '+442079460958'],
    ['+44 ( 0 ) 20 7946 0958', '+442079460958'],
    ['[020] 7946 0958', '+442079460958'],
    ['(0)20 7946 0958', '+442079460958'],
    ['020\u00a07946\u20110958', '+442079460958'],
    ['020\u200b7946\u22120958', '+442079460958'],
    ['tel:+44-20-7946-0958', '+442079460958'],
    ['Tel.: 020 7946 0958', '+442079460958'],
    ['mobile 07700 900982 (mornings)', '+447700900982'],
    ['07700 900982.', '+447700900982'],
    ['07700 900982 (home/mobile)', '+447700900982'],
    ['07700 900982 evenings, please', '+447700900982'],
    ['(020 7946 0958)', '+442079460958'],
    ['07700900982.0', '+447700900982'],
  ]);

  it('is rejected if it is not one valid number, and no part of it is kept', () => {
    for (const typed of [
      '12',
      'telephone',
      '+',
      '+12345',
      '+1234567890123456',
      '++4412321321',
      '020 7946 0958 or 07700 900982',
      '0800 FLOWERS',
      '+44*20*79460958',
      '📞',
      '020 📞 7946 0958',
      '(0)',
      'O7700900123',
      '07700 9OO123',
      '07700 900 12l',
      '07700900123mobile',
      '07700900123📞',
      '01204 52000/1',
      '020/7946-0958',
    ]) {
      assert.deepEqual(read(typed).problems, [{ path: 'phone_number', reason: 'format', params: undefined }], typed);
    }
    assert.equal(read(' ').problems[0]?.reason, 'empty');
  });
});

describe('an extension after a telephone number', () => {
  for (const typed of ['ext 12', 'ext.12', 'Extension: 12', 'x12', 'x 12', '#12', ';ext=12', 'ｅｘｔ １２']) {
    it(`is rejected, with its own reason: ${typed}`, () => {
      const form = formOf({ phone_number: phoneNumber });
      const { problems } = readDraft(form, { phone_number: `020 7946 0958 ${typed}` });
      assert.deepEqual(problems, [{ path: 'phone_number', reason: 'extension', params: undefined }]);
    });
  }
});

describe('the library for telephone numbers', () => {
  const guesses: [string, string, string | undefined][] = [
    ['7911 123456', '+44', '+447911123456'],
    ['44 7911 123456', '+44', '+447911123456'],
    ['7911123456.0', '+44', '+447911123456'],
    ['612 34 56 78', '+34', '+34612345678'],
    ['(201) 555-0123', '+1', '+12015550123'],
    ['1 201 555 0123', '+1', '+12015550123'],
    ['06 20 123 4567', '+36', '+36201234567'],
    ['06 6982 1234', '+39', '+390669821234'],
    ['0039 06 6982 1234', '+39', undefined],
    ['011 15-2345-6789', '+54', '+5491123456789'],
    ['020 7946 0958', '+44', undefined],
    ['7911 123456 ext 5', '+44', undefined],
    ['123 456 789', '+44', undefined],
    ['12345', '+44', undefined],
    ['call me', '+44', undefined],
    ['O7700900123', '+44', undefined],
    ['01204 52000/1', '+44', undefined],
    ['', '+44', undefined],
  ];
  for (const [typed, callingCode, wire] of guesses) {
    it(`loads for numbers that cannot be read without it, and reads ${typed || 'nothing'} under ${callingCode}: ${wire}`, async () => {
      assert.equal(await guessPhone(typed, callingCode), wire);
    });
  }

  it('agrees with our own code, or is loaded, for every country that writes a leading 0', async () => {
    for (const country of getCountries()) {
      const number = getExampleNumber(country, examples)!;
      if (!number) continue;
      const typed = number.formatNational();
      const data = valueOf(phoneNumber.read(typed, { callingCode: `+${number.countryCallingCode}` }));
      if (typed.startsWith('0'))
        assert.equal(data ?? (await guessPhone(typed, `+${number.countryCallingCode}`)), number.number);
      assert.ok(data === undefined || data === number.number, country);
      assert.equal(valueOf(readBy(phoneNumber, number.formatInternational())), number.number);
    }
  });

  it('warns only about a length that no number has, and about a number that is only valid abroad', async () => {
    assert.equal(await checkPhone('+4412321321'), 'unusual');
    assert.equal(await checkPhone('+999123456'), 'unusual');
    for (const wire of ['+44770090012', '+4477009001234', '+44207946000', '+442079460']) {
      assert.equal(await checkPhone(wire), 'unusual', wire);
    }
    // Mobiles of Ireland, Germany, Austria, France, Belgium, Turkey and the United Kingdom, as read in the form of another country.
    for (const [country, mobiles] of Object.entries(ABROAD)) {
      for (const wire of mobiles) assert.equal(await checkPhone(wire), 'unusual', `${wire} as in ${country}`);
    }
    const usual = ['+441632960001', '+447700900982', '+448081570192', '+33123456789', '+44120412345', '+44800123456'];
    usual.push('+441702123456', '+441615550123', '+443001234567', '+448451234567', '+35315550123', '+353861234567');
    for (const wire of usual) assert.equal(await checkPhone(wire), undefined, wire);
  });

  it('is not needed to suggest the calling code of a neighbour, for a number that is a mobile there', () => {
    for (const [wire, meant] of [
      ['+44861234567', '+353861234567'],
      ['+44831234567', '+353831234567'],
      ['+3537700900982', '+447700900982'],
      ['+44612345678', undefined],
      ['+447700900982', undefined],
      ['+44800123456', undefined],
    ] as const)
      assert.equal(suggestPhone(wire), meant, wire);
    for (const wire of [...ABROAD['the United Kingdom'], ...ABROAD.Ireland]) assert.ok(mayBeAbroad(wire), wire);
    for (const wire of ['+4412321321', '+44770090012', '+4477009001234', '+33123']) assert.ok(!mayBeAbroad(wire), wire);
  });
});
