// Compares the texts that a person read with the sandbox's record.
import { dayIn, inWords } from './days.mjs';
import { leaves } from './person.mjs';

/** The words for codes in the default settings: a word, or a question with its answer. */
const WORDS = {
  ltd: 'Private limited company (Ltd)',
  tenant: 'Rented home: Yes',
  UK: 'United Kingdom',
  GB: 'United Kingdom',
};
/** The review shows the current address by its heading, not by this field. */
const SILENT = /^applicant\.addresses\.0\.current$/;

/**
 * Returns the values that were sent with the application and were not in a row of the review. The review shows values as text: a
 * date as “27 March 2015”, a code with the words in the table above or in the person's file (`words`).
 */
export function unshown({ calls }, { rows }, { words = {} }) {
  const read = rows.map((row) => row.join(': ')).join('\n');
  const said = { ...WORDS, ...words };
  const application = calls.find(({ name }) => name === 'createApplication')?.body ?? {};
  return leaves(application).flatMap(([path, value]) => {
    const day = dayIn(value);
    const isRead = read.includes(day ? inWords(day) : (said[value] ?? value));
    return isRead || SILENT.test(path) ? [] : [`${path}: ${value}`];
  });
}
