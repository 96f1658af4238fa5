/** The time limits of the handlers in `npm run chaos`, in milliseconds. They are shorter than the defaults, so that more of them pass. */
export const LIMITS = {
  /** A call to the lender. */
  service: 1500,
  /** A query to PostgreSQL, and a connection. */
  query: 2000,
  /** A wait for the lock of a subject. */
  patience: 2000,
  /** A function of the partner's. */
  hook: 3000,
  /** The time after a call's limit until its outcome can be seen at the lender. */
  settleAfter: 5000,
  /** The longest that the lender takes. It works on a call even if the handler no longer waits. */
  slowest: 3000,
  /** A request of a page. One that takes longer is stuck. */
  request: 20_000,
  /** The end of a handler after SIGTERM. */
  restart: 25_000,
};

/** The exit code of a handler that could not reach its stores at the start. */
export const ENGINES_AWAY = 75;
