import type { LendingError } from '../../src/errors.js';

/** The message and remedy of an error, as “message → remedy”. The message must not contain the remedy. */
export function messageAndRemedy({ message, remedy }: LendingError): string {
  if (remedy === undefined) return message;
  if (!remedy || message.includes(remedy)) throw new Error(`“${remedy}” is no remedy apart from “${message}”`);
  return `${message} → ${remedy}`;
}
