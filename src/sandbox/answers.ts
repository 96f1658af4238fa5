import type * as z from 'zod/mini';
import { problemsOf } from '../schema/index.js';

/** A JSON answer. */
export const answer = (status: number, body: object, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });

/** A call that did what it was asked for. */
// Spec: HTTP status codes are not shown; 201 is what public documentation says of these POSTs.
export const done = (message: string, data?: object): Response => answer(201, { success: true, message, data });

/** A refusal with a sentence about what to mend. */
// Spec: the error response's shape is not shown; it mirrors the success of endpoint 1.
export const refuse = (status: number, message: string, headers?: Record<string, string>): Response =>
  answer(status, { success: false, message }, headers);

/** A refusal of fields: their paths and the reasons, never their values. */
export const refuseFields = (error: z.core.$ZodError): Response => {
  const errors = problemsOf(error).map(({ path, reason }) => ({ path, reason }));
  const fields = errors.map(({ path, reason }) => `${path || 'body'} (${reason})`).join(', ');
  return answer(422, { success: false, message: `These fields were refused: ${fields}.`, errors });
};
