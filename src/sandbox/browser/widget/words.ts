import type { Offer } from './types.js';

export const money = (amount: number, currency: string, digits = 2) =>
  new Intl.NumberFormat('en-GB', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount);

/** Formats a sum, with pence only if it is not a whole number. */
export const sum = (amount: number, currency: string) => money(amount, currency, Number.isInteger(amount) ? 0 : 2);

export const percent = (value: number) => `${value.toFixed(1)}%`;

export const costOf = ({ total_repayable, amount }: Offer) => total_repayable - amount;

/** The words for each state of an offer that waits for somebody else. */
const WAITING: Readonly<Record<string, string>> = {
  PENDING: 'Looking at your application',
  DEFERRED: 'Will decide later',
  ADDITIONAL_DETAILS_REQUESTED: 'Needs more details from you',
};

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

export const isOver = (offer: Offer) => offer.status in OVER && !isAccepted(offer);

/** Returns the words for a state. An unknown state is returned unchanged. */
export const stateOf = ({ status }: Offer) => OVER[status] ?? WAITING[status] ?? status;

/** The sentences under an accepted offer. */
export const acceptedWords = ({ status, provider }: Offer) =>
  status === 'ACCEPTED'
    ? `Your agreement with ${provider} is signed, and the money is on its way.`
    : `${provider} is preparing your agreement. You do not need to do anything else.`;

const counted = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

/** The heading of the list. */
export function headingOf(offers: readonly Offer[]): string {
  if (offers.some(isAccepted)) return 'You accepted an offer';
  const open = offers.filter(isOpen).length;
  if (open > 0) return `You have ${counted(open, 'offer')}`;
  return offers.length === 0 || !offers.every(isOver) ? 'You have no offers yet' : 'You have no open offers';
}

/** The sentence under the heading. */
export function leadOf(offers: readonly Offer[]): string {
  if (offers.some(isAccepted)) return 'We have told the lender.';
  const open = offers.filter(isOpen).length;
  if (open > 1) return 'The offer that costs least in total is first.';
  if (open === 1) return 'Check the figures before you decide.';
  if (offers.length > 0 && offers.every(isOver)) return 'No lender is looking at your application at the moment.';
  return 'Lenders are looking at your application. New offers appear here, so you do not need to reload the page.';
}

/** The announcement of changes since the offers were last read, or an empty string. */
export function newsOf(before: readonly Offer[], after: readonly Offer[]): string {
  const wasOpen = new Set(before.filter(isOpen).map(({ id }) => id));
  const fresh = after.filter((offer) => isOpen(offer) && !wasOpen.has(offer.id));
  if (fresh.length === 1) return `You have a new offer, from ${fresh[0]!.provider}.`;
  if (fresh.length > 1) return `You have ${fresh.length} new offers.`;
  const states = new Map(before.map((offer) => [offer.id, offer.status]));
  const changed = after.filter(({ id, status }) => states.has(id) && states.get(id) !== status);
  const [first] = changed;
  if (!first) return '';
  return changed.length > 1
    ? 'Some offers have changed.'
    : isAccepted(first)
      ? acceptedWords(first)
      : `${first.provider}: ${stateOf(first)}.`;
}

/** A representative example as lenders in the United Kingdom print it. */
export const exampleOf = ({
  amount,
  term_months,
  yearly_rate,
  monthly_cost,
  fee,
  total_repayable,
  apr,
  currency,
}: Offer) =>
  `If you borrow ${sum(amount, currency)} over ${term_months} months at a fixed interest rate of ${percent(yearly_rate)} a year, you make ${term_months} ` +
  `monthly payments of ${money(monthly_cost, currency)}. ${fee > 0 ? `The fee is ${money(fee, currency)}.` : 'This loan has no fee.'} ` +
  `The total amount that you repay is ${money(total_repayable, currency)}. Representative ${percent(apr)} APR.`;

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
