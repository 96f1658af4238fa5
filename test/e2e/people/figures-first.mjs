// A director whose partner asks about the funding first. The figures are sent before the documents.
import { authenticated, created, offersRequested, prequalified, statementSent } from '../walk/calls.mjs';

export default {
  who: 'a director who is asked about the funding first',
  attributes: 'steps="prequalification company applicant review documents consent widget"',
  way: (walk) => walk.steps('figures', 'company', 'applicant', 'review', 'documents', 'consent', 'offers'),
  company: {
    registered_name: 'Harbour Lane Books Ltd',
    registered_number: '11873052',
    formation_date: [14, 3, 2019],
    trading_from_date: [1, 4, 2019],
    'address.house_number': '7',
    'address.line_1': 'Harbour Lane',
  },
  applicant: {
    first_name: 'Priya',
    last_name: 'Raman',
    date_of_birth: [27, 3, 1985],
    email: 'priya@harbourlanebooks.example',
    phone_number: '07700 900 982',
    same: true,
    'addresses.0.city': 'Whitby',
    'addresses.0.county': 'North Yorkshire',
    'addresses.0.postcode': 'YO22 4DE',
    'addresses.0.start_date': [2, 11, 2016],
    'addresses.0.status': 'Yes',
  },
  document: true,
  figures: { funding_amount: '18,500', monthly_revenue: '£6,200', any_ccj: 'No' },
  changed: {
    'applicant.phone_number': '+447700900982',
    'figures.funding_amount': 18_500,
    'figures.monthly_revenue': 6200,
  },
  recorded: [
    created({
      company: {
        registered_name: 'Harbour Lane Books Ltd',
        registered_number: '11873052',
        formation_date: '2019-03-14 00:00:00.000',
        trading_from_date: '2019-04-01 00:00:00.000',
        address: { house_number: '7', line_1: 'Harbour Lane' },
      },
      applicant: {
        first_name: 'Priya',
        last_name: 'Raman',
        date_of_birth: '1985-03-27',
        email: 'priya@harbourlanebooks.example',
        phone_number: '+447700900982',
        addresses: [
          {
            house_number: '7',
            line_1: 'Harbour Lane',
            city: 'Whitby',
            county: 'North Yorkshire',
            postcode: 'YO22 4DE',
            start_date: '02/11/2016',
            status: 'tenant',
          },
        ],
      },
    }),
    prequalified({ funding_amount: 18_500, monthly_revenue: 6200, any_ccj: false }),
    statementSent(),
    offersRequested(),
    authenticated('priya@harbourlanebooks.example'),
  ],
};
