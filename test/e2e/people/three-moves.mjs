// A person who moved three times in three years. The form asks only for the addresses of the required period.
import { dayFirst, monthsAgo } from '../walk/days.mjs';

const [now, second, third, first] = [8, 20, 31, 80].map(monthsAgo);

export default {
  who: 'a person who moved three times in three years',
  backend: () => ({
    settings: {
      residentialStatuses: [
        { value: 'tenant' },
        { value: 'homeowner', label: 'I own it' },
        { value: 'with-family', label: 'I live with family' },
      ],
    },
  }),
  company: {
    registered_name: 'Carry On Couriers Ltd',
    registered_number: '13190047',
    formation_date: '2021-01-05 00:00:00.000',
    trading_from_date: '2021-01-05 00:00:00.000',
    address: { house_number: '210', line_1: 'Kingsway' },
  },
  applicant: {
    first_name: 'Tomasz',
    last_name: 'Nowak',
    date_of_birth: '1993-08-08',
    email: 'tomasz@carryon.example',
    phone_number: '+447700900123',
    addresses: [
      {
        house_number: 'Flat 9',
        line_1: 'Canal Street',
        city: 'Manchester',
        postcode: 'M1 3HE',
        start_date: dayFirst(now),
        status: 'tenant',
      },
      {
        house_number: '31',
        line_1: 'Oak Avenue',
        city: 'Sale',
        county: 'Greater Manchester',
        postcode: 'M33 2QH',
        start_date: dayFirst(second),
        status: 'with-family',
      },
      {
        house_number: '2a',
        line_1: 'Station Road',
        city: 'Leeds',
        postcode: 'LS1 4DY',
        start_date: dayFirst(third),
        status: 'tenant',
      },
      {
        house_number: '5',
        line_1: 'Mill Lane',
        city: 'York',
        postcode: 'YO1 7HU',
        start_date: dayFirst(first),
        status: 'homeowner',
      },
    ],
  },
  document: true,
  figures: { funding_amount: 12_000, monthly_revenue: 9400, any_ccj: false },
  words: { tenant: 'I rent it (tenant)', homeowner: 'I own it', 'with-family': 'I live with family' },
};
