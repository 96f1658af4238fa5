import { noneOf } from '../schema/field-rules.js';
import type { Reading } from '../schema/form.js';
import { ruleOf, type FormState } from './field.js';
import { enStreet } from './locales/en-street.js';
import { addText } from './text.js';

addText(enStreet);

/** The number of a building that stands before its street, or several: `12a Sample Road`, `12 - 14 Sample Road`. */
const NUMBER =
  /^\s*(\d+[a-z]?(?:(?:\s*[\p{Pd}/&,]\s*|\s+(?:to|and)\s+)\d+[a-z]?(?=[\s,/&\p{Pd}]))*)[\s,]+(?:\p{Pd}\s)?(?!(?:to|and)\s)(?=.*\p{L})/iu;

/** `12 - 14` is `12-14`. */
const bare = (number = '') => number.replace(/\s/g, '').toLowerCase();

/**
 * A browser fills in the building's number with the street, and somebody may type it twice. It goes into its own input,
 * in sight, and the applicant is asked to check that: once, as it may be right as it was.
 */
export function partStreet<T>(form: FormState, path: string, reading: Reading<T>): Reading<T> {
  const { draft, problems, fixed } = form;
  const [house, street] = [`${path}.house_number`, `${path}.line_1`];
  const [start, number] = NUMBER.exec(draft[street] ?? '') ?? [];
  const typed = draft[house]?.trim();
  const isKnown = problems.some((problem) => problem.path === house && problem.reason === 'moved');
  const isFixed = fixed.includes(house) || fixed.includes(street);
  const isExpected = /required|asked/.test(ruleOf(form, house)) && draft[noneOf(house)] !== 'true';
  const isWrong = typed ? bare(typed) === bare(number) : isExpected;
  if (!number || !isWrong || isKnown || isFixed) return reading;
  draft[house] = number;
  draft[street] = draft[street]!.slice(start!.length);
  const others = reading.problems.filter((problem) => problem.path !== house);
  return { value: undefined, problems: [{ path: house, reason: 'moved' }, ...others] };
}
