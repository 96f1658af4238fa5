/** English, for what goes wrong at the backend or behind it. It loads when that happens. */
export const enFailure = {
  'failure.handler-not-created': 'Your application has not been created yet. Go back to “Check your answers” first.',
  'failure.handler-too-large': 'That is too large to send.',
  'failure.upstream': 'The lending service is not answering at the moment. Try again in a few minutes.',
  'failure.upstream-refused': 'The lending service did not accept this. Check what you entered, then try again.',
  'failure.outcome-unknown':
    'The lending service did not confirm this, so we do not know whether it went through. Try again later.',
  'review.outcome-unknown':
    'The lending service did not confirm this, so we do not know whether it went through. Try again later: we look first whether it did, and nothing is sent twice.',
  'failure.widget': 'The lending service’s page part did not start.',
};
