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

interface Terms {
  provider: string;
  /** The offered amount as a share of the wanted amount. */
  share: number;
  term_months: number;
  yearly_rate: number;
  /** The fee as a share of the amount. */
  fee_rate: number;
}

const PROVIDERS: readonly Terms[] = [
  { provider: 'Sample Bank', share: 1, term_months: 12, yearly_rate: 7.9, fee_rate: 0 },
  { provider: 'Example Finance', share: 0.8, term_months: 24, yearly_rate: 9.5, fee_rate: 0.01 },
  { provider: 'Placeholder Credit Union', share: 0.5, term_months: 36, yearly_rate: 12.4, fee_rate: 0.015 },
];

const PLACES = ['Ashford', 'Bexhill', 'Carlton', 'Dunmore', 'Elmwood', 'Fairway', 'Glenside'];
const KINDS = ['Capital', 'Business Bank', 'Lending'];

/** The terms of further lenders. Each is a little more expensive than the one before. */
const furtherTerms = (at: number): Terms => ({
  provider: `${PLACES[at % PLACES.length]!} ${KINDS[Math.floor(at / PLACES.length) % KINDS.length]!}`,
  share: [0.9, 0.6, 1, 0.75][at % 4]!,
  term_months: [18, 24, 36, 48, 60][at % 5]!,
  yearly_rate: Math.round((8.4 + at * 0.65) * 10) / 10,
  fee_rate: [0, 0.01, 0.02][at % 3]!,
});

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

function offerOf({ provider, share, term_months, yearly_rate, fee_rate }: Terms, most: number): SandboxOffer {
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

/**
 * Returns the offers for these figures. The same figures always get the same offers. Without revenue there are none. `count` is the
 * number of lenders, at most 24. Default: 3.
 */
export function sampleOffers(
  { funding_amount = 0, monthly_revenue = 0 }: Figures,
  count = PROVIDERS.length,
): SandboxOffer[] {
  const most = Math.min(funding_amount, monthly_revenue * MONTHS_OF_REVENUE);
  const more = PLACES.length * KINDS.length;
  const all = [...PROVIDERS, ...Array.from({ length: more }, (_, at) => furtherTerms(at))];
  return all
    .slice(0, count)
    .map((terms) => offerOf(terms, most))
    .filter(({ amount }) => amount > 0);
}
