// Compares what a person entered and read with what the sandbox has recorded.
import { inWords } from './days.mjs';

const bodyOf = ({ calls }, wanted) => calls.find(({ name }) => name === wanted)?.body;

/** All that is said in a body: the path of each value, and the value. */
const leaves = (value, path = '') =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, item]) => leaves(item, path ? `${path}.${key}` : key))
    : [[path, value]];

const dayIn = (wire) => {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)(?: 00:00:00\.000)?$/.exec(wire) ?? [];
  const [, ...first] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(wire) ?? [];
  return year ? [day, month, year].map(Number) : first.length ? first.map(Number) : undefined;
};

/** How the codes are said where the partner has set nothing: by a word, or by a question and its answer. */
const WORDS = {
  ltd: 'Private limited company (Ltd)',
  tenant: 'Do you rent your home?: Yes',
  UK: 'United Kingdom',
  GB: 'United Kingdom',
};
/** It says nothing about anybody: which address is the current one is seen by its heading. */
const SILENT = /^applicant\.addresses\.0\.current$/;

/**
 * What was sent with the application and stood in no row of the review. A value stands there in words: a day as
 * “27 March 2015”, a code by the words of the list above, or of the person's file (`words`).
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

/** What was typed and is on record in another way: by its path, as it is on record. Days are compared as days. */
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
