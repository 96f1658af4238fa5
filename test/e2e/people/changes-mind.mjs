// A person on a phone who declines, then agrees, and finally withdraws. The widget is isolated.
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { decisions } from '../walk/partner.mjs';

const requests = ({ servers }) => servers.sandbox.calls.filter(({ name }) => name === 'requestOffers').length;

const inWords = (time) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' }).format(new Date(time));

/** Returns the time of this decision since then, in the page's format. A page does not wait for the record of a refusal. */
async function decided({ servers, tab }, event, since) {
  let last = (await decisions(servers)).at(-1);
  for (let time = 0; last?.event !== event && time < 100; time++) {
    await pause(50);
    last = (await decisions(servers)).at(-1);
  }
  assert.equal(last?.event, event);
  assert.match(last.at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  assert.ok(Date.parse(last.at) >= since && Date.parse(last.at) <= Date.now(), `${event} at ${last.at}`);
  return tab.run(inWords, last.at);
}

export default {
  who: 'a person who declines, then agrees, then withdraws',
  ends: 'comes to the offers, and reads there when they withdrew',
  device: 'phone',
  widget: { isolation: 'frame' },
  backend: () => ({
    settings: {
      partner: {
        name: 'Ledgerly',
        broker: 'Fundmatch',
        support: { name: 'the Ledgerly help desk', address: 'help@ledgerly.example', phone: '020 7946 0123' },
      },
    },
  }),
  company: {
    registered_name: 'Second Thoughts Tailoring Ltd',
    registered_number: '12504417',
    formation_date: '2020-03-03 00:00:00.000',
    trading_from_date: '2020-06-01 00:00:00.000',
    address: { house_number: '41', line_1: 'Needle Row' },
  },
  applicant: {
    first_name: 'Hannah',
    last_name: 'Osei',
    date_of_birth: '1988-05-19',
    email: 'hannah@secondthoughts.example',
    phone_number: '+441614960555',
    addresses: [
      {
        house_number: 'Flat 2',
        line_1: 'Mill Brow',
        city: 'Stockport',
        postcode: 'SK1 1AB',
        start_date: '15/08/2012',
        status: 'tenant',
      },
    ],
  },
  figures: { funding_amount: 18_500, monthly_revenue: 6200, any_ccj: false },
  typed: { phone_number: '0161 496 0555', funding_amount: '18,500', monthly_revenue: '6,200' },
  tokens: 3,
  async way(walk) {
    await walk.steps('company', 'applicant', 'review', 'documents', 'figures');

    await walk.reach('Before you get offers');
    let start = Date.now();
    await walk.press('I do not agree');
    await walk.reach('You have not asked for offers');
    await decided(walk, 'declined', start);
    await walk.press('Continue without offers');
    await walk.reach('Your application has been created');
    await walk.reload();
    await walk.reach('Your application has been created');
    assert.equal(requests(walk), 0, 'no offers are requested after the refusal');

    await walk.press('Read the agreement again');
    await walk.reach('Before you get offers');
    start = Date.now();
    await walk.consent();
    await walk.offers();
    await walk.reads('You asked for £18,500');
    await decided(walk, 'given', start);
    assert.equal(requests(walk), 1, 'offers are requested once they agree');

    await walk.press('See what you agreed to');
    await walk.reach('What you agreed to');
    start = Date.now();
    await walk.press('Withdraw my agreement');
    await walk.press('Yes, withdraw my agreement');
    await walk.reach('You have withdrawn your agreement');
    const when = await decided(walk, 'withdrawn', start);
    await walk.reads(when);
    await walk.press('Back to your offers');
    await walk.offers();
    await walk.reads(when);
    await walk.reads('To get more offers, read the agreement again');
    await walk.reads('help@ledgerly.example');
    await walk.reload();
    await walk.offers();
    await walk.reads(when);
    assert.ok(!(await walk.look()).some((line) => line.includes('You asked for')), 'it says nothing of a request');
    assert.equal(requests(walk), 1, 'nothing more is requested after the withdrawal');
  },
  decisions: ['declined', 'given', 'withdrawn'],
};
