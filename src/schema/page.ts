/** What a page loads beside its first form. One file, so that no more is loaded than is used. */
export { companyForm } from './application.js';
export { readDraft, writeDraft } from './form.js';
export { progress, session } from './session.js';
export { widgetToken } from './widget-auth.js';
