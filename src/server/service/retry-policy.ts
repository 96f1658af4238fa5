import {
  circuitBreaker,
  CircuitState,
  DelegateBackoff,
  handleWhen,
  isBrokenCircuitError,
  retry,
  wrap,
} from 'cockatiel';
import { LendingError } from '../../errors.js';

/** Thrown by an attempt that changed nothing at the service. It is retried after `wait` milliseconds. */
export class RetryLater extends Error {
  constructor(
    readonly error: LendingError,
    readonly wait: number,
  ) {
    super();
  }
}

/** Thrown by an attempt that its caller aborted. It does not count as a failure of the service. */
export class CallAborted extends Error {
  constructor(readonly error: Error) {
    super();
  }
}

/** The codes that say that the service is down, and not that the call was wrong. */
const DOWN = ['upstream-failed', 'upstream-unavailable', 'upstream-unreachable', 'upstream-timeout', 'outcome-unknown'];
const isDown = (error: unknown) =>
  !(error instanceof CallAborted) && DOWN.includes(((error as RetryLater).error ?? (error as LendingError)).code);

/** After failed calls for this many applicants in a row, the circuit breaker opens for `PAUSE` milliseconds. */
const FAILURES = 10;
const PAUSE = 10_000;

/**
 * Retries calls that changed nothing, and stops calling a service that is down. It counts applicants and not calls: one
 * applicant's input may make the service fail each time, and must not lock the others out.
 */
export function createRetryPolicy() {
  const failed = new Set<unknown>();
  const retries = retry(
    handleWhen((error) => error instanceof RetryLater),
    { maxAttempts: 2, backoff: new DelegateBackoff(({ result }) => (result as { error: RetryLater }).error.wait) },
  );
  const breaker = circuitBreaker(handleWhen(isDown), {
    halfOpenAfter: PAUSE,
    breaker: { state: undefined, success: () => failed.clear(), failure: () => failed.size >= FAILURES },
  });
  const policy = wrap(breaker, retries);
  /** The subject and the time of the last trial call that failed while the breaker was half open. */
  let trial: { subject: unknown; at: number } | undefined;

  /** Makes a call for a subject. The subject of a failed trial call does not get the next one: others may have more luck. */
  return async function execute<T>(subject: unknown, work: () => Promise<T>): Promise<T> {
    const hadTrial = trial !== undefined && trial.subject === subject && Date.now() - trial.at < 3 * PAUSE;
    if (hadTrial && breaker.state !== CircuitState.Closed) throw serviceDown();
    try {
      return await policy.execute(() =>
        work().catch((error: unknown) => {
          if (isDown(error) && breaker.state === CircuitState.HalfOpen) trial = { subject, at: Date.now() };
          else if (isDown(error)) failed.add(subject);
          throw error;
        }),
      );
    } catch (error) {
      throw isBrokenCircuitError(error) ? serviceDown() : error;
    }
  };
}

const serviceDown = () =>
  new LendingError(
    'upstream-unavailable',
    `The service keeps failing, so the handler does not call it for ${PAUSE / 1000} seconds.`,
    {
      recoverable: true,
      retryAfter: PAUSE / 1000,
    },
  );
