/** Days for which a draft is kept after its last change. */
export const DRAFT_DAYS = 14;
/** The largest draft, in bytes of its JSON. */
export const DRAFT_BYTES = 64 * 1024;
