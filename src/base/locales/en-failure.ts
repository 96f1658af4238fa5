import type { Settings } from '../../schema/session.js';
import { Service, Site } from './en.js';

/** The answer did not come: nobody knows. */
const UNSURE = 'Your application may not have been created';

/** English, for what goes wrong at the backend or behind it. It loads when that happens. */
export const enFailure = {
  'failure.handler-not-created': 'Your application has not been created yet. Go back to “Check your answers” first.',
  'failure.handler-too-large': 'This is too large to send.',
  'failure.upstream'(this: Settings) {
    return `${Service(this)} is not responding. Try again in a few minutes.`;
  },
  'failure.upstream-refused'(this: Settings) {
    return `${Service(this)} did not accept this. Check your answers and try again.`;
  },
  'failure.outcome-unknown'(this: Settings) {
    return `${Service(this)} did not confirm this, so it may not have gone through. Try again later.`;
  },
  'review.outcome-unknown'(this: Settings) {
    return `${Service(this)} did not confirm your application, so it may or may not have been created. Try again later. ${Site(this)} checks first, so nothing is sent twice.`;
  },
  'review.failed.outcome-unknown': UNSURE,
  'review.failed.adapter-timeout': UNSURE,
  'review.failed.adapter-unreachable': UNSURE,
  'failure.widget': 'The part of this page that shows your offers did not start.',
};
