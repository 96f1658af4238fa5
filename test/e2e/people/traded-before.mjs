// A company that was formed this month. Its owner ran the business without a company before, which is unusual but true. The owner
// still has a phone number of another country.
import { dateTime, monthsAgo } from '../walk/days.mjs';

export default {
  who: 'a business that was formed this month and traded before',
  company: {
    registered_name: 'Lindqvist Bikes Ltd',
    registered_number: '16012345',
    formation_date: dateTime(monthsAgo(0)),
    trading_from_date: '2021-09-01 00:00:00.000',
    address: { house_number: '88', line_1: 'Chain Street' },
  },
  applicant: {
    first_name: 'Anders',
    last_name: 'Lindqvist',
    date_of_birth: '1991-06-24',
    email: 'anders@lindqvistbikes.example',
    phone_number: '+46701740605',
    addresses: [
      {
        house_number: '88',
        line_1: 'Chain Street',
        city: 'Reading',
        postcode: 'RG1 2HX',
        start_date: '05/05/2019',
        status: 'tenant',
      },
    ],
  },
  figures: { funding_amount: 15_000, monthly_revenue: 3100, any_ccj: false },
  typed: { phone_number: '0046 70-174 06 05', same: true, funding_amount: '15k', monthly_revenue: '3,100' },
  warnings: ['Check when the business started trading. This is before it was formed'],
};
