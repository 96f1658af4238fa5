/** The page hears the events of the elements, out of their shadow roots. */
export const bubbling = { bubbles: true, composed: true };
