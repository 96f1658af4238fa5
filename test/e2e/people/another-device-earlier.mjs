// A person who stops in the middle of a form on a computer and continues on a phone. The partner's store keeps drafts.
// The journey does not use the browser's history.
import assert from 'node:assert/strict';
import { authenticated, created, offersRequested, prequalified } from '../walk/calls.mjs';
import { HEADINGS } from '../walk/walk.mjs';

const leave = () => void dispatchEvent(new Event('pagehide'));

const company = {
  registered_name: 'Slow Boat Charters Ltd',
  registered_number: '08877665',
  formation_date: [11, 11, 2013],
  trading_from_date: [1, 4, 2014],
  'address.house_number': 'The Boathouse',
  'address.line_1': 'Riverside',
};
/** The answers on the computer. */
const begun = { first_name: 'Dervla', last_name: 'Quinn', date_of_birth: [29, 2, 1972] };
const rest = {
  email: 'dervla@slowboat.example',
  phone_number: '01603 496 012',
  'addresses.0.house_number': '9',
  'addresses.0.line_1': 'Pull’s Ferry',
  'addresses.0.city': 'Norwich',
  'addresses.0.county': 'Norfolk',
  'addresses.0.postcode': 'NR1 4DU',
  'addresses.0.start_date': [20, 1, 2003],
  'addresses.0.status': 'No',
};

const inputs = (answers) =>
  Object.fromEntries(
    Object.entries(answers).flatMap(([name, answer]) =>
      Array.isArray(answer)
        ? ['day', 'month', 'year'].map((part, at) => [`${name}.${part}`, `${answer[at]}`])
        : [[name, answer]],
    ),
  );

export default {
  who: 'a person who continues on another device before creation',
  device: 'computer',
  attributes: 'history="off"',
  backend() {
    const rows = new Map();
    const store = {
      get: async (key) => rows.get(key),
      set: async (key, value) => void rows.set(key, value),
      delete: async (key) => void rows.delete(key),
    };
    return { drafts: { store } };
  },
  company,
  applicant: { ...begun, ...rest },
  figures: { funding_amount: '60000', monthly_revenue: '14,250.75', any_ccj: 'No' },
  changed: {
    'applicant.phone_number': '+441603496012',
    'applicant.addresses.0.line_1': "Pull's Ferry",
    'figures.funding_amount': 60_000,
    'figures.monthly_revenue': 14_250.75,
  },
  async way(walk) {
    await walk.company();
    await walk.reach(HEADINGS.applicant);
    await walk.answer('applicant', begun);
    await walk.tab.run(leave);
    await walk.reads('Saved: you can continue on another device');
    const { tab: computer } = walk;

    await walk.open(computer, 'phone');
    await walk.reach(HEADINGS.applicant);
    assert.deepEqual(await walk.filled(inputs(begun)), inputs(begun));
    await walk.answer('applicant', rest);
    await walk.goOn('applicant');
    await walk.steps('review', 'documents', 'figures', 'consent', 'offers');

    // The computer still shows the form. It can no longer be filled in.
    walk.tab = computer;
    await walk.reload();
    await walk.offers();
  },
  recorded: [
    created({
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
          },
        ],
      },
    }),
    prequalified({ funding_amount: 60_000, monthly_revenue: 14_250.75, any_ccj: false }),
    offersRequested(),
    // The widget requests a token each time that it is shown.
    ...Array.from({ length: 2 }, () => authenticated('dervla@slowboat.example')),
  ],
};
