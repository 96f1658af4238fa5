import type { SandboxBehaviour } from '../options.js';

/** A rejected field: its path and the reason, but never its value. */
export interface RejectedField {
  readonly path: string;
  readonly reason: string;
}

/** Makes a JSON response. */
export const jsonResponse = (status: number, body: object, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });

/** Makes the response to a rejected request outside the API. The message explains how to correct the request. */
export const rejection = (status: number, message: string, headers?: Record<string, string>): Response =>
  jsonResponse(status, { success: false, message }, headers);

/** Pages and tools on any origin may read such a response: only a token decides who gets personal data. */
export const ANY_ORIGIN = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' };

/** The Content-Security-Policy of a page that runs only its own script. */
export const pagePolicy = (...more: string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    ...more,
  ].join('; ');

const HTML = { 'content-type': 'text/html; charset=utf-8' };

/** Makes the HTML page of a server that failed. */
export const htmlPage = (status: number, message: string, headers: Record<string, string> = {}): Response =>
  new Response(`<!doctype html><title>${message}</title><h1>${message}</h1>`, {
    status,
    headers: { ...HTML, ...headers },
  });

/** The bodies of a rejection by their names in `SandboxBehaviour`. The messages never contain values of the request. */
const ERROR_BODIES: Record<
  NonNullable<SandboxBehaviour['errorBody']>,
  (message: string, fields: readonly RejectedField[]) => object | undefined
> = {
  message: (message, fields) => ({ success: false, message, ...(fields.length > 0 && { errors: fields }) }),
  messages: (message, fields) => ({
    message: fields.length > 0 ? fields.map(({ path, reason }) => `${path} is rejected (${reason})`) : [message],
  }),
  error: (message) => ({ error: message }),
  errorObject: (message, fields) => ({ error: { message, ...(fields.length > 0 && { fields }) } }),
  errors: (message, fields) => ({
    errors: fields.length > 0 ? fields.map(({ path, reason }) => ({ path, message: reason })) : [{ message }],
  }),
  html: () => undefined,
  empty: () => undefined,
};

/** The responses of the API. */
export type Responses = ReturnType<typeof createResponses>;

/** Makes the responses of the API in the selected shapes. */
export function createResponses(behaviour: Required<SandboxBehaviour>) {
  const { successStatus, envelope, tokenPosition, errorBody, prequalificationRejection } = behaviour;

  function apiRejection(
    status: number,
    message: string,
    headers: Record<string, string> = {},
    fields: readonly RejectedField[] = [],
  ): Response {
    const body = ERROR_BODIES[errorBody](message, fields);
    if (body) return jsonResponse(status, body, headers);
    return errorBody === 'html' ? htmlPage(status, message, headers) : new Response(null, { status, headers });
  }

  return {
    /** The response to a successful call. */
    done(message: string, data?: object): Response {
      const success = { success: true, message };
      return jsonResponse(successStatus, envelope === 'flat' ? { ...success, ...data } : { ...success, data });
    },
    /** The response with a token. */
    token: (access_token: string): Response =>
      jsonResponse(successStatus, tokenPosition === 'data' ? { data: { access_token } } : { access_token }),
    /** The response to a successful call, without a body. */
    nothing: (): Response => new Response(null, { status: successStatus }),
    /** The response for a company below the minimum criteria. `undefined` if the sandbox responds as to any other company. */
    rejected(message: string): Response | undefined {
      if (prequalificationRejection === 'none') return undefined;
      if (prequalificationRejection === 'error') return apiRejection(422, message);
      return jsonResponse(successStatus, { success: false, message });
    },
    /** The response to a rejected call. The message explains how to correct the call. */
    rejection: apiRejection,
    /** The response to a call with rejected fields. */
    fieldRejection(fields: readonly RejectedField[], message?: string): Response {
      const names = fields.map(({ path, reason }) => `${path || 'body'} (${reason})`).join(', ');
      return apiRejection(422, message ?? `These fields were rejected: ${names}.`, {}, fields);
    },
  };
}
