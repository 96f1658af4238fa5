/** The exports of the CDN entries, next to their elements: a page imports them from the same file as the elements. */
import { addLanguage } from './base/text/languages.js';

export { createAdapter } from './adapter/adapter.js';
export { addLanguage };
export { LendingError } from './errors.js';
export { version } from './version.js';

/** The languages of the library. Each loads when an element on the page needs it. */
for (const code of ['ar', 'cy', 'de', 'es', 'fr', 'pl'])
  addLanguage(code, () => import(/* @vite-ignore */ `./languages/${code}.js`));
