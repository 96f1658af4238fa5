import type { Settings } from '../../../schema/settings.js';
import { service, Site } from '../../../base/text/locales/en.js';
import { addSentences } from '../../../base/text/text.js';

/** English, for the introduction before the first step. It loads if the page wants an introduction. */
export const enIntroduction = {
  'introduction.heading': 'Apply for business funding',
  'introduction.time': 'It takes about 5 minutes',
  'introduction.need': 'Have these ready',
  'introduction.need.number': 'the registration number of the business',
  'introduction.need.dates': 'the dates it was formed and started trading',
  'introduction.need.addresses': (years: number) =>
    years >= 1
      ? `where you have lived for the last ${years === 1 ? 'year' : `${Math.ceil(years)} years`}`
      : 'your home address',
  'introduction.need.figures': 'how much you want to borrow, and your monthly revenue',
  'introduction.need.documents': 'a recent business bank statement, if you have one',
  // Source: specification, "Consent requirement": the checks for offers are soft checks, which do not affect the credit score.
  'introduction.score': 'Checking for offers does not affect your credit score',
  'introduction.who'(this: Settings) {
    return `${Site(this)} shows you this form. Your application goes to lenders through ${service(this)}.`;
  },
  'introduction.start': 'Start',
};

export const introductionText = addSentences(enIntroduction);
