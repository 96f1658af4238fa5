import type { CallName } from '../../schema/calls/calls.js';
import type { Body } from '../request.js';

/** The part of `fetch` that calls to the service use. The platform's own `fetch` fits, and so does the sandbox's. */
export type ServiceFetch = (url: string, init?: RequestInit) => Promise<ServiceResponse>;

/** The part of a `Response` that the client reads. */
export interface ServiceResponse {
  status: number;
  /** `opaqueredirect` on platforms that hide the status of a redirect that is not followed. */
  type?: string | undefined;
  headers: { get(name: string): string | null };
  body: Body | null;
}

export interface UpstreamOptions {
  /** The base URL of the service's API: https, or http on loopback. */
  baseUrl: string;
  /** The partner's secret key. A function is called before each request, so that the key can change while the backend runs. */
  secretKey: string | (() => string | Promise<string>);
  /** The function that calls the service. Default: the platform's own `fetch`; on Node `nodeFetch` of `./server/node` is faster. */
  fetch?: ServiceFetch | undefined;
  /** Time limit of a JSON call, including all attempts. Default: 10 seconds. */
  timeoutMs?: number | undefined;
  /** Time limit of the upload of a document to the service. Default: 60 seconds. */
  uploadTimeoutMs?: number | undefined;
  /** Time limit of each of your functions that a request waits for, such as `authorize` or `secretKey`. Default: 10 seconds. */
  hookTimeoutMs?: number | undefined;
  /**
   * Statuses, like 500, for which the service has promised you that no application was created. After any other 408, 409 or 5xx an application may
   * exist, so no other one is created until somebody has settled the outcome. Default: none.
   */
  notCreatedStatuses?: readonly number[] | undefined;
  /** The name of the form part that contains the document. Default: `file`. */
  filePart?: string | undefined;
  /** Where the service's responses have their values, if they are elsewhere: `lending-elements rehearse` finds them. Default: the specification's places. */
  responsePaths?: ResponsePaths | undefined;
  /** Whether the responses to endpoints 2, 3 and 4 may be text instead of JSON. Their content is not read. Default: `false`. */
  textResponses?: boolean | undefined;
}

/** Paths of values in responses, with dots between the names, like `data.company.uuid`. */
export interface ResponsePaths {
  /** The company id, in the response of endpoint 1. Default: `data.company.id`, or `company.id`. */
  company_id?: string | undefined;
  /** The application id, in the response of endpoint 1. Default: `data.application_id`, or `application_id`. */
  application_id?: string | undefined;
  /** The token, in the response of endpoint 5. Default: `access_token`, or `data.access_token`. */
  access_token?: string | undefined;
}

type Complete = { [Option in keyof UpstreamOptions]-?: NonNullable<UpstreamOptions[Option]> };

/** The options of the service client, checked and complete. `baseUrl` is the URL under which all calls are made, without a slash at the end. */
export interface ServiceSettings extends Omit<Complete, 'secretKey' | 'hookTimeoutMs'> {
  /** Returns the secret key, within `hookTimeoutMs`. */
  secretKey: () => unknown;
  /** Whether results and errors keep the bodies of responses, without the key, for a partner who calls the service without the handler. */
  keepsBody?: true;
}

/** The response of the service to a call. The specification does not show its body: JSON as the service sent it, or `null` if it was empty. */
export interface CallResult {
  status: number;
  body: unknown;
}

/** The options of one call to the service. */
export interface ServiceCallOptions {
  /** Aborts the call. */
  signal?: AbortSignal | undefined;
  /**
   * The user for whom the call is made. After failed calls for ten users in a row the service is not called for ten seconds; one
   * user's failures alone never stop the calls for others. Default: each call counts as another user's.
   */
  subject?: string | undefined;
  /** Called after each attempt, with an entry for the log. */
  onAnswer?: ((call: ServiceCall) => void) | undefined;
}

/** One attempt at a call, for a log. It contains neither the key nor the content of the call. */
export interface ServiceCall {
  call: CallName;
  milliseconds: number;
  /** The status of the response, if there was one. */
  status?: number | undefined;
  /** The words of the service's messages, without anything that may be a name, a number or an address. */
  said?: string | undefined;
}
