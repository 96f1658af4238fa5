/** The time limits of the handlers in `npm run test:chaos`, in milliseconds. They are shorter than the defaults, so that more of them pass. */
export const LIMITS = {
  /** A call to the lender. */
  service: 1500,
  /** A request to the lender's office. */
  query: 2000,
  /** A function of the partner's. */
  hook: 3000,
  /** The time that the partner's office waits before it asks the lender for an application. */
  office: 5000,
  /** The time for which a handler is stopped. The deadline of a call is over after 3 seconds. */
  suspended: 7500,
  /** The longest call of the lender, who works on it even if the handler no longer waits. */
  slowest: 3000,
  /** A request of a page. One that takes longer is stuck. */
  request: 25_000,
  /** The end of a handler after SIGTERM. */
  restart: 25_000,
};

/** The clocks of the handlers, in milliseconds: the second one is an hour late, and the third one is two days ahead. */
export const CLOCKS = [0, -3600_000, 48 * 3600_000];

/** Milliseconds by which the clock of each handler's store differs from that of its process. PostgreSQL has its own clock. */
export const STORE_CLOCKS = [0, -600_000, 600_000];

/** Milliseconds between the last look at a consent and the call for offers: a decision that is stored then is too late. */
export const LAST_LOOK = 500;

/** The exit code of a handler that could not reach its stores at the start. */
export const ENGINES_AWAY = 75;
