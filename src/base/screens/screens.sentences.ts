import { addSentences } from '../text/text.js';

const before = (index: number) => (index > 1 ? 'before that' : 'before');

/** English, for the headings of screens. It loads with the screens. A step's first screen has the heading of the step. */
export const enScreens = {
  'screen.company.dates': 'When did your business begin?',
  'screen.company.country': 'Which country is your business in?',
  'screen.company.address': 'Where is your business?',
  'screen.company.next': 'Next: about you',
  'screen.applicant.contact': 'What are your contact details?',
  'screen.applicant.country': 'Which country do you live in?',
  'screen.applicant.home': 'Where do you live?',
  'screen.applicant.stay': 'How long have you lived there?',
  'screen.applicant.previous-country': (index: number) => `Which country did you live in ${before(index)}?`,
  'screen.applicant.previous-home': (index: number) => `Where did you live ${before(index)}?`,
  'screen.applicant.previous-stay': 'How long did you live there?',
  'screen.applicant.next': 'Next: check your answers',
};

export const screensText = addSentences(enScreens);
