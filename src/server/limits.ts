import { createRecent } from './recent.js';

/** How often a subject may ask. Machines that serve the same applicants may share one, or each have its own. */
export interface RateLimiter {
  /** Counts a request, and answers in how many seconds there will be room for it; 0 where there is now. */
  take(subject: string): Promise<number> | number;
  /**
   * The same for what is put on record of a subject, which stays there and takes room: decisions, and changes of the application. A
   * withdrawal is not counted. Default: 60 in ten minutes, counted in this process.
   */
  record?(subject: string): Promise<number> | number;
}

const SUBJECTS = 10_000;

/** How often a subject may have something recorded, in how many seconds. */
export const RECORDS = { requests: 60, seconds: 600 };

/** So many requests in so many seconds for each subject, counted in this process. */
export function memoryLimiter({ requests = 120, seconds = 60 } = {}): RateLimiter {
  const windows = createRecent<{ left: number; until: number }>(SUBJECTS);
  return {
    take(subject) {
      const now = performance.now();
      const known = windows.get(subject);
      const current = known && now < known.until ? known : { left: requests, until: now + seconds * 1000 };
      if (current !== known) windows.set(subject, current);
      return current.left-- > 0 ? 0 : Math.ceil((current.until - now) / 1000);
    },
  };
}
