// A homeowner. The partner uses the default settings, whose only residential status is "tenant".

export default {
  who: 'a homeowner',
  company: {
    registered_name: 'Fenwick Joinery Ltd',
    registered_number: 'SC412906',
    formation_date: '2012-02-09 00:00:00.000',
    trading_from_date: '2012-03-01 00:00:00.000',
    address: { house_number: 'Unit 4', line_1: 'Tollcross Yard' },
  },
  applicant: {
    first_name: 'Moira',
    last_name: 'Fenwick',
    date_of_birth: '1971-11-30',
    email: 'moira@fenwickjoinery.example',
    phone_number: '+441314960123',
    addresses: [
      {
        house_number: '18',
        line_1: 'Granton Road',
        city: 'Edinburgh',
        postcode: 'EH5 3QH',
        start_date: '21/06/2005',
        status: undefined,
      },
    ],
  },
  figures: { funding_amount: 40_000, monthly_revenue: 21_350.5, any_ccj: true },
  typed: {
    phone_number: '0131 496 0123',
    'addresses.0.postcode': 'eh53qh',
    funding_amount: '40k',
    monthly_revenue: '£21,350.50',
  },
};
