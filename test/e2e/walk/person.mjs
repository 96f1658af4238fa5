// Completes the file of a person: their answers by the names of the inputs, and the calls that the sandbox must receive.
import { authenticated, created, offersRequested, prequalified, statementSent } from './calls.mjs';
import { dayIn } from './days.mjs';

/** Returns all values in a value, with their paths. */
export const leaves = (value, path = '') =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, item]) => leaves(item, path ? `${path}.${key}` : key))
    : [[path, value]];

/**
 * A person's `company`, `applicant` and `figures` are what the lender must get, written by hand. They are also what the person types,
 * except for inputs in `typed` (by name) and those in `untyped` (by the beginnings of their names), which they leave alone. An input
 * of which the lender gets nothing is undefined. `words` are the texts of options that the partner added, by their codes.
 */
export function complete(person) {
  const { company, applicant, figures } = person;
  const answers = Object.fromEntries(
    Object.entries({ company, applicant, figures }).map(([step, data = {}]) => [step, answersOf(person, data)]),
  );
  return { recorded: company ? usualCalls(person) : [], ...person, answers };
}

function answersOf({ company, typed = {}, untyped = [], words }, data) {
  const answers = leaves(data).map(([name, value]) => {
    const [, first, field] = /^(addresses\.0)\.(\w+)$/.exec(name) ?? [];
    // They tick “Same as the business address”.
    if (first && typed.same && company.address[field] === value && value) return ['same', true];
    return [name, Object.hasOwn(typed, name) ? typed[name] : asTyped(name, value, words)];
  });
  const isTyped = ([name, answer]) => answer !== undefined && !untyped.some((start) => name.startsWith(start));
  return Object.fromEntries(answers.filter(isTyped));
}

function asTyped(name, value, words = {}) {
  if (name.endsWith('.status')) return words[value] ?? (value === 'tenant' ? 'Yes' : 'No');
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return `${value}`;
  return words[value] ?? dayIn(value) ?? value;
}

/** The widget requests a token each time that it is shown: `tokens`. */
const usualCalls = ({ company, applicant, figures, document, tokens = 1 }) => [
  created({ company, applicant }),
  ...(document ? [statementSent()] : []),
  prequalified(figures),
  offersRequested(),
  ...Array.from({ length: tokens }, () => authenticated(applicant.email)),
];
