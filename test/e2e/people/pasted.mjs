// A person who pastes all answers from a PDF, with typographic characters that keyboards do not have.

/** The office address from the foot of a letter. The whole text is pasted into the street field. */
const OFFICE = [
  'O\u2019HARA & GRIFFITHS BAKERS LTD.',
  'Unit 4b, The Old Of\ufb01ce',
  '12\u201314 Bread\u00adfruit\u00a0Lane,',
  'St\u2009Albans',
  'Hertfordshire',
  'AL1\u00a03JE',
  'United Kingdom',
  '',
].join('\n');
const HOME = '\uff17a Harbour\u00a0Lane, Ruswarp,\r\nWHITBY,\r\nNorth Yorkshire\r\nYO22\u20094DE\r\n';

export default {
  who: 'a person who pastes everything from a PDF',
  device: 'computer',
  company: {
    registered_name: "O'HARA & GRIFFITHS BAKERS LTD.",
    registered_number: '01234567',
    formation_date: '2011-03-03 00:00:00.000',
    trading_from_date: '2011-04-01 00:00:00.000',
    address: { house_number: 'Unit 4b, The Old Office, 12-14', line_1: 'Breadfruit Lane' },
  },
  applicant: {
    first_name: 'SIOBHÁN',
    last_name: "O'Hara-Griffiths",
    date_of_birth: '1980-01-01',
    email: "siobhan.o'hara@office.example",
    phone_number: '+442079460958',
    addresses: [
      {
        house_number: '7a',
        line_1: 'Harbour Lane, Ruswarp',
        city: 'WHITBY',
        county: 'North Yorkshire',
        postcode: 'YO22 4DE',
        start_date: '02/11/2016',
        status: undefined,
      },
    ],
  },
  figures: { funding_amount: 25_000, monthly_revenue: 12_500.5, any_ccj: false },
  typed: {
    registered_name: { paste: 'O\u2019HARA\u00a0& GRIFFITHS  BAKERS LTD.\n' },
    registered_number: { paste: 'Company no. 0123\u00a04567\n' },
    formation_date: { paste: '\uff13 MARCH \uff12\uff10\uff11\uff11\n' },
    trading_from_date: { paste: '01/04/2011\r\n' },
    'address.line_1': { paste: OFFICE },
    first_name: { paste: 'SIOBHA\u0301N\n' },
    last_name: { paste: 'O\u2019Hara\u2011Gri\ufb03ths\u00a0' },
    date_of_birth: { paste: '1\u00a0January 1980\n' },
    email: { paste: 'E\u2011mail:\u00a0siobhan.o\u2019hara@of\ufb01ce.example\n' },
    phone_number: { paste: '+44 (0)20\u00a07946\u20110958\n' },
    'addresses.0.house_number': { paste: HOME },
    'addresses.0.start_date': { paste: '2nd\u00a0November 2016.\n' },
    funding_amount: { paste: '£25,000.00\n' },
    monthly_revenue: { paste: '£\u200912\u202f500.50\u200b\n' },
  },
  untyped: [
    'address.house_number',
    'addresses.0.line_1',
    'addresses.0.city',
    'addresses.0.county',
    'addresses.0.postcode',
  ],
  async way(walk) {
    await walk.reach('Your business');
    await walk.answer('company');
    await walk.reads('The address you pasted is now in separate boxes. Check each one.');
    await walk.goOn('company');
    await walk.steps('applicant', 'review', 'documents', 'figures', 'consent', 'offers');
  },
};
