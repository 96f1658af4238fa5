import type { Params } from './en.js';

const yearsOf = (years: number) => (years === 1 ? 'year' : `${years} years`);

/** English, for an application that not everybody can make. It loads where the backend's rules say so. */
export const enOnly = {
  'only.end': 'Nothing has been sent.',
  'problem.only': (_noun: string, { sentence }: Params) => String(sentence),
  'choice.only': (question: string, years: number) =>
    `You can only apply here if you answer yes to “${question}”${years ? ` for every home of the last ${yearsOf(years)}` : ''}`,
  'choice.tenant.only': (years: number) =>
    `You can only apply here if you rent your home${years ? `, and have rented for the last ${yearsOf(years)}` : ''}`,
  'choice.tenant.only-past': 'You can only apply here if you rented your home there',
};
