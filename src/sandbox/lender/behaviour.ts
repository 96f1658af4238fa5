/** Behaviours of the service that the specification does not show. A partner can try each of them: the handler supports all. */
export interface SandboxBehaviour {
  /** The name of the file part of endpoint 2. Default: `file`. */
  filePart?: string;
  /** Where the response of endpoint 5 has `access_token`: at the top level, or under `data`. Default: `top`. */
  tokenPosition?: 'top' | 'data';
  /**
   * The body of a rejection: `message` as a string or (`messages`) a list, `error` as a string or (`errorObject`) an object, a list `errors`, an
   * HTML page, or nothing. Default: `message`.
   */
  errorBody?: 'message' | 'messages' | 'error' | 'errorObject' | 'errors' | 'html' | 'empty';
  /** The HTTP status of success. Default: `201`. */
  successStatus?: 201 | 200;
  /** `wrapped` puts the content of a response under `data`, `flat` at the top level. Default: `wrapped`. */
  envelope?: 'wrapped' | 'flat';
  /**
   * How endpoint 3 responds for a company below the minimum criteria: `flag` is a success status with `success: false`, `error` is 422.
   * With `none` the response is a success, and only the widget shows the rejection. Default: `flag`.
   */
  prequalificationRejection?: 'flag' | 'error' | 'none';
}

/** The values of each behaviour. The first one is the default. */
// Spec: position of access_token, error response shape, HTTP status codes and response bodies are not shown. Public documentation shows
// 201 for these POSTs. The default of an error mirrors the success of endpoint 1.
export const BEHAVIOURS = {
  tokenPosition: ['top', 'data'],
  errorBody: ['message', 'messages', 'error', 'errorObject', 'errors', 'html', 'empty'],
  successStatus: [201, 200],
  envelope: ['wrapped', 'flat'],
  prequalificationRejection: ['flag', 'error', 'none'],
} as const satisfies { [K in Exclude<keyof SandboxBehaviour, 'filePart'>]-?: readonly SandboxBehaviour[K][] };

/** The behaviour of a sandbox without options. */
// Spec: name of the file part not shown; `file`, and an option.
export const DEFAULT_BEHAVIOUR = {
  filePart: 'file',
  ...Object.fromEntries(Object.entries(BEHAVIOURS).map(([name, [first]]) => [name, first])),
} as Required<SandboxBehaviour>;
