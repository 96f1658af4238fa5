import type { Figures } from '../../schema/index.js';
import { type SandboxOffer, sampleOffers } from './offers.js';
import { effectOf } from './magic-values.js';

/** The states of an application. A real service may have others. */
export type ApplicationStatus =
  'PENDING' | 'RECEIVED_OFFERS' | 'REJECTED' | 'OFFER_ACCEPTED' | 'FUNDS_DISBURSED' | 'CLOSED';

/** The states of an offer. A real service may have others. */
export type OfferStatus =
  | 'PENDING'
  | 'DECLINED'
  | 'ADDITIONAL_DETAILS_REQUESTED'
  | 'DEFERRED'
  | 'OFFERED'
  | 'ACCEPTED'
  | 'APPLICANT_DECLINED'
  | 'CANCELLED'
  | 'LENDER_CALL_FAILED'
  | 'RULES_DECLINED';

/** An offer as the sandbox stores it. Times are in milliseconds since 1970. */
interface OfferRecord {
  readonly id: string;
  readonly terms: SandboxOffer;
  /** The time at which the lender decides. */
  readonly answersAt: number;
  /** The offer's status after the lender's decision, until the applicant decides. */
  readonly outcome: OfferStatus;
  isDeclined: boolean;
}

/** A company, its applicant and its application as the sandbox stores them. Times are in milliseconds since 1970. */
export interface CompanyRecord {
  readonly company_id: string;
  readonly application_id: string;
  readonly createdAt: number;
  readonly email: string;
  /** The figures that were sent last. */
  figures?: Figures;
  isDeclined: boolean;
  consent: boolean;
  offers: OfferRecord[];
  /** The id of the offer that the applicant chose, and the time. */
  chosen?: { readonly offer: string; readonly at: number };
}

/** Seconds from the applicant's choice until the loan is paid out, and from the payout until the application is closed. */
const [PAID_AFTER_SECONDS, CLOSED_AFTER_SECONDS] = [60, 24 * 3600];

/** The status of an offer at a time in milliseconds. */
// Spec: transitions are not shown; these are made up, and neither the page nor the handler depends on them. Public documentation
// calls an offer ACCEPTED when it is signed and paid, so an offer that was only chosen is still OFFERED.
export function offerStatus(offer: OfferRecord, { chosen }: CompanyRecord, now: number): OfferStatus {
  if (offer.isDeclined) return 'APPLICANT_DECLINED';
  const status = now < offer.answersAt ? 'PENDING' : offer.outcome;
  if (!chosen) return status;
  if (chosen.offer === offer.id) return now < chosen.at + PAID_AFTER_SECONDS * 1000 ? 'OFFERED' : 'ACCEPTED';
  return status === 'OFFERED' || status === 'PENDING' ? 'CANCELLED' : status;
}

/** The status of an application at a time in milliseconds. */
// Spec: transitions are not shown; these are made up, and neither the page nor the handler depends on them.
export function applicationStatus(company: CompanyRecord, now: number): ApplicationStatus {
  const { chosen, offers, isDeclined } = company;
  if (chosen) {
    const seconds = (now - chosen.at) / 1000;
    if (seconds >= PAID_AFTER_SECONDS + CLOSED_AFTER_SECONDS) return 'CLOSED';
    return seconds >= PAID_AFTER_SECONDS ? 'FUNDS_DISBURSED' : 'OFFER_ACCEPTED';
  }
  if (isDeclined) return 'REJECTED';
  const hasOffer = offers.some((offer) => offer.outcome === 'OFFERED' && now >= offer.answersAt);
  return hasOffer ? 'RECEIVED_OFFERS' : 'PENDING';
}

/** The lenders' decisions if none makes an offer. */
const NO_OFFERS: readonly OfferStatus[] = ['DECLINED', 'RULES_DECLINED', 'LENDER_CALL_FAILED'];

/**
 * Returns the offers that the lenders will make to a company; none if it did not send figures or consent. `offersAfterSeconds` has the seconds
 * until each lender decides. Its last number applies to all further lenders.
 */
export function requestedOffers(
  company: CompanyRecord,
  now: number,
  offersAfterSeconds: readonly number[],
): OfferRecord[] {
  const { figures, consent, isDeclined } = company;
  if (!figures || !consent || isDeclined) return [];
  const effect = effectOf('prequalify', 'prequalification.funding_amount', figures.funding_amount);
  const offers = sampleOffers(figures, effect === 'manyOffers' ? Infinity : undefined);
  return offers.map((terms, index) => ({
    id: crypto.randomUUID(),
    terms,
    answersAt: now + (offersAfterSeconds[index] ?? offersAfterSeconds.at(-1) ?? 0) * 1000,
    outcome: effect === 'noOffers' ? NO_OFFERS[index % NO_OFFERS.length]! : 'OFFERED',
    isDeclined: false,
  }));
}
