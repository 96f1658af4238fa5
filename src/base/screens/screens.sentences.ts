import { addSentences } from '../text/text.js';

/** English, for the headings of screens. It loads with the screens. A step's first screen has the heading of the step. */
export const enScreens = {
  'screen.company.formed': 'Date of formation',
  'screen.company.trading': 'Start of trading',
  'screen.company.address': 'Where your business is',
  'screen.applicant.contact': 'How to contact you',
  'screen.applicant.country': 'Country of your home',
  'screen.applicant.home': 'Where you live',
  'screen.applicant.stay': 'Your time at this address',
  'screen.applicant.previous-country': 'Country of your previous address',
  'screen.applicant.previous-home': 'Where you lived before',
  'screen.applicant.previous-stay': 'Your time at that address',
};

export const screensText = addSentences(enScreens);
