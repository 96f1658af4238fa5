// Compares the answers of a person, and the texts that they read, with the sandbox's record.
import { inWords } from './days.mjs';

const bodyOf = ({ calls }, wanted) => calls.find(({ name }) => name === wanted)?.body;

const leaves = (value, path = '') =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, item]) => leaves(item, path ? `${path}.${key}` : key))
    : [[path, value]];

const dayIn = (wire) => {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)(?: 00:00:00\.000)?$/.exec(wire) ?? [];
  const [, ...first] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(wire) ?? [];
  return year ? [day, month, year].map(Number) : first.length ? first.map(Number) : undefined;
};

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
export function unshown(sandbox, { rows }, { words = {} }) {
  const read = rows.map((row) => row.join(': ')).join('\n');
  const said = { ...WORDS, ...words };
  return leaves(bodyOf(sandbox, 'createApplication') ?? {}).flatMap(([path, value]) => {
    const day = dayIn(value);
    const isRead = read.includes(day ? inWords(day) : (said[value] ?? value));
    return isRead || SILENT.test(path) ? [] : [`${path}: ${value}`];
  });
}

/** Returns typed values that differ from the record, by their path. Dates are compared as dates. */
export function differences(sandbox, { typed }) {
  const { company, applicant } = bodyOf(sandbox, 'createApplication') ?? {};
  const figures = bodyOf(sandbox, 'prequalify') ?? {};
  const record = Object.fromEntries(leaves({ company, applicant, figures }));
  const found = {};
  for (const [path, text] of Object.entries(typed)) {
    const { [path]: sent } = record;
    const same = Array.isArray(text) ? String(dayIn(sent)) === String(text.map(Number)) : sent === text;
    if (!same) found[path] = sent;
  }
  return found;
}
