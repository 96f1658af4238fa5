import { waitUntil as wait } from '@open-wc/testing';

/** As that of @open-wc/testing, with the patience that a busy machine needs; it looks more often, too. */
export const waitUntil: typeof wait = (predicate, message, options) =>
  wait(predicate, message, { interval: 20, timeout: 10_000, ...options });
