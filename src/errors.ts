/** The details of an error. */
export interface LendingErrorDetails {
  /** A sentence that explains to the developer how to fix the error. */
  remedy?: string | undefined;
  /** True if the same call may succeed when it is repeated. Default: `false`. */
  recoverable?: boolean;
  /** The rejected fields, with path and reason, never with values. */
  issues?: readonly Problem[] | undefined;
  /**
   * The id of the request in the handler's log. Its first eight characters are the applicant's reference number. For a creation
   * with an unknown outcome, it is the id of the request that started the creation, also when the request is repeated.
   */
  requestId?: string | undefined;
  /** Seconds to wait before repeating the call, if the response has a `Retry-After` header. */
  retryAfter?: number | undefined;
  /** True if a repeated call first checks the outcome of the previous one. Default: `false`. */
  canCheck?: boolean | undefined;
  /** The error that caused this one. */
  cause?: unknown;
}

/** A rejected field: its path on the wire (`address.line_1`) and the reason (`empty`, `too-long` …). */
export interface Problem {
  readonly path: string;
  readonly reason: string;
  /** Parameters of the sentence about the problem: a limit, or the missing parts of a date. Never typed text. */
  readonly params?: Readonly<Record<string, string | number>> | undefined;
}

/**
 * The error that this library throws. `message` and `remedy` are for developers; the applicant reads other sentences, chosen by
 * `code`.
 */
export class LendingError extends Error {
  override readonly name = 'LendingError';
  readonly code: LendingErrorCode;
  readonly remedy: string | undefined;
  readonly recoverable: boolean;
  readonly issues: readonly Problem[];
  readonly requestId: string | undefined;
  readonly retryAfter: number | undefined;
  readonly canCheck: boolean;
  /** The HTTP status of the service's response to a call of `createPartnerClient()`, if there was a response. The page never gets it. */
  declare readonly status?: number;
  /** The words of the service's messages, for a log: without anything that may be a name, a number or an address. The page never gets them. */
  declare readonly said?: string;
  /**
   * The body of that response: its JSON, or its text, without the secret key. It may contain personal data. It is not enumerable, so that no log of
   * the error prints it. Only errors of `createPartnerClient()` have it.
   */
  declare readonly body?: unknown;

  constructor(code: LendingErrorCode, message: string, details: LendingErrorDetails = {}) {
    super(message, { cause: details.cause });
    this.code = code;
    this.remedy = details.remedy;
    this.recoverable = details.recoverable ?? false;
    this.issues = details.issues ?? [];
    this.requestId = details.requestId;
    this.retryAfter = details.retryAfter;
    this.canCheck = details.canCheck ?? false;
  }
}

/** Whether the page is for another applicant or application than its calls. It sends nothing more, and can only be loaded again. */
export const needsReload = ({ code }: Pick<LendingError, 'code'>): boolean =>
  /^handler-(other-applicant|other-company|closed)$/.test(code);

/** The message and the remedy in one line. */
export const messageWithRemedy = ({ message, remedy }: LendingError): string =>
  remedy ? `${message} ${remedy}` : message;

/** Finds out whether the handler has another version than the page, which has other files. The default adapter sets it. */
export const updates: { find?: () => Promise<boolean> } = {};

/**
 * Loads a part of this library on demand. After a failure, the page must be loaded again: Firefox and older versions of Chromium
 * remember a failed URL, and a different URL would have no hash in the page's import map.
 */
export const loadPart = <T>(file: Promise<T>, name = 'loader'): Promise<T> =>
  file.catch(async (cause: unknown) => {
    const isOutdated = navigator.onLine && (await updates.find?.());
    const code = isOutdated ? 'script-outdated' : navigator.onLine ? 'script-failed' : 'script-offline';
    throw new LendingError(code, `A part of lending-elements (${name}) did not load.`, {
      remedy: 'Check that all files of the library are served, and reload the page.',
      recoverable: !isOutdated,
      cause,
    });
  });

/**
 * All error codes. The first word says where the error happened: `adapter` (between the page and the partner's backend), `handler` (in
 * the backend), `upstream` (between the backend and the service), `script` and `widget` (the service's script on the page), `config`
 * (the developer's settings).
 *
 * `docs/troubleshooting.md` has the cause of each code, the remedy, and the people who can apply it.
 */
export type LendingErrorCode =
  /** The browser is offline. The applicant can try again. */
  | 'adapter-offline'
  /** The backend did not respond within the time limit of the adapter. */
  | 'adapter-timeout'
  /** The backend could not be reached: it is down, its URL is wrong, or the network or CORS blocks the call. */
  | 'adapter-unreachable'
  /** A server or a route in front of the handler responded, for example with an HTML page. */
  | 'adapter-unexpected-response'
  /** A server in front of the handler responded with a redirect, often to a sign-in page. The outcome of the call is unknown. */
  | 'adapter-redirected'
  /** A server in front of the handler rejected the call (403), for example to check first that the visitor is a person. Nothing was sent. */
  | 'adapter-blocked'
  /** The request is larger than a server in front of the handler allows (413). Nothing was sent. */
  | 'adapter-too-large'
  /** A server in front of the handler limits the number of requests (429). Nothing was sent. `retryAfter` may have the seconds to wait. */
  | 'adapter-too-many'
  /** A server in front of the handler is not available (503 with `Retry-After`). The outcome of the call is unknown. `retryAfter` has the seconds. */
  | 'adapter-unavailable'
  /** The handler has no route at this path. Its option `path` may differ from the path where it is mounted. */
  | 'handler-not-found'
  /** The route does not accept this HTTP method. */
  | 'handler-method'
  /** The request did not come from an allowed page (`Origin`, `Sec-Fetch-Site`, the custom header), or another user opened the page. */
  | 'handler-forbidden'
  /** `authorize()` returned `null`: nobody is signed in. */
  | 'handler-signed-out'
  /** Another user has signed in since the page was opened, or the request is for another business. Nothing was done, and the page sends nothing more. */
  | 'handler-other-applicant'
  /** The application was closed after this page was opened, because the applicant began a new one. Nothing was done. */
  | 'handler-closed'
  /** An application exists, and it is for a company with another registration number. Nothing was sent, and the page sends nothing more. */
  | 'handler-other-company'
  /** The body, the document or the draft is larger than its limit. */
  | 'handler-too-large'
  /** The body does not have the content type that the route expects. */
  | 'handler-unsupported-type'
  /** The body does not fit the schema. `issues` lists the fields and the reasons. */
  | 'handler-invalid'
  /** The user has no application yet. */
  | 'handler-not-created'
  /** The request for offers has no valid evidence of consent. */
  | 'handler-no-consent'
  /** The consent refers to a notice, an application or figures that have changed. The notice must be shown again. */
  | 'handler-consent-stale'
  /** The applicant withdrew the consent after this notice was shown. */
  | 'handler-consent-withdrawn'
  /** The consent could not be stored, so no call was made. */
  | 'handler-consent-not-stored'
  /** Another page of this applicant has saved a newer draft. */
  | 'handler-draft-conflict'
  /** The saved draft was deleted, or the application was created. */
  | 'handler-draft-ended'
  /** Another request is making the same call now. */
  | 'handler-in-flight'
  /** The user sent too many requests. `retryAfter` has the seconds to wait. */
  | 'handler-too-many'
  /** Something failed in the backend, for example one of your own functions. The log has the cause under `requestId`. */
  | 'handler-failed'
  /** The service could not be reached. Nothing was sent. */
  | 'upstream-unreachable'
  /** The service responded that it is unavailable, or the handler has paused all calls because the service keeps failing. */
  | 'upstream-unavailable'
  /** The service responded with 429. `retryAfter` has the seconds to wait. */
  | 'upstream-busy'
  /** The service did not respond to a call in time. The call can be repeated. */
  | 'upstream-timeout'
  /** The service responded with a redirect. The handler does not follow it, because that would send the secret key to another URL. */
  | 'upstream-redirect'
  /** The service rejected the call for a reason that the applicant cannot change: the key, the URL or the service's own records. */
  | 'upstream-denied'
  /** The service rejected the data (400 or 422). `issues` lists the form fields that the response names. */
  | 'upstream-rejected'
  /** The service failed (5xx). */
  | 'upstream-failed'
  /** The response of the service does not have the shape of the specification. */
  | 'upstream-unexpected-body'
  /** It is unknown whether the service created the application. Nothing is sent again until somebody settles the outcome. */
  | 'outcome-unknown'
  /** The URL of a script is not allowed: it was not set by code or by the backend, or it is not https. */
  | 'script-not-allowed'
  /** The Content-Security-Policy of the page blocked a script. The message names the directive. */
  | 'script-blocked'
  /** The page enforces Trusted Types and does not allow the policy `lending-elements`. */
  | 'script-trusted-types'
  /** The browser is offline, so a script could not load. */
  | 'script-offline'
  /** A script does not match its integrity hash. */
  | 'script-integrity'
  /** A script could not be loaded: an HTTP error, DNS, the network, or an ad blocker. */
  | 'script-failed'
  /** A part of this library could not be loaded, because the backend was updated after the page was opened. The page must be reloaded. */
  | 'script-outdated'
  /** A script did not load in time. */
  | 'script-timeout'
  /** A script threw an error while it ran, or is not JavaScript. */
  | 'script-threw'
  /** A script ran, but did not define the global variable that the settings name. */
  | 'script-no-global'
  /** A script cannot run twice in one page. The page must be reloaded. */
  | 'script-runs-once'
  /** The widget reported a failure, or a function of the page threw. */
  | 'widget-failed'
  /** The widget did not start in time. */
  | 'widget-timeout'
  /** The widget started but shows nothing. */
  | 'widget-not-painted'
  /** The page provided no usable access token. */
  | 'widget-no-token'
  /** The widget reported that its access token has expired, and reported the same for a new token. */
  | 'widget-token-expired'
  /** No widget is configured, neither by the backend nor by code. */
  | 'widget-not-configured'
  /** An option, attribute, property or environment variable is wrong. The message names it. */
  | 'config-invalid';
