import type { ApplicationStatus, CompanyRecord, OfferRecord, OfferStatus } from './records.js';

/** Seconds from the applicant's choice until the loan is paid out, and from then until the application is closed. */
const [PAID_AFTER, CLOSED_AFTER] = [60, 24 * 3600];

/** The status of an offer at a time in milliseconds. */
// Spec: transitions are not shown; these are made up, and neither the page nor the handler depends on them. Public documentation
// calls an offer ACCEPTED when it is signed and paid, so an offer that was only chosen is still OFFERED.
export function offerStatus(offer: OfferRecord, { chosen }: CompanyRecord, now: number): OfferStatus {
  if (offer.isDeclined) return 'APPLICANT_DECLINED';
  const status = now < offer.answersAt ? 'PENDING' : offer.outcome;
  if (!chosen) return status;
  if (chosen.offer === offer.id) return now < chosen.at + PAID_AFTER * 1000 ? 'OFFERED' : 'ACCEPTED';
  return status === 'OFFERED' || status === 'PENDING' ? 'CANCELLED' : status;
}

/** The status of an application at a time in milliseconds. */
// Spec: transitions are not shown; these are made up, and neither the page nor the handler depends on them.
export function applicationStatus(company: CompanyRecord, now: number): ApplicationStatus {
  const { chosen, offers, isRejected } = company;
  if (chosen) {
    const seconds = (now - chosen.at) / 1000;
    if (seconds >= PAID_AFTER + CLOSED_AFTER) return 'CLOSED';
    return seconds >= PAID_AFTER ? 'FUNDS_DISBURSED' : 'OFFER_ACCEPTED';
  }
  if (isRejected) return 'REJECTED';
  const hasOffer = offers.some((offer) => offer.outcome === 'OFFERED' && now >= offer.answersAt);
  return hasOffer ? 'RECEIVED_OFFERS' : 'PENDING';
}
