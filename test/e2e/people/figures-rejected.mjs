// A director whose partner asks about the funding first, and whose company the lender rejects.
import { prequalified } from '../walk/calls.mjs';
import figuresFirst from './figures-first.mjs';

const { company, applicant, attributes, changed, recorded } = figuresFirst;
const amount = 10_001;
const [application] = recorded;

export default {
  who: 'a director who is rejected before they add a document',
  ends: 'reads that the figures were not accepted, and is asked for no document',
  attributes,
  company,
  applicant,
  figures: { funding_amount: `${amount}`, monthly_revenue: '6,200', any_ccj: 'No' },
  async way(walk) {
    await walk.steps('figures', 'company', 'applicant', 'review');
    await walk.reach('The funding you need');
    await walk.reads('did not accept this');
    await walk.reload();
    await walk.reach('The funding you need');
    await walk.filled({ funding_amount: `${amount}`, monthly_revenue: '6,200' });
  },
  changed: { ...changed, 'figures.funding_amount': amount },
  recorded: [application, prequalified({ funding_amount: amount, monthly_revenue: 6200, any_ccj: false })],
  decisions: [],
  explained: ['upstream-refused'],
};
