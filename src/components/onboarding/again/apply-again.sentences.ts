import type { Settings } from '../../../schema/settings.js';
import { Site } from '../../../base/text/locales/en.js';
import { addSentences } from '../../../base/text/text.js';

/** English, for a new application after the one that is done. It loads if the backend allows one. */
export const enAgain = {
  'again.apply': 'Apply again',
  'again.how'(this: Settings) {
    return `This starts a new application. ${Site(this)} keeps the earlier one.`;
  },
  'again.heading': 'Start a new application?',
  'again.confirm':
    'The earlier application will be closed. You cannot send anything more for it, and you will not see its offers here any more.',
  'again.yes': 'Yes, start a new application',
  'again.no': 'Keep this application',
  'again.sending': 'Starting…',
  'again.failed': 'The new application may not have started',
};

export const againText = addSentences(enAgain);
