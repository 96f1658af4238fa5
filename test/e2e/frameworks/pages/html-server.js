export { html } from './html-page.js';
