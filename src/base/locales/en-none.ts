import { addSentences } from '../text.js';

/** English, for a field for which some people do not have an answer. It loads when such a field was left blank. */
export const enNone = {
  'none.name': 'I have only one name',
  'none.building': 'There is no building name or number',
  'first_name.asked': 'Enter your first name, or tick “I have only one name”',
  'last_name.asked': 'Enter your last name, or tick “I have only one name”',
  'problem.asked': (noun: string) => `Enter ${noun}, or tick the box if there is none`,
};

export const noneText = addSentences(enNone);
