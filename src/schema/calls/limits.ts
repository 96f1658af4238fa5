/** Days for which a draft is kept after its last change. */
export const DRAFT_DAYS = 14;
/** The largest draft, in bytes of its JSON. */
export const DRAFT_BYTES = 64 * 1024;
/** The fewest characters of a query. */
export const QUERY_MIN = 3;
/** The most characters of a query. */
export const QUERY_MAX = 100;
/** The most results of a lookup. */
export const RESULTS_MAX = 20;
