import { enEnd } from './locales/en-end.js';
import { addText } from './text.js';

/** What only who arrives at an end without the widget reads. It is taken up as the element of a step is. */
export const end = { define: (): void => addText(enEnd) };
