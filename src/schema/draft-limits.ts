/** Days after its last change for which a saved draft is kept. */
export const DRAFT_DAYS = 14;
/** The largest saved draft, in bytes of its JSON. */
export const DRAFT_BYTES = 64 * 1024;
