import type { LendingError } from '../errors.js';

/** The applicant for whom a page makes its calls. It dispatches `over` when the page sends nothing more. */
export interface PageApplicant extends EventTarget {
  /** The handler's token for the applicant; `undefined` before the first response. */
  token?: string;
  /** The failure after which every call rejects. */
  over?: LendingError;
}

/** In memory only, and by the `fetch` that makes the calls, because another one may sign in another user. */
const pages = new WeakMap<object, Record<string, PageApplicant>>();

/** Returns the applicant that all adapters with the same `fetch` and key share. `isNewStart` replaces one that is over. */
export function pageApplicant(fetch: object, key: string, isNewStart?: boolean): PageApplicant {
  const all = pages.get(fetch) ?? {};
  pages.set(fetch, all);
  if (isNewStart && all[key]?.over) delete all[key];
  return (all[key] ??= new EventTarget());
}
