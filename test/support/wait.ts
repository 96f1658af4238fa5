import { waitUntil as wait } from '@open-wc/testing';

/** The only limit of a wait in a test of a component, in milliseconds. A machine with other work needs seconds for what takes a moment alone. */
const LIMIT_MS = 10_000;

/** Like the one of @open-wc/testing, but waits longer for a busy machine, and looks more often. */
export const waitUntil = (
  predicate: Parameters<typeof wait>[0],
  message?: string,
  { interval = 20 }: { interval?: number } = {},
): Promise<void> => wait(predicate, message, { interval, timeout: LIMIT_MS });
