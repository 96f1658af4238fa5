// Each person completes the journey. The answers and the sentences on the pages are compared with the sandbox's record.
import assert from 'node:assert/strict';
import process from 'node:process';
import { after, before, describe, it } from 'node:test';
import { BROWSERS } from '../walk/browsers.mjs';
import { decisions, openPartner, recorded } from '../walk/partner.mjs';
import { complete, unshown } from '../walk/person.mjs';
import { Journey } from '../walk/journey.mjs';
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
    'jersey',
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
const choosePeople = (list) =>
  (GROUPS[list] ?? list.split(',')).map((name) => complete(DIRECTOR, EVERYONE[name] ?? unknown(name)));

function unknown(name) {
  throw new Error(`Nobody is called ${name}. The people are ${Object.keys(EVERYONE).join(', ')}.`);
}

/** Returns the error code in an element's console message, or another message unchanged. */
const codeOr = (problem) => /^console\.error: <lending-[\w-]+> failed \(([\w-]+)\)/.exec(problem)?.[1] ?? problem;

const { PEOPLE = 'two', ENGINES = 'chromium' } = process.env;
const people = choosePeople(PEOPLE);

for (const engine of ENGINES.split(',')) {
  describe(`people in ${engine}`, { timeout: 1_800_000 }, () => {
    let browser;
    before(async () => (browser = await BROWSERS[engine]()));
    after(() => browser?.close());

    for (const person of people) {
      describe(person.who, { timeout: 300_000 }, () => {
        let servers;
        let walk;
        before(async () => {
          servers = await openPartner(person);
          walk = new Journey(person, browser, servers);
        });
        after(async () => {
          await walk?.close();
          await servers?.close();
        });

        it(person.ends ?? 'comes to the offers', () => walk.go());

        it('causes exactly the requests in the person’s file, field by field', () => {
          assert.deepEqual(recorded(servers.sandbox), person.recorded);
        });

        it('causes exactly the consent decisions in the person’s file', async () => {
          const { recorded: calls, decisions: decided = calls.length ? ['given'] : [] } = person;
          assert.deepEqual(
            (await decisions(servers)).map(({ event }) => event),
            decided,
          );
        });

        it('shows everything that is sent before it is sent', () => {
          assert.deepEqual(unshown(servers.sandbox, walk, person), []);
          assert.deepEqual(walk.warnings, person.warnings ?? []);
        });

        it('shows no sentence that does not apply to the person', () => {
          const { never = [] } = person;
          assert.deepEqual(
            [...walk.read].filter((line) => never.some((words) => line.includes(words))),
            [],
          );
        });

        it('loses nothing by Back, Forward and a reload', () => assert.deepEqual(walk.lost, []));

        it('contains no question without a label', () => assert.deepEqual(walk.unlabelled, []));

        it('causes only the errors that the person’s file expects, and no violation of the page’s CSP', () => {
          assert.deepEqual(servers.problems.map(codeOr), person.explained ?? []);
        });
      });
    }
  });
}
