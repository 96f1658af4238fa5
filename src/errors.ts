import type { LendingErrorCode } from './error-codes.js';

export type { LendingErrorCode };

/** The details of an error. */
export interface LendingErrorDetails {
  /** A sentence that tells the developer how to fix the error. */
  remedy?: string | undefined;
  /** Whether the same call may succeed if it is repeated. Default: `false`. */
  recoverable?: boolean;
  /** The refused fields, with path and reason, never with values. */
  issues?: readonly Problem[] | undefined;
  /**
   * The id of the request in the handler's log. Its first eight characters are the applicant's reference number. For a creation
   * with an unknown outcome, it is the id of the request that started the creation, also when the request is repeated.
   */
  requestId?: string | undefined;
  /** Seconds to wait before repeating the call, if the server said so. */
  retryAfter?: number | undefined;
  /** Whether repeating the call first checks the outcome of the previous one. Default: `false`. */
  canCheck?: boolean | undefined;
  /** The error that caused this one. */
  cause?: unknown;
}

/** A refused field: its path on the wire (`address.line_1`) and the reason (`empty`, `too-long` …). */
export interface Problem {
  readonly path: string;
  readonly reason: string;
  /** Parameters of the sentence about it: a limit, or the missing parts of a date. Never typed text. */
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
  /** The HTTP status of the service's answer to a call of `createPartnerClient()`, if there was an answer. The page never gets it. */
  declare readonly status?: number;

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

/** The message and the remedy in one line. */
export const messageWithRemedy = ({ message, remedy }: LendingError): string =>
  remedy ? `${message} ${remedy}` : message;

/**
 * Loads a part of this library on demand. After a failure, the page must be loaded again: Firefox and older versions of Chromium
 * remember a failed address, and a different address would not match the integrity hashes of the page's import map.
 */
export const loadPart = <T>(file: Promise<T>, name = 'loader'): Promise<T> =>
  file.catch((cause: unknown) => {
    throw new LendingError(
      navigator.onLine ? 'script-failed' : 'script-offline',
      `A part of lending-elements (${name}) did not load.`,
      { remedy: 'Check that all files of the library are served, and reload the page.', recoverable: true, cause },
    );
  });
