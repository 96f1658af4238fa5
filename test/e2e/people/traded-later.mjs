// The same business. Its owner mistyped the year in which it started to trade, and the form asks about it.
import assert from 'node:assert/strict';
import { created } from '../walk/calls.mjs';
import { dateTime } from '../walk/days.mjs';
import { HEADINGS } from '../walk/walk.mjs';
import before from './traded-before.mjs';

const { company, recorded } = before;
const [first, ...rest] = recorded;
const [, , , body] = first;
const { formation_date: formed } = company;
const [question] = before.warnings;

const focused = () => globalThis.sight.focused().name;

export default {
  ...before,
  who: 'a business that was formed this month, where the year of its first sale was mistyped',
  warnings: [],
  async way(walk) {
    await walk.company();
    await walk.applicant();
    await walk.reach(HEADINGS.review);
    await walk.reads('One answer looks unusual. Check it.');
    await walk.press(question);
    await walk.reach(HEADINGS.company);
    assert.equal(await walk.tab.run(focused), 'trading_from_date.day');
    await walk.answer('company', { trading_from_date: formed });
    await walk.goOn('company');
    await walk.steps('review', 'documents', 'figures', 'consent', 'offers');
  },
  recorded: [created({ ...body, company: { ...body.company, trading_from_date: dateTime(formed) } }), ...rest],
};
