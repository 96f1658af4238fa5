import { enContact } from '../../base/text/locales/en-contact.js';
import { addSentences } from '../../base/text/text.js';

/** English, for the end of a journey, and the summary next to the offers. It loads there. */
export const enEnd = {
  ...enContact,
  'end.heading': (hasAsked: boolean) =>
    hasAsked ? 'Lenders are looking at your application' : 'Your application has been created',
  'end.next': 'You do not need to do anything else.',
  'end.sent': 'You have sent your application.',
  'end.offers': (isHere: boolean) => (isHere ? 'Offers appear below.' : 'Lenders decide whether to make you an offer.'),
  'end.time': 'This can take a while.',
  'end.choose': 'You choose. Nothing is binding until you accept an offer.',
  'end.documents': (count: number) => (count ? `${count} document${count > 1 ? 's' : ''} sent` : 'documents sent'),
};

export const endText = addSentences(enEnd);
