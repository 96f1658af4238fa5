import { complete } from '../walk/person.mjs';
import { ANSWERS } from './answers.mjs';
import { ENTERED } from './entered.mjs';
import { WAYS } from './ways.mjs';

/** The person from whom all others differ: a director who rents a home. The partner uses the default settings. */
const DIRECTOR = {
  company: {
    registered_name: 'Harbour Lane Books Ltd',
    type: 'ltd',
    registered_number: '11873052',
    formation_date: '2019-03-14 00:00:00.000',
    trading_from_date: '2019-04-01 00:00:00.000',
    address: { house_number: '41', line_1: 'Needle Row' },
  },
  applicant: {
    first_name: 'Priya',
    last_name: 'Raman',
    date_of_birth: '1985-03-27',
    email: 'priya@harbourlanebooks.example',
    phone_number: '+447700900982',
  },
  home: {
    house_number: '7',
    line_1: 'Harbour Lane',
    city: 'Whitby',
    county: 'North Yorkshire',
    postcode: 'YO22 4DE',
    start_date: '02/11/2016',
    status: 'tenant',
  },
  figures: { funding_amount: 18_500, monthly_revenue: 6200, any_ccj: false },
  typed: { phone_number: '07700 900 982', funding_amount: '18,500', monthly_revenue: '£6,200' },
};

const EVERYONE = { ...WAYS, ...ANSWERS, ...ENTERED };

/** The people who use most of the journey. `npm test` includes them. */
const TWO = ['three-moves', 'no-answer'];
const GROUPS = {
  two: TWO,
  /** One more of each kind. The short form of `npm run verify` includes them. */
  kinds: [
    'accountant',
    'another-device',
    'farmer',
    'figures-first',
    'homeowner',
    'lives-in-dublin',
    'moved-from-lyon',
    'resident-of-paris',
    'screen-by-screen',
    'searches',
    'sole-trader',
    'two-tabs',
  ],
  others: Object.keys(EVERYONE).filter((name) => !TWO.includes(name)),
  /** The people for whom browsers differ most. */
  three: ['director-at-home', 'pasted', 'three-moves'],
  everyone: Object.keys(EVERYONE),
};

/** Returns the people in a group or in a list of names such as `homeowner,pasted`. */
export const choosePeople = (list) =>
  (GROUPS[list] ?? list.split(',')).map((name) => complete(DIRECTOR, EVERYONE[name] ?? unknown(name)));

function unknown(name) {
  throw new Error(`Nobody is called ${name}. The people are ${Object.keys(EVERYONE).join(', ')}.`);
}
