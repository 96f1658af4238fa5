import type { Settings } from '../../schema/settings.js';
import { capital, en, example, type ProblemParams } from '../../base/text/locales/en.js';
import { enLater } from '../../base/text/locales/en-later.js';
import { isRentOrOwn } from '../../base/text/locales/rent-or-own.js';
import { addSentences } from '../../base/text/text.js';

/** The name of an address by its index: 0 is the current address. */
const nameOf = (index: number) =>
  index ? `your previous address${index > 1 ? ` ${index}` : ''}` : 'your current address';
const of = (what: string) => (index: number) => `the ${what} of ${nameOf(index)}`;

/** English, for addresses before the current one, with whose fields it loads. */
export const enHistory = {
  'previous.label': (index: number) => `Your previous address${index > 1 ? ` ${index}` : ''}`,
  'previous.hint': (day = 'that') => `Where you lived before ${day}.`,
  'previous.asked': (day: string) => `There are more questions below about where you lived before ${day}.`,
  'previous.remove': 'Remove this address',
  'previous.removed': 'Address removed.',
  'previous.add': 'Add another address',
  'previous.house_number.label': en['address.house_number.label'],
  'previous.house_number.noun': of('building name or number'),
  'previous.line_1.label': en['address.line_1.label'],
  'previous.line_1.noun': of('street'),
  'previous.line_1.hint': en['address.line_1.hint'],
  'previous.city.label': en['address.city.label'],
  'previous.city.noun': of('town or city'),
  'previous.county.label': en['address.county.label'],
  'previous.county.noun': of('county'),
  'previous.postcode.label': en['address.postcode.label'],
  'previous.postcode.hint': 'If the address is abroad and has no postcode, leave this blank.',
  'previous.postcode.noun': of('postcode'),
  'previous.start_date.label': enLater['addresses.start_date.label'],
  'previous.start_date.hint': () => `Your best estimate is fine. ${example('3 2', 10)}`,
  'previous.start_date.noun': (index: number) => `the date you moved into ${nameOf(index)}`,
  'previous.status.label'(this: Settings) {
    return isRentOrOwn(this) ? 'Did you rent or own this home?' : 'Which of these applied to this home?';
  },
  'previous.status.noun': (index: number) => `what applied to ${nameOf(index)}`,
  'previous.status.empty'(this: Settings) {
    return `Select ${isRentOrOwn(this) ? 'whether you rented or owned this home' : 'what applied to this home'}`;
  },

  'choice.past': (label: string) => `Did “${label}” apply to this home?`,
  'choice.tenant.past': 'Did you rent your home there?',

  'problem.gap': (_noun: string, { day }: ProblemParams) => `Add where you lived before ${day}`,
  'problem.overlap': (noun: string, { day, newer }: ProblemParams) =>
    `${capital(noun)} must be before ${day}, when you moved into ${nameOf(Number(newer))}`,
  'problem.same-day': (noun: string, { day, newer }: ProblemParams) =>
    `${capital(noun)} must be before ${day}. You gave the same date for ${nameOf(Number(newer))}`,
};

export const historyText = addSentences(enHistory);
