import type { ProblemParams } from './problem-params.js';
import { addSentences } from '../text.js';

const yearsOf = (years: number) => (years === 1 ? 'year' : `${years} years`);

/** English, for applications that not everybody can make. It loads if the backend's rules say so. */
export const enEligibility = {
  'only.end': 'Nothing has been sent.',
  'problem.only': (_noun: string, { sentence }: ProblemParams) => String(sentence),
  'choice.only': (question: string, years: number) =>
    `You can only apply here if you answer yes to “${question}”${years ? ` for every home in the last ${yearsOf(years)}` : ''}`,
  'choice.tenant.only': (years: number) =>
    `You can only apply here if you rent your home${years ? `, and have rented for the last ${yearsOf(years)}` : ''}`,
  'choice.tenant.only-past': 'You can only apply here if you rented your home there',
};

export const eligibilityText = addSentences(enEligibility);
