// The same business. Its owner mistyped the year in which it started to trade, and the form asks about it.
import assert from 'node:assert/strict';
import { HEADINGS } from '../walk/walk.mjs';
import before from './traded-before.mjs';

const { company, typed, warnings } = before;
const [question] = warnings;

const focused = () => globalThis.sight.focused().name;

export default {
  ...before,
  who: 'a business that was formed this month, where the year of its first sale was mistyped',
  company: { ...company, trading_from_date: company.formation_date },
  typed: { ...typed, trading_from_date: [1, 9, 2021] },
  warnings: [],
  async way(walk) {
    await walk.company();
    await walk.applicant();
    await walk.reach(HEADINGS.review);
    await walk.reads('One answer looks unusual. Check it.');
    await walk.press(question);
    await walk.reach(HEADINGS.company);
    assert.equal(await walk.tab.run(focused), 'trading_from_date.day');
    await walk.answer('company', { trading_from_date: walk.person.answers.company.formation_date });
    await walk.goOn('company');
    await walk.steps('review', 'documents', 'figures', 'consent', 'offers');
  },
};
