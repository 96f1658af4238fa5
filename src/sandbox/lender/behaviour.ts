/** Behaviours that the specification does not show. A partner can try each of them: the handler accepts them all. */
export interface SandboxBehaviour {
  /** The name of the file part of endpoint 2. Default: `file`. */
  filePart?: string;
  /** Where the answer of endpoint 5 has `access_token`: at the top level, or under `data`. Default: `top`. */
  tokenPosition?: 'top' | 'data';
  /**
   * The body of a rejection: `message` as a text or (`messages`) a list, `error` as a text or (`errorObject`) an object, a list `errors`, an
   * HTML page, or nothing. Default: `message`.
   */
  errorBody?: 'message' | 'messages' | 'error' | 'errorObject' | 'errors' | 'html' | 'empty';
  /** The HTTP status of success. Default: `201`. */
  successStatus?: 201 | 200;
  /** Whether the content of an answer is under `data`, or at the top level. Default: `wrapped`. */
  envelope?: 'wrapped' | 'flat';
  /**
   * How endpoint 3 answers for a company below the minimum criteria: `flag` is a success status with `success: false`, `error` is 422.
   * With `none` the answer is a success, and only the widget says it. Default: `flag`.
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
