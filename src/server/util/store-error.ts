import { LendingError } from '../../errors.js';

/** Does work with the store, and wraps its errors: nothing that depends on a consent goes on without its record. */
export async function withStoreError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code, cause = error, retryAfter } = error as LendingError;
    if (error instanceof LendingError && code !== 'handler-failed') throw error;
    throw new LendingError('handler-consent-not-stored', 'The store failed, so nothing was sent.', {
      cause,
      retryAfter,
      recoverable: true,
    });
  }
}
