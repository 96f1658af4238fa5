// People who enter answers in another way than by typing. Each is the director of `people.short.test.mjs` with these differences.
import { sampleLookups } from 'lending-elements/sandbox';
import { HEADINGS } from '../walk/walk.mjs';

const ADDRESS = ['house_number', 'line_1', 'city', 'county', 'postcode'].map((field) => `addresses.0.${field}`);

/** The office address from the foot of a letter. The whole text is pasted into the street field. */
const OFFICE = [
  'O\u2019HARA & GRIFFITHS BAKERS LTD.',
  'Unit 4b, The Old Of\ufb01ce',
  '12\u201314 Bread\u00adfruit\u00a0Lane,',
  'St\u2009Albans',
  'Hertfordshire',
  'AL1\u00a03JE',
  'United Kingdom',
  '',
].join('\n');
const HOME = '\uff17a Harbour\u00a0Lane, Ruswarp,\r\nWHITBY,\r\nNorth Yorkshire\r\nYO22\u20094DE\r\n';

/** Types a text that has one result, and takes it. The page may learn of the search while they type: then they type it again. */
async function search(walk, name, text, found, title) {
  const isFound = async () => (await walk.look()).some((line) => line.includes(found));
  for (let tries = 0; tries < 5 && !(await isFound()); tries++) {
    await walk.enter(name, text);
    const end = Date.now() + 2000;
    while (Date.now() < end && !(await isFound())) await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await walk.tab.keys('ArrowDown');
  await walk.tab.keys('Enter');
  await walk.reads(title);
}

export const ENTERED = {
  pasted: {
    // The texts have typographic characters that keyboards do not have.
    who: 'a person who pastes everything from a PDF',
    device: 'computer',
    company: {
      registered_name: "O'HARA & GRIFFITHS BAKERS LTD.",
      registered_number: '01234567',
      formation_date: '2011-03-03 00:00:00.000',
      address: { house_number: 'Unit 4b, The Old Office, 12-14', line_1: 'Breadfruit Lane' },
    },
    applicant: {
      first_name: 'SIOBHÁN',
      last_name: "O'Hara-Griffiths",
      email: "siobhan.o'hara@office.example",
      phone_number: '+442079460958',
    },
    home: { house_number: '7a', line_1: 'Harbour Lane, Ruswarp', city: 'WHITBY', status: undefined },
    figures: { funding_amount: 25_000, monthly_revenue: 12_500.5 },
    typed: {
      registered_name: { paste: 'O\u2019HARA\u00a0& GRIFFITHS  BAKERS LTD.\n' },
      registered_number: { paste: 'Company no. 0123\u00a04567\n' },
      formation_date: { paste: '\uff13 MARCH \uff12\uff10\uff11\uff11\n' },
      trading_from_date: { paste: '01/04/2019\r\n' },
      'address.line_1': { paste: OFFICE },
      first_name: { paste: 'SIOBHA\u0301N\n' },
      last_name: { paste: 'O\u2019Hara\u2011Gri\ufb03ths\u00a0' },
      date_of_birth: { paste: '27\u00a0March 1985\n' },
      email: { paste: 'E\u2011mail:\u00a0siobhan.o\u2019hara@of\ufb01ce.example\n' },
      phone_number: { paste: '+44 (0)20\u00a07946\u20110958\n' },
      'addresses.0.house_number': { paste: HOME },
      'addresses.0.start_date': { paste: '2nd\u00a0November 2016.\n' },
      funding_amount: { paste: '£25,000.00\n' },
      monthly_revenue: { paste: '£\u200912\u202f500.50\u200b\n' },
    },
    untyped: ['address.house_number', ...ADDRESS.slice(1)],
    async way(walk) {
      await walk.reach(HEADINGS.company);
      await walk.answer('company');
      await walk.reads('The address you pasted is now in separate boxes. Check each one.');
      await walk.goOn('company');
      await walk.stepsFrom('applicant');
    },
  },

  dictates: {
    who: 'a person who dictates, and types words for what does not exist',
    company: { registered_name: 'Sample Bros.', address: { house_number: undefined, line_1: 'Needle Row' } },
    applicant: {
      first_name: 'Priya',
      last_name: 'Raman Jnr.',
      email: 'priya@gmail.com',
      phone_number: '+353861234567',
    },
    home: { house_number: 'Rose Cottage', line_1: 'Harbour Lane', city: 'Whitby', county: undefined },
    typed: {
      registered_number: 'none yet',
      'address.house_number': 'n/a',
      'address.line_1': 'Needle Row full stop',
      first_name: 'Priya.',
      email: 'priya@gmial.com',
      phone_number: '086 123 4567',
      'addresses.0.line_1': 'Harbour Lane.',
      'addresses.0.city': 'Whitby.',
      'addresses.0.county': 'n/a',
      funding_amount: '18, 500',
      monthly_revenue: '~6200',
    },
    async way(walk) {
      await walk.reach(HEADINGS.company);
      await walk.answer('company');
      await walk.press('Continue');
      await walk.reads('No number? This form is only for: Private limited company (Ltd).');
      await walk.reads('Enter the building name or number of the business, or tick the box if there is none');
      await walk.enter('registered_number', '11873052');
      await walk.tick('address.house_number.none');
      await walk.goOn('company');
      await walk.steps('applicant');
      await walk.reach(HEADINGS.review);
      await walk.press('Use priya@gmail.com');
      await walk.press('Use +353861234567');
      Object.assign(walk.entered.applicant, { email: 'priya@gmail.com', phone_number: '+353861234567' });
      await walk.steps('review', 'documents');
      await walk.reach(HEADINGS.figures);
      await walk.answer('figures');
      await walk.press('Continue');
      await walk.reads('as one amount in pounds, like 25,000, without “about” or other words and signs');
      await walk.enter('monthly_revenue', '6200');
      await walk.goOn('figures');
      await walk.stepsFrom('consent');
    },
  },

  searches: {
    who: 'a tenant who searches for the business and the home',
    device: 'computer',
    backend: () => sampleLookups(),
    company: {
      registered_name: 'Willow Sample Accountants Ltd',
      registered_number: '99000112',
      formation_date: '2015-12-03 00:00:00.000',
      address: { house_number: '30', line_1: 'Sample Street' },
    },
    home: {
      house_number: 'Rose Cottage',
      line_1: 'Specimen Way',
      city: 'Exampleby',
      county: 'Exampleshire',
      postcode: 'ZZ2 4BD',
    },
    untyped: ['registered_', 'formation_date', 'address.', ...ADDRESS],
    async way(walk) {
      const home = 'Rose Cottage Specimen Way, Exampleby, Exampleshire, ZZ2 4BD';
      await walk.reach(HEADINGS.company);
      await search(walk, 'registered_name', 'willow', 'Willow Sample Accountants Ltd', 'Registration number 99000112');
      await walk.steps('company');
      await walk.reach(HEADINGS.applicant);
      await search(walk, 'addresses.0.query', 'rose cottage', 'Rose Cottage', home);
      await walk.stepsFrom('applicant');
    },
  },
};
