/** English, for what comes after a decision about the consent, or after a refusal of it. It loads then. */
export const enConsent = {
  'consent.declined.heading': 'We have not asked for offers',
  'consent.declined':
    'Without your permission nobody checks your credit, and your details go to no provider of funding through this step. Your application stays as it is.',
  'consent.declined.again.heading': 'We ask for no more offers',
  'consent.declined.again':
    'Nobody checks your credit again through this step. What was shared when you agreed before stays as it was.',
  'consent.reconsider': 'Read it again',
  'consent.without': 'Go on without offers',
  'consent.back': 'Back to your offers',
  'consent.config-invalid': 'This site cannot record what you agree to, so nothing was sent. Please tell its owner.',
  'consent.handler-consent-not-stored':
    'Your answer could not be recorded, so nothing was sent. Try again in a moment.',
  'agree.changed': 'The text above was changed, for example by a translation. Show the original page to agree.',
  'agree.handler-no-consent': 'Read the text again, and tick the box if you agree',
  'agree.handler-consent-stale':
    'Read the text again, and tick the box if you agree: it was shown too long ago, or something has changed since',
  'agree.handler-consent-withdrawn':
    'Read the text again, and tick the box if you agree: you have withdrawn your agreement since',

  'receipt.heading': 'What you agreed to',
  'receipt.when': 'Agreed',
  'receipt.parties': 'Shared with',
  'receipt.number': 'Receipt number',
  'receipt.ask': 'Ask for offers',
  'receipt.print': 'Print',
  'receipt.download': 'Download',
  'receipt.withdraw': 'Withdraw',
  'receipt.confirm.heading': 'Withdraw your agreement?',
  'receipt.confirm':
    'We record that you have withdrawn it, and this site asks for no more offers on it. What was shared before cannot be taken back: the lending service has no call for that, so lenders may still answer.',
  'receipt.confirm.yes': 'Withdraw my agreement',
  'receipt.confirm.no': 'Keep my agreement',
  'receipt.withdrawing': 'Withdrawing…',
  'receipt.withdrawn.heading': 'You have withdrawn your agreement',
  'receipt.withdrawn': (when: string) =>
    `This was recorded on ${when}. No more offers are requested on it. What was shared before cannot be taken back.`,
  'failure.handler-no-consent': 'There is no agreement of yours on record any more. Load the page again.',
};
