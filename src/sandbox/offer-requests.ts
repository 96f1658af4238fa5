import { effectOf } from './magic-values.js';
import { sampleOffers } from './offers.js';
import { randomUuid } from './random.js';
import type { CompanyRecord, OfferRecord, OfferStatus } from './records.js';

/** The number of offers of the magic value for many. */
const MANY = 12;

/** The lenders' answers if none makes an offer. */
const NO_OFFERS: readonly OfferStatus[] = ['DECLINED', 'RULES_DECLINED', 'LENDER_CALL_FAILED'];

/**
 * Returns the offers that the lenders will make to a company that sent figures and consented, else none. `offersAfter` has the seconds
 * until each lender's answer; its last number is that of all others.
 */
export function requestedOffers(company: CompanyRecord, now: number, offersAfter: readonly number[]): OfferRecord[] {
  const { figures, consent, isRejected } = company;
  if (!figures || !consent || isRejected) return [];
  const effect = effectOf('prequalify', 'prequalification.funding_amount', figures.funding_amount);
  const offers = sampleOffers(figures, effect === 'manyOffers' ? MANY : undefined);
  return offers.map((terms, index) => ({
    id: randomUuid(),
    terms,
    answersAt: now + (offersAfter[index] ?? offersAfter.at(-1) ?? 0) * 1000,
    outcome: effect === 'noOffers' ? NO_OFFERS[index % NO_OFFERS.length]! : 'OFFERED',
    isDeclined: false,
  }));
}
