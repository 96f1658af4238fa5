// A person whose names have accents, apostrophes and hyphens. One name has sixty letters.

const SIXTY = 'Wołłeschlegelsteinhausenbergerdorffwelchevoralternwarengewis';

export default {
  who: 'a person whose names have accents, apostrophes and sixty letters',
  company: {
    registered_name: 'O\'Brien & Søn\'s "Crêperie" Ltd',
    registered_number: 'NI654321',
    formation_date: '2016-02-29 00:00:00.000',
    trading_from_date: '2016-03-01 00:00:00.000',
    address: { house_number: 'The Old Mill', line_1: "St John's Wood Rd" },
  },
  applicant: {
    first_name: 'Zoë María-José',
    last_name: `d'Arcy-${SIXTY}`,
    date_of_birth: '1960-01-01',
    email: "zoe.o'brien+offers@creperie.example",
    phone_number: '+442890180123',
    addresses: [
      {
        house_number: 'Tŷ Gwyn',
        line_1: 'Heol y Frenhines',
        city: 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch',
        county: 'Ynys Môn',
        postcode: 'LL61 5UJ',
        start_date: '31/12/1999',
        status: 'tenant',
      },
    ],
  },
  figures: { funding_amount: 1_250_000, monthly_revenue: 0, any_ccj: false },
  typed: {
    registered_name: 'O’Brien & Søn’s “Crêperie” Ltd',
    phone_number: '028 9018 0123',
    funding_amount: '1.25 million',
  },
  /** The sandbox makes no offers to a business without revenue. */
  offers: 'You have no offers yet',
};
