import { LendingError } from '../errors.js';

/** The texts of missing values and objects: all users would be the same subject. */
const MISTAKES = ['undefined', 'null', 'NaN', '[object Object]', '[object Promise]'];

/** Returns the subject that `authorize` returned, or nothing if no user is signed in. Throws if several users could have this subject. */
export function subjectOf(answer: unknown): string | undefined {
  if (answer === null || answer === undefined) return undefined;
  const { subject } = answer as { subject?: unknown };
  if (subject === null || subject === undefined || subject === '') return undefined;
  if (typeof subject !== 'string') throw wrong(`is of the type ${Array.isArray(subject) ? 'array' : typeof subject}`);
  if (MISTAKES.includes(subject)) throw wrong(`is the text "${subject}", which code writes for a missing value`);
  if (subject.trim() !== subject) throw wrong('is blank, or begins or ends with a space');
  if (/\p{Cc}/u.test(subject)) throw wrong('contains a control character');
  return subject;
}

/** Returns the error for a visitor who is nobody. An object with another key than `subject` is a mistake of the developer's. */
export function signedOut(user: unknown): LendingError {
  const isMistake = typeof user === 'object' && user !== null && !('subject' in user) && Object.keys(user).length > 0;
  const remedy =
    'authorize() returned an object without "subject". Return { subject } with the id of the user, or null.';
  return new LendingError('handler-signed-out', 'No user is signed in.', { remedy: isMistake ? remedy : undefined });
}

const wrong = (why: string) =>
  new LendingError('config-invalid', `authorize() must return { subject: string } or null: the subject ${why}.`, {
    remedy: 'Return an id of the user that never changes and that no other user has.',
  });
