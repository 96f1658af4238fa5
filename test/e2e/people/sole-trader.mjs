// A sole trader without a registration number. The partner's list of company types includes sole traders.
import { authenticated, created, offersRequested, prequalified } from '../walk/calls.mjs';

export default {
  who: 'a sole trader',
  backend: () => ({
    settings: {
      companyTypes: [{ value: 'ltd' }, { value: 'sole-trader', label: 'Sole trader' }],
      fields: { 'company.registered_number': 'optional' },
    },
  }),
  // The lender does not require it either.
  service: { fields: { 'company.registered_number': 'optional' } },
  company: {
    registered_name: 'Gwen Pritchard Gardens',
    type: 'Sole trader',
    formation_date: [6, 4, 2018],
    trading_from_date: [6, 4, 2018],
    'address.house_number': '3',
    'address.line_1': 'Bryn Terrace',
  },
  applicant: {
    first_name: 'Gwen',
    last_name: 'Pritchard',
    date_of_birth: [17, 10, 1990],
    email: 'gwen@pritchardgardens.example',
    phone_number: '029 2018 0123',
    same: true,
    'addresses.0.city': 'Cardiff',
    'addresses.0.postcode': 'CF10 1AA',
    'addresses.0.start_date': [1, 5, 2017],
    'addresses.0.status': 'Yes',
  },
  figures: { funding_amount: '5,000', monthly_revenue: '£2,150', any_ccj: 'No' },
  words: { 'sole-trader': 'Sole trader' },
  changed: {
    'applicant.phone_number': '+442920180123',
    'figures.funding_amount': 5000,
    'figures.monthly_revenue': 2150,
  },
  recorded: [
    created({
      company: {
        registered_name: 'Gwen Pritchard Gardens',
        type: 'sole-trader',
        formation_date: '2018-04-06 00:00:00.000',
        trading_from_date: '2018-04-06 00:00:00.000',
        address: { house_number: '3', line_1: 'Bryn Terrace' },
      },
      applicant: {
        first_name: 'Gwen',
        last_name: 'Pritchard',
        date_of_birth: '1990-10-17',
        email: 'gwen@pritchardgardens.example',
        phone_number: '+442920180123',
        addresses: [
          {
            house_number: '3',
            line_1: 'Bryn Terrace',
            city: 'Cardiff',
            postcode: 'CF10 1AA',
            start_date: '01/05/2017',
            status: 'tenant',
          },
        ],
      },
    }),
    prequalified({ funding_amount: 5000, monthly_revenue: 2150, any_ccj: false }),
    offersRequested(),
    authenticated('gwen@pritchardgardens.example'),
  ],
};
