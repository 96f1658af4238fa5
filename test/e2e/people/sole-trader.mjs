// A sole trader without a registration number. The partner's list of company types includes sole traders.

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
  figures: { funding_amount: 5000, monthly_revenue: 2150, any_ccj: false },
  typed: { phone_number: '029 2018 0123', same: true, funding_amount: '5,000', monthly_revenue: '£2,150' },
  words: { 'sole-trader': 'Sole trader' },
};
