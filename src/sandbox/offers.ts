import type { Prequalification } from '../schema/index.js';

/** A made-up offer, as the stand-in widget shows it. */
// Spec: fields of the offer record not shown; these are the ones that an applicant compares.
export interface SandboxOffer {
  /** Who would lend. */
  readonly provider: string;
  /** What would be lent, in whole units of the currency. */
  readonly amount: number;
  /** What each month would cost, repayment included, in units with two decimals. */
  readonly monthly_cost: number;
  /** How long it would be repaid, in months. */
  readonly term_months: number;
  /** The currency of both amounts, as an ISO 4217 code. */
  readonly currency: string;
}

const PROVIDERS = [
  { provider: 'Sample Bank', share: 1, term_months: 24, yearly_rate: 0.08 },
  { provider: 'Example Finance', share: 0.8, term_months: 12, yearly_rate: 0.06 },
  { provider: 'Placeholder Credit Union', share: 0.5, term_months: 36, yearly_rate: 0.095 },
];

/** No sample provider lends more than this many months of revenue. */
const MONTHS_OF_REVENUE = 6;

/** The offers that these figures get: the same figures always get the same offers, no revenue gets none. */
export const sampleOffers = ({ funding_amount = 0, monthly_revenue = 0 }: Prequalification): SandboxOffer[] =>
  PROVIDERS.map(({ provider, share, term_months, yearly_rate }) => {
    const amount = Math.floor(Math.min(funding_amount, monthly_revenue * MONTHS_OF_REVENUE) * share);
    const monthly = (amount * (1 + (yearly_rate * term_months) / 12)) / term_months;
    // Spec: the currency is not shown; the samples are British.
    return { provider, amount, monthly_cost: Math.round(monthly * 100) / 100, term_months, currency: 'GBP' };
  }).filter(({ amount }) => amount > 0);
