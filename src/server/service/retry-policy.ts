import { LendingError } from '../../errors.js';
import { pause } from '../../time-limit.js';

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

/** The codes of errors that mean that the service is down, and not that the call was wrong. */
const DOWN = ['upstream-failed', 'upstream-unavailable', 'upstream-unreachable', 'upstream-timeout', 'outcome-unknown'];
const isDown = (error: unknown) =>
  !(error instanceof CallAborted) && DOWN.includes(((error as RetryLater).error ?? (error as LendingError)).code);

/** After failed calls for this many applicants in a row, the circuit breaker opens for `PAUSE_MS` milliseconds. */
const MAX_FAILED_SUBJECTS = 10;
const PAUSE_MS = 10_000;

/** Retries a call that changed nothing, at most twice. */
const callWithRetries = <T>(work: () => Promise<T>, retries = 2): Promise<T> =>
  work().catch(async (error: unknown) => {
    if (!(error instanceof RetryLater) || retries === 0) throw error;
    await pause(error.wait);
    return callWithRetries(work, retries - 1);
  });

/**
 * Retries calls that changed nothing, and stops calling a service that is down. It counts applicants with failed calls, not failed calls: one
 * applicant's input may make the service fail each time, and must not lock the others out.
 */
export function createRetryPolicy() {
  const failed = new Set<unknown>();
  /** The time of the last failure that opened the circuit breaker; `undefined` after a trial call has succeeded. */
  let openedAt: number | undefined;
  /** The trial call, for which all others wait. */
  let trial: Promise<unknown> | undefined;
  /** The subject of the trial call that failed last. */
  let unlucky: unknown;

  async function call<T>(subject: unknown, work: () => Promise<T>, isTrial: boolean): Promise<T> {
    try {
      const result = await callWithRetries(work);
      failed.clear();
      if (isTrial) openedAt = unlucky = undefined;
      return result;
    } catch (error) {
      if (isTrial) [openedAt, unlucky] = isDown(error) ? [Date.now(), subject] : [];
      else if (isDown(error) && failed.add(subject).size >= MAX_FAILED_SUBJECTS) openedAt ??= Date.now();
      throw error;
    }
  }

  /** Makes a call for a subject. After a failed trial call, another subject makes the next trial call, because the input of the first may be the cause. */
  return async function execute<T>(subject: unknown, work: () => Promise<T>): Promise<T> {
    const isOpen = (time: number) => openedAt !== undefined && Date.now() - openedAt < time;
    if (subject === unlucky && isOpen(3 * PAUSE_MS)) throw serviceDown();
    const again = () => execute(subject, work);
    if (trial) return trial.then(again, again);
    if (isOpen(PAUSE_MS)) throw serviceDown();
    if (openedAt === undefined) return call(subject, work, false);
    trial = call(subject, work, true).finally(() => (trial = undefined));
    return trial as Promise<T>;
  };
}

const serviceDown = () =>
  new LendingError(
    'upstream-unavailable',
    `The service keeps failing, so the handler does not call it for ${PAUSE_MS / 1000} seconds.`,
    { recoverable: true, retryAfter: PAUSE_MS / 1000 },
  );
