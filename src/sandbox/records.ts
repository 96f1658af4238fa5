import type { Figures } from '../schema/index.js';
import type { SandboxOffer } from './offers.js';

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

/** An offer as the sandbox keeps it. Times are in milliseconds since 1970. */
export interface OfferRecord {
  readonly id: string;
  readonly terms: SandboxOffer;
  /** The time of the lender's answer. */
  readonly answersAt: number;
  /** The offer's status from then on, until the applicant decides. */
  readonly outcome: OfferStatus;
  isDeclined: boolean;
}

/** A company, its applicant and its application as the sandbox keeps them. Times are in milliseconds since 1970. */
export interface CompanyRecord {
  readonly company_id: string;
  readonly application_id: string;
  readonly createdAt: number;
  readonly email: string;
  /** The figures that were sent last. */
  figures?: Figures;
  isRejected: boolean;
  consent: boolean;
  offers: OfferRecord[];
  /** The id of the offer that the applicant chose, and the time. */
  chosen?: { readonly offer: string; readonly at: number };
}
