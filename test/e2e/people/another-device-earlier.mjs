// A person who stops in the middle of a form on a computer and continues on a phone.
// The journey does not use the browser's history.
import assert from 'node:assert/strict';
import { HEADINGS, until } from '../walk/walk.mjs';

/** How often the store has got a draft. */
let saved;

/** The answers on the computer. */
const BEGUN = {
  first_name: 'Dervla',
  last_name: 'Quinn',
  'date_of_birth.day': '29',
  'date_of_birth.month': '2',
  'date_of_birth.year': '1972',
};

export default {
  who: 'a person who continues on another device before creation',
  device: 'computer',
  attributes: 'history="off"',
  backend({ store }) {
    saved = 0;
    const replace = async (key, ...change) => {
      const isReplaced = await store.replace(key, ...change);
      if (isReplaced && key.startsWith('draft/')) saved++;
      return isReplaced;
    };
    return { store: { ...store, replace } };
  },
  company: {
    registered_name: 'Slow Boat Charters Ltd',
    registered_number: '08877665',
    formation_date: '2013-11-11 00:00:00.000',
    trading_from_date: '2014-04-01 00:00:00.000',
    address: { house_number: 'The Boathouse', line_1: 'Riverside' },
  },
  applicant: {
    first_name: 'Dervla',
    last_name: 'Quinn',
    date_of_birth: '1972-02-29',
    email: 'dervla@slowboat.example',
    phone_number: '+441603496012',
    addresses: [
      {
        house_number: '9',
        line_1: "Pull's Ferry",
        city: 'Norwich',
        county: 'Norfolk',
        postcode: 'NR1 4DU',
        start_date: '20/01/2003',
        status: undefined,
      },
    ],
  },
  figures: { funding_amount: 60_000, monthly_revenue: 14_250.75, any_ccj: false },
  typed: { phone_number: '01603 496 012', 'addresses.0.line_1': 'Pull’s Ferry', monthly_revenue: '14,250.75' },
  tokens: 2,
  async way(walk) {
    const { first_name, last_name, date_of_birth, ...rest } = walk.person.answers.applicant;
    await walk.company();
    await walk.reach(HEADINGS.applicant);
    const before = saved;
    await walk.answer('applicant', { first_name, last_name, date_of_birth });
    const { tab: computer } = walk;
    await computer.goto('about:blank');
    await until(async () => saved > before);

    await walk.open(computer, 'phone');
    await walk.reach(HEADINGS.applicant);
    assert.deepEqual(await walk.filled(BEGUN), BEGUN);
    await walk.answer('applicant', rest);
    await walk.goOn('applicant');
    await walk.steps('review', 'documents', 'figures', 'consent', 'offers');

    // The form on the computer can no longer be filled in.
    walk.tab = computer;
    await computer.goto(walk.servers.url);
    await walk.offers();
  },
};
