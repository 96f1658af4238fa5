import { LendingError } from '../errors.js';

/** What code writes for a value that was missing or was no text: everybody would be the same user. */
const SLIPS = ['undefined', 'null', 'NaN', '[object Object]', '[object Promise]'];

/** The user whom `authorize` has answered, or nothing where nobody is signed in. What could stand for several users is refused. */
export function subjectOf(answer: unknown): string | undefined {
  if (answer === null || answer === undefined) return undefined;
  const { subject } = answer as { subject?: unknown };
  if (subject === null || subject === undefined || subject === '') return undefined;
  if (typeof subject !== 'string') throw wrong(`is of the type ${Array.isArray(subject) ? 'array' : typeof subject}`);
  if (SLIPS.includes(subject)) throw wrong(`is the text "${subject}", which stands for a value that was missing`);
  if (subject.trim() !== subject) throw wrong('begins or ends with a blank, or is blank');
  if (/\p{Cc}/u.test(subject)) throw wrong('has a control character in it');
  return subject;
}

const wrong = (why: string) =>
  new LendingError('config-invalid', `authorize() must return { subject: string } or null: the subject ${why}.`, {
    remedy: 'Return the id of the user, the same at each visit and different for each user.',
  });
