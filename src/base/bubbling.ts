/** With these options, events of the elements leave their shadow roots and reach the page. */
export const bubbling = { bubbles: true, composed: true };
