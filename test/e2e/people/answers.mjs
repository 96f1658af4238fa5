// People who take the usual way with unusual answers. Each is the director of `people.short.test.mjs` with these differences.
import assert from 'node:assert/strict';
import { soleTrader } from '../../../stories/support/samples.mjs';
import { dateTime, dayFirst, monthsAgo } from '../walk/person.mjs';
import { HEADINGS } from '../walk/walk.mjs';

const AT_HOME = { house_number: '7', line_1: 'Harbour Lane' };
const NEEDLE = { country_code: 'UK', house_number: '41', line_1: 'Needle Row' };
const SIXTY = 'Wołłeschlegelsteinhausenbergerdorffwelchevoralternwarengewis';
const [now, second, third, first] = [8, 20, 31, 80].map(monthsAgo);

/** The form asks for the business's town and postcode. The county is optional. */
const WHOLE_ADDRESS = {
  'company.address.city': 'required',
  'company.address.county': 'optional',
  'company.address.postcode': 'required',
};

const threeMoves = {
  who: 'a person who moved three times in three years',
  // The form asks only for the addresses of the required period.
  backend: () => ({
    settings: {
      residentialStatuses: [
        { value: 'tenant', tenure: 'rents' },
        { value: 'homeowner', label: 'I own it', tenure: 'owns' },
        { value: 'with-family', label: 'I live with family', tenure: 'neither' },
      ],
    },
  }),
  addresses: [
    ['Flat 9', 'Canal Street', 'Manchester', 'M1 3HE', now, 'tenant'],
    ['31', 'Oak Avenue', 'Sale', 'M33 2QH', second, 'with-family'],
    ['2a', 'Station Road', 'Leeds', 'LS1 4DY', third, 'tenant'],
    ['5', 'Mill Lane', 'York', 'YO1 7HU', first, 'homeowner'],
  ].map(([house_number, line_1, city, postcode, since, status]) => ({
    house_number,
    line_1,
    city,
    ...(city === 'Sale' && { county: 'Greater Manchester' }),
    postcode,
    start_date: dayFirst(since),
    status,
  })),
  document: true,
  never: ['rent or own'],
  words: { tenant: 'I rent it (tenant)', homeowner: 'I own it', 'with-family': 'I live with family' },
};

const companyTypes = [{ value: 'ltd' }, soleTrader];

export const ANSWERS = {
  'director-at-home': {
    who: 'a director whose business is at home',
    company: { address: AT_HOME },
    typed: { same: true },
    document: true,
  },

  homeowner: {
    // The partner uses the default settings, whose only residential status is "tenant".
    who: 'a homeowner',
    company: { registered_number: 'SC412906' },
    home: { postcode: 'EH5 3QH', status: undefined },
    figures: { funding_amount: 40_000, monthly_revenue: 21_350.5, any_ccj: true },
    typed: { 'addresses.0.postcode': 'eh53qh', funding_amount: '40k', monthly_revenue: '£21,350.50' },
  },

  'long-name': {
    who: 'a person whose names have accents, apostrophes and sixty letters',
    company: {
      registered_name: 'O\'Brien & Søn\'s "Crêperie" Ltd',
      registered_number: 'NI654321',
      formation_date: '2016-02-29 00:00:00.000',
      address: { house_number: 'The Old Mill', line_1: "St John's Wood Rd" },
    },
    applicant: {
      first_name: 'Zoë María-José',
      last_name: `d'Arcy-${SIXTY}`,
      email: "zoe.o'brien+offers@creperie.example",
    },
    home: {
      house_number: 'Tŷ Gwyn',
      line_1: 'Heol y Frenhines',
      city: 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch',
      county: 'Ynys Môn',
      start_date: '31/12/1999',
    },
    figures: { funding_amount: 1_250_000, monthly_revenue: 0 },
    typed: { registered_name: 'O’Brien & Søn’s “Crêperie” Ltd', funding_amount: '1.25 million' },
    /** The sandbox makes no offers to a business without revenue. */
    offers: 'You have no offers yet',
  },

  'name-sent-twice': {
    who: 'a person with one name, where the lender insists on two and on the whole address of the business',
    backend: () => ({ settings: { singleName: 'both', fields: WHOLE_ADDRESS } }),
    service: { fields: { ...WHOLE_ADDRESS, 'applicant.first_name': 'required' } },
    company: { address: { ...AT_HOME, city: 'Bristol', postcode: 'BS1 6GA' } },
    applicant: { first_name: 'Thiruvalluvar', last_name: 'Thiruvalluvar' },
    /** The checkbox copies the whole address. The county that was typed before does not belong to the business's address. */
    addresses: [
      {
        county: undefined,
        ...AT_HOME,
        city: 'Bristol',
        postcode: 'BS1 6GA',
        start_date: '20/03/2015',
        status: 'tenant',
      },
    ],
    typed: { 'address.postcode': 'bs16ga', 'addresses.0.county': 'Kent', same: true },
    untyped: ['first_name'],
    never: ['You only need to give the number and street.'],
    async way(walk) {
      await walk.steps('company');
      await walk.reach(HEADINGS.applicant);
      await walk.reads('Same as the business address');
      await walk.answer('applicant');
      await walk.press('Continue');
      await walk.reads('Enter your first name, or tick “I have only one name”');
      await walk.tick('last_name.none');
      await walk.goOn('applicant');
      await walk.stepsFrom('review');
    },
  },

  'one-name': {
    who: 'a person with one name, whose home has no number and whose business has a post office box',
    company: { address: { line_1: 'PO Box 12' } },
    applicant: { first_name: undefined, last_name: 'Suryani' },
    home: { house_number: undefined, line_1: 'Lighthouse Road' },
    typed: { first_name: 'Suryani' },
    untyped: ['last_name'],
    async way(walk) {
      await walk.reach(HEADINGS.company);
      await walk.reads('You only need to give the number and street.');
      await walk.steps('company');
      await walk.reach(HEADINGS.applicant);
      await walk.reads('Your best estimate is fine.');
      await walk.answer('applicant');
      await walk.press('Continue');
      await walk.reads('Enter your last name, or tick “I have only one name”');
      await walk.tick('last_name.none');
      await walk.tick('addresses.0.house_number.none');
      await walk.goOn('applicant');
      await walk.stepsFrom('review');
    },
  },

  'sole-trader': {
    backend: () => ({ settings: { companyTypes } }),
    service: { companyTypes },
    words: { 'sole-trader': 'Sole trader' },
    who: 'a sole trader without a number, who takes their business for a company at first',
    company: {
      type: 'sole-trader',
      registered_name: 'Priya Raman Bookbinding',
      registered_number: undefined,
      formation_date: undefined,
    },
    never: ['No number?'],
    async way(walk) {
      await walk.reach(HEADINGS.company);
      await walk.answer('company', {
        type: 'Private limited company (Ltd)',
        registered_number: '11873052',
        formation_date: [14, 3, 2019],
      });
      await walk.answer('company', { type: 'Sole trader' });
      await walk.reads('Your name, or the name you trade under');
      await walk.steps('company');
      await walk.stepsFrom('applicant');
      const labels = walk.rows.map(([label]) => label);
      assert.ok(labels.includes('Your name, or the name you trade under'), labels.join());
      assert.ok(!labels.some((label) => ['Registration number', 'Date formed'].includes(label)), labels.join());
    },
  },

  'three-moves': threeMoves,
  'screen-by-screen': { ...threeMoves, who: 'a person who sees one screen at a time', attributes: 'layout="screens"' },
  'traded-before': {
    // The owner ran the business without a company before, which is unusual but true.
    who: 'a business that was formed this month and traded before',
    company: { formation_date: dateTime(monthsAgo(0)), trading_from_date: '2021-09-01 00:00:00.000' },
    applicant: { phone_number: '+46701740605' },
    typed: { phone_number: '0046 70-174 06 05' },
    warnings: ['Check when the business started trading. This is before it was formed'],
  },

  'moved-from-lyon': {
    // The settings have the codes of France. The town before is in a country that they do not have.
    who: 'a founder who moved from Lyon, and to Lyon from a country that the partner does not list',
    backend: () => ({ settings: { countries: [{ name: 'France', countryCode: 'FR', region: 'EU' }] } }),
    company: { address: NEEDLE },
    addresses: [
      {
        house_number: '7',
        line_1: 'Harbour Lane',
        city: 'Whitby',
        postcode: 'YO22 4DE',
        start_date: dayFirst(now),
        status: 'tenant',
      },
      {
        country_code: 'FR',
        region: 'EU',
        house_number: '12 bis',
        line_1: 'rue Mercière',
        city: 'Lyon',
        postcode: '69002',
        start_date: dayFirst(second),
        status: 'tenant',
      },
      {
        country_code: undefined,
        region: undefined,
        house_number: 'Casa Muestra',
        line_1: 'Calle del Ejemplo',
        city: 'Quito',
        postcode: undefined,
        start_date: dayFirst(first),
        status: undefined,
      },
    ],
    typed: {
      'addresses.1.country_code': 'No',
      'addresses.1.country': 'France',
      'addresses.1.region': undefined,
      'addresses.1.house_number': '',
      'addresses.1.line_1': '12 bis rue Mercière',
      'addresses.2.country_code': 'No',
      'addresses.2.country': 'Another country',
      'addresses.2.region': undefined,
      'addresses.2.postcode': '',
    },
    words: { FR: 'France', EU: 'European Union' },
    never: ['Country of this address', 'add the country after', 'Check this postcode'],
    async way(walk) {
      await walk.steps('company');
      await walk.reach(HEADINGS.applicant);
      await walk.answer('applicant');
      await walk.press('Continue');
      await walk.reads('It was moved here from “Street”');
      await walk.goOn('applicant');
      await walk.reach(HEADINGS.review);
      await walk.reads('12 bis, rue Mercière, Lyon, 69002, France, European Union');
      await walk.reads('Casa Muestra, Calle del Ejemplo, Quito');
      await walk.stepsFrom('review');
    },
  },

  'lives-in-dublin': {
    // Nobody is asked again: the country that they live in answers the question about their home.
    who: 'a founder who lives in Dublin',
    backend: () => ({
      settings: {
        countriesOfResidence: [{ value: 'United Kingdom' }, { value: 'Ireland' }],
        countries: [{ name: 'Ireland', countryCode: 'IE' }],
      },
    }),
    company: { address: NEEDLE },
    applicant: { country_of_residence: 'Ireland', phone_number: '+35315550123' },
    home: { country_code: 'IE', region: undefined, city: 'Dublin 2', county: undefined, postcode: 'D02 AF30' },
    typed: { phone_number: '+353 1 555 0123' },
    untyped: ['addresses.0.country_code'],
    words: { IE: 'Ireland' },
    never: ['Country of this address', 'Check this postcode', 'Country you live in: United Kingdom'],
  },

  farmer: {
    who: 'a farmer without a street, at whose farm the business is',
    company: { address: { house_number: 'High Barn Farm' } },
    home: { house_number: 'High Barn Farm', line_1: undefined, city: 'Little Sample', postcode: 'EX9 9ZZ' },
    typed: { same: true },
    async way(walk) {
      await walk.reach(HEADINGS.company);
      await walk.reads('The street, or the village if it does not have streets.');
      await walk.answer('company');
      await walk.press('Continue');
      await walk.reads('Enter the street of the business address, or tick the box if there is none');
      await walk.tick('address.line_1.none');
      await walk.goOn('company');
      await walk.stepsFrom('applicant');
    },
  },

  forces: {
    who: 'a soldier whose business and home have only the number of a post office of the forces',
    company: { address: { line_1: 'BFPO 58' } },
    home: { house_number: undefined, line_1: 'BFPO 58', city: 'BFPO', county: undefined, postcode: 'BFPO 58' },
    typed: { 'address.line_1': 'bfpo 58', 'addresses.0.postcode': 'bfpo58' },
    untyped: ['addresses.0.house_number', 'addresses.0.line_1', 'addresses.0.city', 'addresses.0.county'],
    never: ['BFPO 58, BFPO', 'Check this postcode'],
  },

  jersey: {
    who: 'a director of a business in Jersey, who lives above it',
    attributes: 'layout="screens"',
    backend: () => ({
      settings: {
        countriesOfResidence: [{ value: 'United Kingdom' }, { value: 'Jersey' }],
        countries: [{ name: 'Jersey', countryCode: 'JE', region: 'Channel Islands' }],
      },
    }),
    company: { registered_number: '123456', region: 'Channel Islands', address: { country_code: 'JE', ...AT_HOME } },
    applicant: { country_of_residence: 'Jersey' },
    home: {
      ...AT_HOME,
      country_code: 'JE',
      region: 'Channel Islands',
      city: 'St Helier',
      county: undefined,
      postcode: 'JE2 3AB',
    },
    typed: { 'address.country_code': 'No', 'address.country': 'Jersey', same: true },
    untyped: ['region', 'addresses.0.country_code', 'addresses.0.region'],
    words: { JE: 'Jersey' },
    never: [
      'Use 00123456',
      'Check the registration number',
      'For UK private limited companies',
      'Country of the business',
    ],
  },
};
