import type { Settings } from '../../../schema/settings.js';
import { site, Site } from './en.js';
import { addSentences } from '../text.js';

/** English, for the time after a decision about the consent, and for a rejected one. It loads then. */
export const enConsent = {
  'consent.declined.heading': 'You have not asked for offers',
  'consent.declined'(this: Settings) {
    return `Lenders will not get your details from ${site(this)}, and nobody will check your credit, unless you agree. Your application is saved.`;
  },
  'consent.declined.again.heading': 'You have not asked for more offers',
  'consent.declined.again':
    'Nobody will check your credit again unless you agree. Details that were already shared cannot be taken back, so you may still hear from lenders.',
  'consent.reconsider': 'Read the agreement again',
  'consent.without': 'Continue without offers',
  'consent.back': 'Back to your offers',
  'consent.config-invalid'(this: Settings) {
    return `${Site(this)} cannot record your agreement, so nothing was sent.`;
  },
  'consent.handler-consent-not-stored':
    'Your answer could not be recorded, so nothing was sent. Try again in a few minutes.',
  'agree.changed':
    'The text above has changed, for example because it was translated. To agree, show the page in its original language',
  'agree.handler-no-consent': 'Read the agreement again, and tick the box if you agree',
  'agree.handler-consent-stale': 'This agreement was out of date. Read it again, and tick the box if you agree',
  'agree.handler-consent-withdrawn':
    'You have withdrawn your agreement. Read the text again, and tick the box if you agree',

  'figures.unknown': 'Your figures may have changed since you last saw them. Check them before you agree.',
  'figures.other': 'These figures were sent in another tab or on another device. Check them before you agree.',
  'figures.check': 'Check the figures',

  'receipt.heading': 'What you agreed to',
  'receipt.when': 'Agreed',
  'receipt.applicant': 'Applicant',
  'receipt.business': 'Business',
  'receipt.broker': 'Credit broker',
  'receipt.parties': 'Shared with',
  'receipt.number': 'Receipt number',
  'receipt.ask': 'Get offers',
  'receipt.print': 'Print',
  'receipt.download': 'Download',
  'receipt.withdraw': 'Withdraw my agreement',
  'receipt.confirm.heading': 'Withdraw your agreement?',
  'receipt.confirm'(this: Settings) {
    return `${Site(this)} will record this and will not ask for any more offers. Details that were already shared cannot be taken back, so you may still hear from lenders.`;
  },
  'receipt.confirm.yes': 'Yes, withdraw my agreement',
  'receipt.confirm.no': 'Keep my agreement',
  'receipt.failed': 'Your withdrawal may not have been recorded',
  'receipt.withdrawing': 'Withdrawing…',
  'receipt.withdrawn.heading': 'You have withdrawn your agreement',
  'receipt.withdrawn'(this: Settings, when: string) {
    return `You withdrew it on ${when}. ${Site(this)} will not ask for any more offers. Details that were already shared cannot be taken back, so you may still hear from lenders.`;
  },
  'receipt.ended': 'Withdrawn',
  'withdrawn.offers': 'You can still see any offers that lenders have already made.',
  'withdrawn.again': 'To get more offers, read the agreement again and agree to it.',
  'withdrawn.note': (when: string) => `You withdrew your agreement on ${when}. To get more offers, agree again.`,
  'failure.handler-no-consent': 'Your agreement is no longer on record. Reload the page.',
};

export const consentText = addSentences(enConsent);
