import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sampleOffers } from '../../../src/sandbox/lender/offers.js';
import { samplePrequalification } from '../../schema/samples.js';

const figures = samplePrequalification();

describe('the sandbox’s offers', () => {
  it('have figures that agree: the months and the fee are the total, and interest makes it more than the amount', () => {
    for (const offer of sampleOffers(figures, 24)) {
      const { amount, monthly_cost, term_months, fee, total_repayable } = offer;
      assert.equal(total_repayable, Math.round((monthly_cost * term_months + fee) * 100) / 100, offer.provider);
      assert.ok(total_repayable > amount, offer.provider);
    }
  });

  it('have an APR that repays exactly the amount received, and is higher with a fee', () => {
    for (const { amount, fee, monthly_cost, term_months, apr, yearly_rate } of sampleOffers(figures, 24)) {
      const worth = Array.from({ length: term_months }, (_, at) => monthly_cost / (1 + apr / 100) ** ((at + 1) / 12));
      const received = worth.reduce((sum, one) => sum + one, 0);
      assert.ok(Math.abs(received / (amount - fee) - 1) < 0.002, `${received} is not ${amount - fee}`);
      assert.ok(apr > yearly_rate);
    }
  });

  it('are the same for the same figures, three by default, and as many as requested', () => {
    assert.deepEqual(sampleOffers(figures), sampleOffers(figures, 24).slice(0, 3));
    assert.equal(sampleOffers(figures, 24).length, 24);
    assert.equal(new Set(sampleOffers(figures, 24).map(({ provider }) => provider)).size, 24);
  });

  it('never exceed the requested amount or six months of revenue, and do not exist without revenue', () => {
    const { funding_amount = 0 } = figures;
    assert.ok(sampleOffers(figures, 24).every(({ amount }) => amount <= funding_amount));
    assert.equal(sampleOffers({ ...figures, monthly_revenue: 1000 })[0]?.amount, 6000);
    assert.deepEqual(sampleOffers({ ...figures, monthly_revenue: 0 }), []);
  });
});
