import type { Settings } from '../../../schema/settings.js';
import { addSentences } from '../text.js';
import { supportName, type ProblemParams } from './en.js';

const yearsOf = (years: number) => (years === 1 ? 'year' : `${years} years`);

/** English, for answers that few applicants give. It loads with the part for them. */
export const enRareInput = {
  'none.building': 'There is no building name or number',
  'none.street': 'There is no street',
  'first_name.asked': 'Enter your first name, or tick “I have only one name”',
  'last_name.asked': 'Enter your last name, or tick “I have only one name”',
  'problem.asked': (noun: string) => `Enter ${noun}, or tick the box if there is none`,
  'problem.moved': (noun: string) => `Check ${noun}. It was moved here from “Street”`,
  'problem.date-words': (noun: string) => `Use numbers, like 10 7 2020, for ${noun}`,
  'registered_number.format': 'Enter the registration number with its digits, like 01234567',
  'registered_number.without'(this: Settings, type: string) {
    return `No number? This form is only for: ${type}. Ask ${supportName(this)} how you can apply.`;
  },
  'address.pasted': 'The address you pasted is now in separate boxes. Check each one.',
  'authority.empty': 'Tick the box if you have permission to apply for this business',
  'authority.changed': 'This statement has changed. Reload the page and read it again',

  'only.end': 'Nothing has been sent.',
  'problem.only': (_noun: string, { sentence }: ProblemParams) => String(sentence),
  'choice.only': (question: string, years: number) =>
    `You can only apply here if you answer yes to “${question}”${years ? ` for every home in the last ${yearsOf(years)}` : ''}`,
  'choice.tenant.only': (years: number) =>
    `You can only apply here if you rent your home${years ? `, and have rented for the last ${yearsOf(years)}` : ''}`,
  'choice.tenant.only-past': 'You can only apply here if you rented your home there',
};

export const rareInputText = addSentences(enRareInput);
