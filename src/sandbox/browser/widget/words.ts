import type { Offer } from './types.js';

export const money = (amount: number, currency: string, minimumFractionDigits = 2) =>
  new Intl.NumberFormat('en-GB', { style: 'currency', currency, minimumFractionDigits }).format(amount);

/** Formats a sum, with pence only if it is not a whole number. */
export const sum = (amount: number, currency: string) => money(amount, currency, Number.isInteger(amount) ? 0 : 2);

export const percent = (value: number) => `${value.toFixed(1)}%`;

export const costOf = ({ total_repayable, amount }: Offer) => total_repayable - amount;

/** The words for each state of an offer that is no longer open. */
const OVER: Readonly<Record<string, string>> = {
  APPLICANT_DECLINED: 'You declined this offer',
  DECLINED: 'Cannot make you an offer',
  RULES_DECLINED: 'Does not lend to businesses like yours',
  CANCELLED: 'This offer has ended',
  LENDER_CALL_FAILED: 'Could not be reached',
};

export const isAccepted = ({ status, chosen }: Offer) => chosen || status === 'ACCEPTED';

export const isOpen = (offer: Offer) => offer.status === 'OFFERED' && !isAccepted(offer);

/** Returns the words for the state of an offer that cannot be accepted. */
export const stateOf = ({ status }: Offer) => OVER[status] ?? 'Looking at your application';

/** The heading of the list, and the sentence under it. */
export function summaryOf(offers: readonly Offer[]): [heading: string, lead: string] {
  const accepted = offers.find(isAccepted);
  if (accepted) {
    const isPaid = accepted.status === 'ACCEPTED';
    const next = isPaid
      ? 'The agreement is signed, and the money is on its way.'
      : 'The lender is preparing your agreement. You do not need to do anything else.';
    return ['You accepted an offer', next];
  }
  const open = offers.filter(isOpen).length;
  if (open > 1) return [`You have ${open} offers`, 'The offer that costs least is first.'];
  if (open === 1) return ['You have 1 offer', 'Check the figures before you decide.'];
  if (offers.length > 0 && offers.every(({ status }) => status in OVER))
    return ['You have no open offers', 'No lender is looking at your application at the moment.'];
  const soon =
    'Lenders are looking at your application. New offers appear here, so you do not need to reload the page.';
  return ['You have no offers yet', soon];
}

/** A representative example as lenders in the United Kingdom print it. */
export const exampleOf = ({ amount, term_months, yearly_rate, monthly_cost, currency, ...offer }: Offer) =>
  `If you borrow ${sum(amount, currency)} over ${term_months} months at a fixed interest rate of ${percent(yearly_rate)} a year, you make ${term_months} ` +
  `monthly payments of ${money(monthly_cost, currency)}. ${offer.fee > 0 ? `The fee is ${money(offer.fee, currency)}.` : 'This loan has no fee.'} ` +
  `The total amount that you repay is ${money(offer.total_repayable, currency)}. Representative ${percent(offer.apr)} APR.`;

export const REJECTED = {
  heading: 'We could not open your offers',
  lead: 'For your security, the link to your offers works for a short time only, and that time is over.',
  help: 'Reload this page to see your offers. Nothing is lost.',
};

export const UNAVAILABLE = {
  heading: 'We could not load your offers',
  lead: 'Your offers are safe.',
  help: 'Check your connection, and try again.',
};
