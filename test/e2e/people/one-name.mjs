// A person with one name, whose home has no building number. The business has a PO box. The partner uses the default settings.
import { HEADINGS } from '../walk/walk.mjs';

export default {
  who: 'a person with one name, whose home has no number and whose business has a post office box',
  company: {
    registered_name: 'Skye Kelp Ltd',
    registered_number: 'SC598213',
    formation_date: '2018-05-03 00:00:00.000',
    trading_from_date: '2018-06-01 00:00:00.000',
    address: { line_1: 'PO Box 12' },
  },
  applicant: {
    first_name: undefined,
    last_name: 'Suryani',
    date_of_birth: '1988-08-19',
    email: 'suryani@skyekelp.example',
    phone_number: '+441471550123',
    addresses: [
      {
        line_1: 'Lighthouse Road',
        city: 'Isle of Skye',
        postcode: 'IV44 8RF',
        start_date: '01/10/2017',
        status: 'tenant',
      },
    ],
  },
  async way(walk) {
    await walk.reach(HEADINGS.company);
    await walk.reads('You only need to give the number and street.');
    await walk.company();
    await walk.reach(HEADINGS.applicant);
    await walk.reads('If you have only one name, leave this blank.');
    await walk.reads('If you do not remember the exact date, give your best estimate.');
    await walk.answer('applicant');
    await walk.press('Continue');
    await walk.reads('Enter your last name, or tick “I have only one name”');
    await walk.tick('last_name.none');
    await walk.tick('addresses.0.house_number.none');
    await walk.goOn('applicant');
    await walk.steps('review', 'documents', 'figures', 'consent', 'offers');
  },
  figures: { funding_amount: 12_000, monthly_revenue: 4800, any_ccj: false },
  typed: { phone_number: '01471 550 123', first_name: 'Suryani', funding_amount: '12,000', monthly_revenue: '£4,800' },
  untyped: ['last_name'],
};
