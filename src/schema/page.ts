/** What reads the forms of a page. It loads next to the first form, which shows without it. */
export { applicantForm, companyForm, prequalificationForm } from './application-forms.js';
export { readDraft, writeDraft } from './form.js';
