import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Applicant } from '../../src/schema/calls/application.js';
import { companyNumber } from '../../src/schema/fields/text.js';
import {
  checkCompanyNumber,
  suggestCompanyNumber,
  unlikelyAnswers,
  unlikelyPhone,
  yearsSince,
} from '../../src/schema/unlikely.js';
import { suggestEmail } from '../../src/schema/unlikely-email.js';
import { itSends } from './fields/typed-rows.js';
import { readBy, sampleApplication, valueOf } from './samples.js';

const NOW = { year: 2026, month: 6, day: 15 };

/** What is asked about the samples, with these answers in place of theirs. */
function asked(company: object = {}, applicant: object = {}, home: object = {}) {
  const answers = sampleApplication();
  Object.assign(answers.company, { registered_number: '01234567' }, company);
  Object.assign(answers.applicant, applicant);
  Object.assign(answers.applicant.addresses[0]!, home);
  return unlikelyAnswers(answers, NOW).map(({ path, reason }) => `${path} ${reason}`);
}

describe('answers that look unlikely', () => {
  it('do not include usual answers', () => {
    assert.deepEqual(asked(), []);
    assert.deepEqual(unlikelyAnswers({}, NOW), []);
  });

  it('are the ages under 18 and over 100', () => {
    const age = (date_of_birth: string) => asked({}, { date_of_birth }, { start_date: '01/02/2026' });
    assert.deepEqual(age('2008-06-15'), []);
    assert.deepEqual(age('2008-06-16'), ['applicant.date_of_birth age']);
    assert.deepEqual(age('2026-06-15'), ['applicant.date_of_birth age', 'applicant.addresses.0.start_date unborn']);
    assert.deepEqual(age('1925-06-16'), []);
    assert.deepEqual(age('1925-06-15'), ['applicant.date_of_birth age']);
    assert.deepEqual(
      [yearsSince('2008-02-29', { ...NOW, month: 2, day: 28 }), yearsSince('2008-02-29', NOW)],
      [17, 18],
    );
    assert.ok(Number.isNaN(yearsSince('soon', NOW)));
  });

  it('are a trade before the business was formed, and not one that began with it', () => {
    const traded = (day: string) => asked({ trading_from_date: `${day} 00:00:00.000` });
    assert.deepEqual(traded('2020-07-09'), ['company.trading_from_date early-trade']);
    assert.deepEqual(traded('2020-07-10'), []);
    assert.deepEqual(traded('2020-07-11'), []);
    assert.deepEqual(traded('0987-01-01'), ['company.trading_from_date early-trade']);
  });

  it('are a move before birth, to whichever address', () => {
    assert.deepEqual(asked({}, {}, { start_date: '09/07/2000' }), ['applicant.addresses.0.start_date unborn']);
    assert.deepEqual(asked({}, {}, { start_date: '10/07/2000' }), []);
    const [home] = sampleApplication().applicant.addresses;
    const addresses = [home, { ...home, start_date: '01/01/1999', current: undefined }];
    assert.deepEqual(asked({}, { addresses }), ['applicant.addresses.1.start_date unborn']);
  });

  it('are postcodes that their country cannot have', () => {
    const ofHome = (postcode: string, country_code = 'UK') => asked({}, {}, { postcode, country_code });
    const no = ['applicant.addresses.0.postcode postcode'];
    for (const usual of [
      'EC2A 4HT',
      'M1 1AE',
      'W1A 0AX',
      'B33 8TH',
      'CR2 6XH',
      'DN55 1PT',
      'GIR 0AA',
      'BF1 2AT',
      'BFPO 58',
      'JE2 3AB',
    ]) {
      assert.deepEqual(ofHome(usual), [], usual);
    }
    for (const odd of ['99999', 'EC2A', 'France', 'EC2A 4H', 'EC2A 4HTX', '1A1 1AA', 'EC2A 4CT']) {
      assert.deepEqual(ofHome(odd), no, odd);
      assert.deepEqual(ofHome(odd, 'gb'), no, odd);
    }
    assert.deepEqual(ofHome('75011', 'FR'), []);
    assert.deepEqual(ofHome('EC2A 4HT', 'fr'), no);
    assert.deepEqual(ofHome('D02 AF30', 'IE'), []);
    assert.deepEqual(ofHome('anything', 'ZZ'), []);
    assert.deepEqual(ofHome('anything', 'constructor'), []);
    const previous = (postcode: string, country_code?: string) => {
      const [home] = sampleApplication().applicant.addresses;
      return asked({}, { addresses: [home, { ...home, postcode, country_code, current: undefined }] });
    };
    assert.deepEqual(previous('00184', 'UK'), ['applicant.addresses.1.postcode postcode']);
    assert.deepEqual(previous('00184'), [], 'the settings have no code for its country');
    const address = { ...sampleApplication().company.address, postcode: '99999' };
    assert.deepEqual(asked({ address }), ['company.address.postcode postcode']);
  });

  it('are numbers that no company of the United Kingdom has', () => {
    for (const registered_number of ['1234567', '00000000', 'SC000000'])
      assert.deepEqual(asked({ registered_number }), ['company.registered_number number'], registered_number);
    const address = { ...sampleApplication().company.address, country_code: 'FR' };
    assert.deepEqual(asked({ registered_number: '123456789', address }), []);
  });

  it('are a telephone number that its country does not have', async () => {
    const judged = (phone_number: string | undefined) =>
      unlikelyPhone({ applicant: { ...sampleApplication().applicant, phone_number } as Applicant });
    assert.deepEqual(await judged('+4412321321'), [{ path: 'applicant.phone_number', reason: 'phone' }]);
    for (const usual of ['+447700900982', '+33123456789', undefined]) assert.deepEqual(await judged(usual), []);
    assert.deepEqual(await unlikelyPhone({}), []);
  });

  it('do not include missing or invalid answers', () => {
    const nothing = { registered_number: undefined, formation_date: undefined };
    assert.deepEqual(asked(nothing, { date_of_birth: undefined }), []);
    assert.deepEqual(
      asked({ trading_from_date: 'soon' }, { date_of_birth: '' }, { postcode: '', start_date: 'x' }),
      [],
    );
  });
});

describe('an email address', () => {
  const homes = (domains: string) => domains.split(' ').map((domain) => `jane.doe@${domain}`);

  it('is asked about if it is almost that of a frequent provider, or has an ending that does not exist', () => {
    const rows: Record<string, string> = {
      'gmail.com':
        'gmial.com gmai.com gmal.com gamil.com gmaill.com gnail.com mgail.com g-mail.com gmail.co gmail.cm gmail.om gmail.con ' +
        'gmail.comm gmail.co.uk gmail.com.com www.gmail.com',
      'hotmail.com': 'hotmial.com hotmal.com hotmai.com homtail.com hotmail.con hotmail.co hotmail.cm',
      'hotmail.co.uk': 'hotmial.co.uk hotmail.co.ku hotmail.couk',
      'outlook.com': 'outlok.com outloo.com oulook.com outlook.con outlook.co',
      'yahoo.com': 'yaho.com yahooo.com yhaoo.com yahoo.con yahoo.co',
      'yahoo.co.uk': 'yaho.co.uk yahoo.co.u yahoo.co.ukk yahoo.co.k',
      'icloud.com': 'iclod.com icloud.co iclould.com icloud.con',
      'btinternet.com': 'btintenet.com btinterent.com btinternet.co.uk btinternet.con',
      'acme.com': 'acme.con acme.cim acme.vom acme.comm acme.ocm acme.cpm acme.c0m acme.c.om www.acme.com',
      'acme.co.uk': 'acme.co.ku acme.couk acme.co.ukk acme.co.uj acme.c.uk',
    };
    for (const [meant, typed] of Object.entries(rows)) {
      for (const email of homes(typed)) {
        assert.equal(suggestEmail(email), `jane.doe@${meant}`, email);
        assert.deepEqual(asked({}, { email }), ['applicant.email email'], email);
      }
    }
    for (const email of ['.jane@acme.com', 'jane.@acme.com', '..jane..@acme.com', 'www.jane@acme.com'])
      assert.equal(suggestEmail(email), 'jane@acme.com');
    assert.equal(suggestEmail('Jane..Doe@GMIAL.com'), 'Jane.Doe@gmail.com');
    assert.deepEqual(asked({}, { email: 'jane@acme.c' }), ['applicant.email email'], 'without a suggestion');
  });

  it('is not asked about if its domain may exist', () => {
    const domains =
      'gmail.com GMAIL.COM googlemail.com gmail.de hotmail.com hotmail.co.uk hotmail.fr hotmail.com.br outlook.com outlook.de outlook.fr ' +
      'outlook.com.au live.com live.co.uk msn.com yahoo.com yahoo.co.uk yahoo.fr yahoo.com.au yahoo.co.in ymail.com rocketmail.com mail.com ' +
      'email.com gmx.com gmx.net gmx.de web.de icloud.com me.com mac.com aol.com aol.co.uk btinternet.com btopenworld.com bt.com virginmedia.com ' +
      'virgin.net sky.com talktalk.net ntlworld.com blueyonder.co.uk protonmail.com protonmail.ch proton.me fastmail.com zoho.com orange.fr ' +
      'free.fr wp.pl o2.pl o2.co.uk t-online.de eircom.net harbourlanebooks.co.uk acme.co acme.cm acme.om acme.cam acme.mom acme.uk acme.ltd.uk ' +
      'acme.co.ua acme.co.us acme.com.cy acme.org.uk acme.net acme.eu acme.ie acme.cymru acme.company acme.coop acme.uk.com uk.acme.com nhs.net ' +
      'example.com office.example cloud.com amail.com';
    for (const email of homes(domains)) {
      assert.equal(suggestEmail(email), undefined, email);
      assert.deepEqual(asked({}, { email }), [], email);
    }
  });
});

describe('the registration number of a business', () => {
  const read = (typed: string) => valueOf(readBy(companyNumber, typed));

  itSends('the number', companyNumber, [
    ['01234567', '01234567'],
    [' 0123 4567 ', '01234567'],
    ['０１２３４５６７', '01234567'],
    ['sc123456', 'SC123456'],
    ['SC 12 34 56', 'SC123456'],
    ['Company no. 01234567', '01234567'],
    ['company number: 01234567', '01234567'],
    ['Company Registration No 01234567', '01234567'],
    ['CRN: SC123456', 'SC123456'],
    ['CRN01234567', 'CRN01234567'],
    ['No. 01234567', '01234567'],
    ['NO:01234567', '01234567'],
    ['Registered in England and Wales, number 01234567', '01234567'],
    ['NO000123', 'NO000123'],
    ['NO 000123', 'NO000123'],
    ['12345', '12345'],
    ['HRB 12345 B', 'HRB12345B'],
    ['123 456 789', '123456789'],
    ['12.345.678-9', '12.345.678-9'],
    ['SANDBOX-500', 'SANDBOX-500'],
    ['01234567\u200b', '01234567'],
  ]);

  it('is normalised, however it is typed, and does not change when normalised again', () => {
    const piece = fc.constantFrom(
      'Company ',
      'no. ',
      'NO',
      '.',
      ':',
      'number',
      ' ',
      'crn ',
      '0',
      '12',
      'sc',
      'l',
      'ß',
      '０',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string({ maxLength: 3 })), { maxLength: 12 }), (pieces) => {
        const once = read(pieces.join(''));
        if (once !== undefined) assert.equal(read(once), once);
      }),
      { numRuns: 3000, seed: 20200710 },
    );
  });

  for (const [number, meant] of [
    ['1234567', '01234567'],
    ['12345', '00012345'],
    ['O1234567', '01234567'],
    ['0123456l', '01234561'],
    ['o123I567', '01231567'],
    ['012345678', '12345678'],
    ['SC12345', 'SC012345'],
    ['SCO12345', 'SC012345'],
    ['0C123456', 'OC123456'],
    ['No 01234567', '01234567'],
    ['01234567 (England)', '01234567'],
    ['SC-123456', 'SC123456'],
    ['12.345.678', '12345678'],
    ['1234567.0', '01234567'],
    ['1,234,567.00', '01234567'],
  ] as const) {
    it(`gets the suggestion ${meant} if it is ${number}`, () => {
      assert.equal(checkCompanyNumber(number), 'unusual');
      assert.equal(suggestCompanyNumber(number), meant);
      assert.equal(checkCompanyNumber(meant), undefined, 'what is suggested is usual');
    });
  }

  it('gets no suggestion if none is similar', () => {
    for (const number of [
      'ACME',
      '12',
      '123456789',
      'ABCD1234',
      'SC1234567',
      '',
      '0000000',
      '00000000',
      'No. SC000000',
      '12345678901',
      '1.234567E+06',
      '1.2345678E+06',
      '1.23E+06',
      '123456.78',
      '1234567.5',
      '1234567,8',
    ]) {
      assert.equal(suggestCompanyNumber(number), undefined, number);
    }
  });

  it('never suggests an unusual number, or the same number', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Z\dOIl .:-]{0,12}$/), (number) => {
        const meant = suggestCompanyNumber(number);
        if (meant === undefined) return;
        assert.equal(checkCompanyNumber(meant), undefined);
        assert.notEqual(meant, number);
      }),
      { numRuns: 3000, seed: 20200710 },
    );
  });
});
