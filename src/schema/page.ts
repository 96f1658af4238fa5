/** What the first form of a page is read by. It loads beside the form, which shows without it. */
export { companyForm } from './application-forms.js';
export { readDraft, writeDraft } from './form.js';
