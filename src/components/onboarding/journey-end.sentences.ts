import { enContact } from '../../base/text/locales/en-contact.js';
import { addSentences } from '../../base/text/text.js';

/** English, for the end of a journey, and the summary next to the offers. It loads there. */
export const enEnd = {
  ...enContact,
  'end.heading': (hasAsked: boolean) => (hasAsked ? 'You have asked for offers' : 'Your application has been created'),
  'end.withdrawn': 'You have withdrawn your agreement',
  'end.next': (hasAsked: boolean, canAsk: boolean) =>
    hasAsked
      ? 'Lenders are looking at your application. Their offers can take a while.'
      : canAsk
        ? 'You have not asked for offers. If you change your mind, read the agreement again.'
        : 'You do not need to do anything else.',
  'end.asked': 'You asked for offers',
  'end.documents': (count: number) => (count ? `${count} document${count > 1 ? 's' : ''} sent` : 'documents sent'),
  'end.reconsider': 'Read the agreement again',
};

export const endText = addSentences(enEnd);
