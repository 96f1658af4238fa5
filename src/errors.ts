/**
 * Everything that can go wrong, as one closed list. The first word says where: `adapter` (between the page and the
 * partner's backend), `handler` (the backend refused), `upstream` (between the backend and the service), `script`
 * and `widget` (the service's script on the page), `config` (the developer's settings).
 */
export type LendingErrorCode =
  | 'adapter-offline'
  | 'adapter-timeout'
  | 'adapter-unreachable'
  | 'adapter-unexpected-answer'
  | 'handler-not-found'
  | 'handler-method'
  | 'handler-forbidden'
  | 'handler-signed-out'
  | 'handler-too-large'
  | 'handler-unsupported-type'
  | 'handler-invalid'
  | 'handler-not-created'
  | 'handler-no-consent'
  | 'handler-consent-stale'
  | 'handler-consent-withdrawn'
  | 'handler-consent-not-stored'
  | 'handler-draft-conflict'
  | 'handler-draft-ended'
  | 'handler-in-flight'
  | 'handler-too-many'
  | 'handler-failed'
  | 'upstream-unreachable'
  | 'upstream-unavailable'
  | 'upstream-busy'
  | 'upstream-timeout'
  | 'upstream-redirect'
  | 'upstream-denied'
  | 'upstream-refused'
  | 'upstream-failed'
  | 'upstream-unexpected-body'
  | 'outcome-unknown'
  | 'script-not-allowed'
  | 'script-blocked'
  | 'script-trusted-types'
  | 'script-offline'
  | 'script-integrity'
  | 'script-failed'
  | 'script-timeout'
  | 'script-threw'
  | 'script-no-global'
  | 'script-runs-once'
  | 'widget-failed'
  | 'widget-timeout'
  | 'widget-not-painted'
  | 'widget-no-token'
  | 'widget-token-expired'
  | 'widget-not-configured'
  | 'config-invalid';

/** What is known about an error beside its code. */
export interface LendingErrorDetails {
  /** What the developer can do about it, as a sentence. */
  remedy?: string | undefined;
  /** Whether the same call may succeed when it is made again. Default: `false`. */
  recoverable?: boolean;
  /** Fields that were refused: where, and why. Never the values. */
  issues?: readonly Problem[] | undefined;
  /**
   * The id under which the handler logged the request: the first eight characters are the applicant's reference number. Where
   * nobody knows what came of a creation it is the id of the request that began it, however often it is asked for since.
   */
  request_id?: string | undefined;
  /** Seconds after which the same call may be made again, where somebody said so. */
  retryAfter?: number | undefined;
  /** Whether the same call finds out first what came of the one before. Default: `false`. */
  canCheck?: boolean | undefined;
  /** The error underneath. */
  cause?: unknown;
}

/** A field that was refused: its path on the wire (`address.line_1`) and the reason (`empty`, `too-long` …). */
export interface Problem {
  readonly path: string;
  readonly reason: string;
  /** What the sentence about it needs: a limit, or the missing parts of a date. Never what was typed. */
  readonly params?: Readonly<Record<string, string | number>> | undefined;
}

/** The one error that this library throws. `message` is for developers; the applicant reads sentences of their own. */
export class LendingError extends Error {
  override readonly name = 'LendingError';
  readonly code: LendingErrorCode;
  readonly remedy: string | undefined;
  readonly recoverable: boolean;
  readonly issues: readonly Problem[];
  readonly request_id: string | undefined;
  readonly retryAfter: number | undefined;
  readonly canCheck: boolean;

  constructor(code: LendingErrorCode, message: string, details: LendingErrorDetails = {}) {
    super(details.remedy ? `${message} ${details.remedy}` : message, { cause: details.cause });
    this.code = code;
    this.remedy = details.remedy;
    this.recoverable = details.recoverable ?? false;
    this.issues = details.issues ?? [];
    this.request_id = details.request_id;
    this.retryAfter = details.retryAfter;
    this.canCheck = details.canCheck ?? false;
  }
}

/**
 * A part of this library that loads when it is needed. Firefox and older Chromiums remember a failure under the address, as long as
 * the page is there; under another address no hash of the page's import map would hold.
 */
export const part = <T>(file: Promise<T>, name = 'loader'): Promise<T> =>
  file.catch((cause: unknown) => {
    throw new LendingError(
      navigator.onLine ? 'script-failed' : 'script-offline',
      `A part of lending-elements (${name}) did not load.`,
      { remedy: 'Check that its files are served, and load the page again.', recoverable: true, cause },
    );
  });
