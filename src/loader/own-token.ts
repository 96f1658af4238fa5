import { LendingError } from '../errors.js';
import { wrongToken } from './own-settings.js';
import { inSeconds } from './script-failures.js';

const noToken = (message: string, remedy: string, cause?: unknown) =>
  new LendingError('widget-no-token', message, { remedy, cause, recoverable: true });

/** Takes an answer that should be a token, or says by its kind what it is instead. */
export function readToken(answer: unknown, from: string): string {
  const problem = wrongToken(answer);
  if (!problem) return answer as string;
  const isObject = typeof answer === 'object' && answer !== null;
  throw noToken(
    `${from} must answer with the token, a string; it answered with ${problem}.`,
    answer instanceof Response
      ? 'Return (await response.json()).access_token.'
      : isObject && 'access_token' in answer
        ? 'Return its access_token.'
        : 'Return the access_token alone, without quotes and without "Bearer".',
  );
}

/** Asks the page's own function for a token, within the time that a widget has. */
export async function askForToken(getToken: () => unknown, timeout: number | null | undefined): Promise<string> {
  const limit = timeout ?? 15_000;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = noToken(
      `getToken() did not answer within ${inSeconds(limit)}.`,
      'Check that its promise settles, and that the request in it has a time limit.',
    );
    timer = setTimeout(() => reject(error), limit);
  });
  // A function that throws at once has failed as one that rejects.
  const asked = Promise.resolve().then(getToken);
  try {
    return readToken(await Promise.race([asked, late]), 'getToken()');
  } catch (cause) {
    if (cause instanceof LendingError) throw cause;
    throw noToken('getToken() failed.', 'See the cause.', cause);
  } finally {
    clearTimeout(timer);
  }
}
