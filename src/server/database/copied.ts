import { LendingError } from '../../errors.js';

/** The message of the triggers that `lending-elements database copy` leaves in the database that it has copied. */
export const COPIED = 'this database was copied, and is read-only since';

/** Says what to do about an error of those triggers. Returns every other error as it is. */
export const explainCopied = (error: unknown): unknown =>
  (error as Error).message.includes(COPIED)
    ? new LendingError('config-invalid', `LENDING_DATABASE: ${COPIED}.`, {
        remedy: 'Set LENDING_DATABASE to the copy.',
        cause: error,
      })
    : error;
