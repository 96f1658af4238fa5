import { withTimeLimit } from '../../time-limit.js';
import { htmlPage, type Responses } from '../api/responses.js';
import { RETRY_AFTER_SECONDS, SLOW_SECONDS, type MagicEffect } from './magic-values.js';

/** Marks an error after which a server closes the connection without a response. */
const RESET = Symbol.for('lending-elements/reset');

/** Makes the error of a `fetch` whose connection was reset. */
function resetError(): TypeError {
  const cause = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
  return Object.assign(new TypeError('fetch failed', { cause }), { [RESET]: true });
}

/** Resolves after a number of seconds. Rejects if the call is aborted before. */
const wait = (seconds: number, signal: AbortSignal) =>
  withTimeLimit(new Promise<void>(() => undefined), { limit: seconds * 1000, signal });

/** Seconds between the first half of a cut response and its end, so that a server has sent the first half. */
const CUT_AFTER_SECONDS = 0.1;

/** Returns a response whose body breaks off in the middle. */
async function cutOff(response: Response, signal: AbortSignal): Promise<Response> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const chunks = [bytes.slice(0, Math.ceil(bytes.length / 2))];
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const chunk = chunks.shift();
      if (chunk) return controller.enqueue(chunk);
      await wait(CUT_AFTER_SECONDS, signal);
      controller.error(resetError());
    },
  });
  return new Response(body, response);
}

/** The status and the message of the effects that reject a call. */
const REJECTIONS: Partial<Record<MagicEffect, [status: number, message: string]>> = {
  failed: [500, 'The sandbox was asked to fail.'],
  busy: [429, 'The sandbox was asked to be busy.'],
  rejected: [422, 'The company does not meet the minimum criteria.'],
  duplicate: [409, 'This company has an application already.'],
  tokenRejected: [403, 'This applicant gets no token.'],
};

/** Makes the response to a call with the effect of a magic value. `proceed` makes the call. Rejects if the effect is a reset connection. */
export async function responseUnder(
  effect: MagicEffect = 'accepted',
  responses: Responses,
  signal: AbortSignal,
  proceed: () => Response,
): Promise<Response> {
  const headers = effect === 'busy' ? { 'retry-after': String(RETRY_AFTER_SECONDS) } : undefined;
  const rejection = REJECTIONS[effect];
  if (rejection) return responses.rejection(...rejection, headers);
  if (effect === 'reset') throw resetError();
  if (effect === 'html') return htmlPage(502, 'Bad gateway');
  if (effect === 'slow') await wait(SLOW_SECONDS, signal);
  const response = proceed();
  if (effect === 'empty') return responses.nothing();
  return effect === 'cut' ? cutOff(response, signal) : response;
}
