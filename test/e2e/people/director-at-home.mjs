// A director who rents their home and runs the business from there. The partner uses the default settings.

export default {
  who: 'a director whose business is at home',
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
  document: true,
  figures: { funding_amount: 18_500, monthly_revenue: 6200, any_ccj: false },
  typed: { phone_number: '07700 900 982', same: true, funding_amount: '18,500', monthly_revenue: '£6,200' },
};
