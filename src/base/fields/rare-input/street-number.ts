import { noneInput } from '../../../schema/fields/field-rules.js';
import type { Reading } from '../../../schema/fields/form.js';
import { fieldRule, type FormState } from '../form-state.js';

/** One or more house numbers at the start of a street: `12a Sample Road`, `12 bis rue`, `12 - 14 Sample Road`. */
const NUMBER =
  /^\s*(\d+(?:\s?(?:bis|ter)\b|[a-z])?(?:(?:\s*[\p{Pd}/&,]\s*|\s+(?:to|and)\s+)\d+[a-z]?(?=[\s,/&\p{Pd}]))*)[\s,]+(?:\p{Pd}\s)?(?!(?:to|and)\s)(?=.*\p{L})/iu;

/** Turns `12 - 14` into `12-14`. */
const normalisedNumber = (number = '') => number.replace(/\s/g, '').toLowerCase();

/** Moves a house number that autofill or the applicant put into the street line into its own input, and asks once to check it. */
export function moveHouseNumber<T>(form: FormState, path: string, reading: Reading<T>): Reading<T> {
  const { draft, problems, fixed } = form;
  const [house, street] = [`${path}.house_number`, `${path}.line_1`];
  const [start, number] = NUMBER.exec(draft[street] ?? '') ?? [];
  const typed = draft[house]?.trim();
  const isKnown = problems.some((problem) => problem.path === house && problem.reason === 'moved');
  const isFixed = fixed.includes(house) || fixed.includes(street);
  const isExpected = /required|asked/.test(fieldRule(form, house)) && draft[noneInput(house)] !== 'true';
  const isWrong = typed ? normalisedNumber(typed) === normalisedNumber(number) : isExpected;
  if (!number || !isWrong || isKnown || isFixed) return reading;
  draft[house] = number;
  draft[street] = draft[street]!.slice(start!.length);
  const others = reading.problems.filter((problem) => problem.path !== house);
  return { value: undefined, problems: [{ path: house, reason: 'moved' }, ...others] };
}
