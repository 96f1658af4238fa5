// A person with one name. The lender requires two names and the business's whole address.
import { HEADINGS } from '../walk/walk.mjs';

/** The form asks for the business's town and postcode. The county is optional. */
const fields = {
  'company.address.city': 'required',
  'company.address.county': 'optional',
  'company.address.postcode': 'required',
};

export default {
  who: 'a person with one name, where the lender insists on two and on the whole address of the business',
  backend: () => ({ settings: { singleName: 'both', fields } }),
  service: { fields: { ...fields, 'applicant.first_name': 'required' } },
  company: {
    registered_name: 'Temple Bakery Ltd',
    registered_number: '12745091',
    formation_date: '2020-07-14 00:00:00.000',
    trading_from_date: '2020-09-01 00:00:00.000',
    address: { house_number: 'Flat 3, 12', line_1: 'Temple Lane', city: 'Bristol', postcode: 'BS1 6GA' },
  },
  applicant: {
    first_name: 'Thiruvalluvar',
    last_name: 'Thiruvalluvar',
    date_of_birth: '1979-01-15',
    email: 'hello@templebakery.example',
    phone_number: '+441174960123',
    addresses: [
      {
        county: undefined,
        house_number: 'Flat 3, 12',
        line_1: 'Temple Lane',
        city: 'Bristol',
        postcode: 'BS1 6GA',
        start_date: '20/03/2015',
        status: 'tenant',
      },
    ],
  },
  /** The checkbox copies the whole address. The county that was typed before does not belong to the business's address. */
  async way(walk) {
    await walk.company();
    await walk.reach(HEADINGS.applicant);
    await walk.reads('Same as the business address');
    await walk.answer('applicant');
    await walk.press('Continue');
    await walk.reads('Enter your first name, or tick “I have only one name”');
    await walk.tick('first_name.none');
    await walk.goOn('applicant');
    await walk.steps('review', 'documents', 'figures', 'consent', 'offers');
  },
  figures: { funding_amount: 8000, monthly_revenue: 3900, any_ccj: false },
  typed: {
    'address.postcode': 'bs16ga',
    phone_number: '0117 496 0123',
    'addresses.0.county': 'Kent',
    same: true,
    funding_amount: '8,000',
    monthly_revenue: '£3,900',
  },
  untyped: ['first_name'],
  never: ['You only need to give the number and street.'],
};
