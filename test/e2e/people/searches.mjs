// A tenant who searches for the business and the home, with the keyboard. The partner has both lookups.
import { sampleLookups } from 'lending-elements/sandbox';

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

const FOUND = ['house_number', 'line_1', 'city', 'county', 'postcode'];

export default {
  who: 'a tenant who searches for the business and the home',
  device: 'computer',
  backend: () => sampleLookups(),
  company: {
    registered_name: 'Willow Sample Accountants Ltd',
    registered_number: '99000112',
    formation_date: '2015-12-03 00:00:00.000',
    trading_from_date: '2016-01-04 00:00:00.000',
    address: { house_number: '30', line_1: 'Sample Street' },
  },
  applicant: {
    first_name: 'Tomos',
    last_name: 'Bevan',
    date_of_birth: '1979-08-09',
    email: 'tomos@willow.example',
    phone_number: '+447700900123',
    addresses: [
      {
        house_number: 'Rose Cottage',
        line_1: 'Specimen Way',
        city: 'Exampleby',
        county: 'Exampleshire',
        postcode: 'ZZ2 4BD',
        start_date: '02/11/2016',
        status: 'tenant',
      },
    ],
  },
  figures: { funding_amount: 30_000, monthly_revenue: 15_000, any_ccj: false },
  untyped: ['registered_', 'formation_date', 'address.', ...FOUND.map((part) => `addresses.0.${part}`)],
  async way(walk) {
    await walk.reach('Your business');
    await search(walk, 'registered_name', 'willow', 'Willow Sample Accountants Ltd', 'Registration number 99000112');
    await walk.company();
    await walk.reach('About you');
    await search(
      walk,
      'addresses.0.query',
      'rose cottage',
      'Rose Cottage',
      'Rose Cottage Specimen Way, Exampleby, Exampleshire, ZZ2 4BD',
    );
    await walk.steps('applicant', 'review', 'documents', 'figures', 'consent', 'offers');
  },
};
