import type { Figures } from '../../schema/index.js';

/** A made-up offer. The sandbox's widget shows it. */
// Spec: fields of the offer record not shown; these are the ones that an applicant compares.
export interface SandboxOffer {
  /** The name of the lender. */
  readonly provider: string;
  /** The amount of the loan, in whole units of the currency. */
  readonly amount: number;
  /** The cost of each month, repayment included, in units of the currency with two decimals. */
  readonly monthly_cost: number;
  /** The term of the loan, in months. */
  readonly term_months: number;
  /** The fixed interest rate of a year, in per cent. */
  readonly yearly_rate: number;
  /** The annual percentage rate of charge: interest and fee together, in per cent with one decimal. */
  readonly apr: number;
  /** The fee for arranging the loan, in units of the currency with two decimals. It is paid when the loan begins. */
  readonly fee: number;
  /** Everything that the applicant pays: all months and the fee, in units of the currency with two decimals. */
  readonly total_repayable: number;
  /** The currency of all amounts, as an ISO 4217 code. */
  readonly currency: string;
}

/** The terms of a lender. The amount and the fee are shares: of the wanted amount, and of the offered amount. */
type Terms = readonly [provider: string, share: number, term_months: number, yearly_rate: number, fee_rate: number];

/** The made-up lenders. Each further one is a little more expensive. */
const LENDERS: readonly Terms[] = [
  ['Sample Bank', 1, 12, 7.9, 0],
  ['Example Finance', 0.8, 24, 9.5, 0.01],
  ['Placeholder Credit Union', 0.5, 36, 12.4, 0.015],
  ['Ashford Capital', 0.9, 18, 8.4, 0],
  ['Bexhill Capital', 0.6, 24, 9.1, 0.01],
  ['Carlton Capital', 1, 36, 9.7, 0.02],
  ['Dunmore Capital', 0.75, 48, 10.4, 0],
  ['Elmwood Capital', 0.9, 60, 11, 0.01],
  ['Fairway Capital', 0.6, 18, 11.7, 0.02],
  ['Glenside Capital', 1, 24, 12.3, 0],
  ['Ashford Business Bank', 0.75, 36, 13, 0.01],
  ['Bexhill Business Bank', 0.9, 48, 13.6, 0.02],
];

/** The largest loan is the revenue of this many months. */
const MONTHS_OF_REVENUE = 6;

const pennies = (value: number) => Math.round(value * 100) / 100;

/** Returns the equal monthly payment that repays a loan with interest. */
function monthlyPayment(amount: number, months: number, yearlyRate: number): number {
  const rate = yearlyRate / 1200;
  return pennies((amount * rate) / (1 - (1 + rate) ** -months));
}

/** Returns the yearly rate, in per cent, at which the present value of all payments equals the received amount. */
function aprOf(received: number, monthly: number, months: number): number {
  const worth = (yearly: number) => {
    const factor = (1 + yearly) ** (-1 / 12);
    return (monthly * factor * (1 - factor ** months)) / (1 - factor);
  };
  let [low, high] = [1e-6, 10];
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (worth(middle) > received) low = middle;
    else high = middle;
  }
  return Math.round(low * 1000) / 10;
}

function offerOf([provider, share, term_months, yearly_rate, fee_rate]: Terms, most: number): SandboxOffer {
  const amount = Math.floor(most * share);
  const monthly_cost = monthlyPayment(amount, term_months, yearly_rate);
  const fee = pennies(amount * fee_rate);
  return {
    provider,
    amount,
    monthly_cost,
    term_months,
    yearly_rate,
    apr: amount > 0 ? aprOf(amount - fee, monthly_cost, term_months) : 0,
    fee,
    total_repayable: pennies(monthly_cost * term_months + fee),
    // Spec: the currency is not shown; the samples are British.
    currency: 'GBP',
  };
}

/** Returns the offers of some lenders for these figures. The same figures always get the same offers. Without revenue there are none. */
export function sampleOffers({ funding_amount = 0, monthly_revenue = 0 }: Figures, lenders = 3): SandboxOffer[] {
  const most = Math.min(funding_amount, monthly_revenue * MONTHS_OF_REVENUE);
  const offers = LENDERS.slice(0, lenders).map((terms) => offerOf(terms, most));
  return offers.filter(({ amount }) => amount > 0);
}
