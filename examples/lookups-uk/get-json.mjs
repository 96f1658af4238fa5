// @ts-check
// The calls to a register: the time limit, and the responses without results.

/** Milliseconds until a call is given up. The handler waits ten seconds for a lookup. */
const TIMEOUT_MS = 5000;
/** Seconds without calls after 429, if the register does not name a time. */
const PAUSE_SECONDS = 60;

/**
 * Creates a function that gets JSON from one register. It returns `undefined` if the register knows nothing (404) or cannot read the query
 * (400, 416). For other failures it throws, and the page says that the search does not work. After 429, it makes no call for a while: all
 * your applicants share the limit of one key. Its errors contain neither the URL, which has the applicant's text, nor the key.
 * @param {string} register The name in the errors.
 * @param {typeof globalThis.fetch} fetch
 */
export function jsonFrom(register, fetch) {
  let pausedUntil = 0;

  /**
   * @param {URL} url
   * @param {{ signal: AbortSignal, headers?: Record<string, string> }} options
   * @returns {Promise<any>}
   */
  return async (url, { signal, headers = {} }) => {
    if (Date.now() < pausedUntil)
      throw new Error(`${register} has a limit of requests. The next call is possible later.`);
    try {
      const limited = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
      const response = await fetch(url, {
        headers: { accept: 'application/json', ...headers },
        signal: limited,
        redirect: 'error',
      });
      if (response.ok) return await response.json();
      await response.body?.cancel();
      if ([400, 404, 416].includes(response.status)) return undefined;
      if (response.status === 429)
        pausedUntil = Date.now() + (Number(response.headers.get('retry-after')) || PAUSE_SECONDS) * 1000;
      throw new RegisterError(`${register} responded with ${response.status}.`);
    } catch (error) {
      if (signal.aborted || error instanceof RegisterError) throw error;
      throw new RegisterError(`${register} did not respond with JSON: ${/** @type {Error} */ (error).name}.`);
    }
  };
}

class RegisterError extends Error {}
