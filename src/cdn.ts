/** The exports of the CDN entries, next to their elements: a page imports them from the same file as the elements. */
export { createAdapter } from './adapter/adapter.js';
export { addLanguage } from './base/languages.js';
export { LendingError } from './errors.js';
export { version } from './version.js';
