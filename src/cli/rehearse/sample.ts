import type { Sample } from './calls.js';

/** The smallest PDF. */
const PDF =
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n';

/** The specification's sample, with a made-up applicant. */
export const SAMPLE: Sample = {
  application: {
    company: {
      address: { house_number: '1', line_1: 'Rehearsal Street', country_code: 'UK' },
      registered_name: 'Rehearsal Test Ltd',
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
          line_1: 'Rehearsal Road',
          city: 'London',
          postcode: 'EC2A 4HT',
          county: 'Greater London',
          country_code: 'UK',
          start_date: '01/02/2012',
          status: 'tenant',
          region: 'UK',
          current: 'true',
        },
      ],
      first_name: 'Rehearsal',
      last_name: 'Test',
      email: 'rehearsal.test@example.com',
      phone_number: '+4412321321',
      country_of_residence: 'United Kingdom',
      date_of_birth: '2000-07-10',
    },
    region: 'UK',
  },
  figures: { funding_amount: 25_000, monthly_revenue: 10_000, any_ccj: false },
  document: { file: new File([PDF], 'rehearsal.pdf', { type: 'application/pdf' }), type: 'bank-statement' },
};
