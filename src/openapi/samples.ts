/** The bodies of the calls with the values that the specification shows, and a made-up applicant. Source: specification, Resources and their fields. */
export const SPECIFIED = {
  createApplication: {
    company: {
      address: { house_number: '1', line_1: 'Sample Street', country_code: 'UK' },
      registered_name: 'Acme LTD',
      registered_number: '12345',
      type: 'ltd',
      formation_date: '2020-07-10 15:00:00.000',
      trading_from_date: '2020-07-10 15:00:00.000',
      region: 'GB',
    },
    applicant: {
      addresses: [
        {
          house_number: '2',
          line_1: 'Sample Road',
          city: 'London',
          postcode: 'EC2A 4HT',
          county: 'Greater London',
          country_code: 'UK',
          start_date: '01/02/2012',
          status: 'tenant',
          region: 'UK',
          current: 'true' as const,
        },
      ],
      first_name: 'Jane',
      last_name: 'Doe',
      email: 'jane.doe@example.com',
      phone_number: '+4412321321',
      country_of_residence: 'United Kingdom',
      date_of_birth: '2000-07-10',
    },
    region: 'UK',
  },
  uploadDocument: { type: 'bank-statement' },
  prequalify: { funding_amount: 25_000, monthly_revenue: 10_000, any_ccj: false },
  requestOffers: { credit_score_check_consent: true },
  authenticate: { company_id: '0f9d3c5b-7e21-4b8a-8d64-2c1a9e5f3b70', email: 'jane.doe@example.com' },
};
