import { LendingError } from '../../errors.js';
import { withTimeLimit } from '../../time-limit.js';
import { tokenProblem } from '../../schema/widget/mistakes.js';
import { inSeconds } from '../script-errors.js';

const noToken = (message: string, remedy: string, cause?: unknown) =>
  new LendingError('widget-no-token', message, { remedy, cause, recoverable: true });

/** Returns the token, or throws an error that describes the type of the value. */
export function checkToken(answer: unknown, from: string): string {
  const problem = tokenProblem(answer);
  if (!problem) return answer as string;
  const isObject = typeof answer === 'object' && answer !== null;
  throw noToken(
    `${from} must return the access token as a string; it returned ${problem}.`,
    answer instanceof Response
      ? 'Return (await response.json()).access_token.'
      : isObject && 'access_token' in answer
        ? 'Return its access_token.'
        : 'Return the access_token alone, without quotes and without "Bearer".',
  );
}

/** Calls the page's `getToken()`, within the widget's time limit. */
export async function askForToken(getToken: () => unknown, timeoutMs: number | null | undefined): Promise<string> {
  const limit = timeoutMs ?? 15_000;
  const late = () => {
    throw noToken(
      `getToken() did not answer within ${inSeconds(limit)}.`,
      'Check that its promise settles, and that the request in it has a time limit.',
    );
  };
  // A function that throws synchronously fails like one that rejects.
  const asked = Promise.resolve().then(getToken);
  try {
    return checkToken(await withTimeLimit(asked, { limit, late }), 'getToken()');
  } catch (cause) {
    if (cause instanceof LendingError) throw cause;
    throw noToken('getToken() failed.', 'See the cause.', cause);
  }
}
