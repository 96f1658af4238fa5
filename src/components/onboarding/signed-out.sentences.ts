import { addSentences } from '../../base/text/text.js';

/** English, for a visitor who is not signed in. It loads when that happens. */
export const enSignedOut = {
  'signed-out.heading': 'Sign in before you apply',
  'signed-out.again-heading': 'Sign in again to continue',
  'signed-out.how': 'Sign in to this site in another tab, then come back here.',
  'signed-out.kept': 'What you have entered stays on this page.',
  'signed-out.again': 'I have signed in',
  'signed-out.still': 'You are not signed in yet.',
};

export const signedOutText = addSentences(enSignedOut);
