// A director whose partner asks about the funding first, and whose company the lender rejects.
import { created, prequalified } from '../walk/calls.mjs';
import { until } from '../walk/walk.mjs';
import figuresFirst from './figures-first.mjs';

const figures = { funding_amount: 10_001, monthly_revenue: 6200, any_ccj: false };

export default {
  ...figuresFirst,
  who: 'a director who is rejected before they add a document',
  ends: 'reads that the figures were not accepted, and is asked for no document',
  figures,
  typed: { ...figuresFirst.typed, funding_amount: '10001', monthly_revenue: '6,200' },
  async way(walk) {
    await walk.steps('figures', 'company', 'applicant', 'review');
    await walk.reach('The funding you need');
    await walk.reads('did not accept this');
    // The code that explains a failure to developers loads after it is shown. A reload would cancel that.
    await until(async () => walk.servers.problems.length > 0);
    await walk.reload();
    await walk.reach('The funding you need');
    await walk.filled({ funding_amount: '10001', monthly_revenue: '6,200' });
  },
  recorded: [created(figuresFirst), prequalified(figures)],
  decisions: [],
  explained: ['upstream-refused'],
};
