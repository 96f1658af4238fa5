// A person who creates the application on a computer, adds to it there, and continues on a phone. The page is in Dutch. No Dutch
// texts are registered, so the journey is in English.
import assert from 'node:assert/strict';
import { HEADINGS } from '../walk/walk.mjs';

const spoken = () =>
  document.querySelector('lending-onboarding').shadowRoot.querySelector('[part="progress"]').closest('[lang]').lang;

export default {
  who: 'a person who continues on another device after creation',
  lang: 'nl',
  device: 'computer',
  company: {
    registered_name: 'Between Trains Coffee Ltd',
    registered_number: 'SC598812',
    formation_date: '2018-05-30 00:00:00.000',
    trading_from_date: '2018-07-02 00:00:00.000',
    address: { house_number: 'Platform 2', line_1: 'Station Approach' },
  },
  applicant: {
    first_name: 'Ewan',
    last_name: 'Macrae',
    date_of_birth: '1979-12-12',
    email: 'ewan@betweentrains.example',
    phone_number: '+441414960321',
    addresses: [
      {
        house_number: '66',
        line_1: 'Byres Road',
        city: 'Glasgow',
        postcode: 'G11 5RF',
        start_date: '03/09/2009',
        status: 'tenant',
      },
    ],
  },
  document: true,
  figures: { funding_amount: 7500, monthly_revenue: 9300, any_ccj: false },
  typed: { phone_number: '0141 496 0321', funding_amount: '7,500', monthly_revenue: '9,300' },
  tokens: 2,
  async way(walk) {
    await walk.reach(HEADINGS.company);
    assert.equal(await walk.tab.run(spoken), 'en');
    await walk.steps('company', 'applicant', 'review', 'documents', 'figures');
    await walk.reach(HEADINGS.consent);
    const { tab: computer } = walk;

    await walk.open(computer, 'phone');
    await walk.reach(HEADINGS.consent);
    await walk.reads('You asked for £7,500');
    await walk.reads('£9,300 a month');
    await walk.consent();
    await walk.offers();
    await walk.reads('You asked for £7,500');

    // On the computer there is nothing left to do, and it sends nothing again.
    walk.tab = computer;
    await walk.reload();
    await walk.reach('What you agreed to');
    await walk.press('Back to your offers');
    await walk.offers();
  },
};
