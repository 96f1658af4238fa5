/** The fewest characters of a query. */
export const QUERY_MIN = 3;
/** The most characters of a query. */
export const QUERY_MAX = 100;
/** The most results of a lookup. */
export const RESULTS_MAX = 20;
