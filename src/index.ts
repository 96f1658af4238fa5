import { addLanguage as addSentencesIn, type LoadLanguage } from './base/text/text.js';
import type { Pack } from './languages/en.js';

export * from './base/events.js';
export * from './base/later-events.js';
export { LendingApplicantElement } from './components/applicant/lending-applicant.js';
export { LendingCompanyElement } from './components/company/lending-company.js';
export { LendingConsentElement } from './components/consent/lending-consent.js';
export { LendingDocumentsElement } from './components/documents/lending-documents.js';
export { LendingOnboardingElement } from './components/onboarding/lending-onboarding.js';
export { LendingPrequalificationElement } from './components/prequalification/lending-prequalification.js';
export { LendingReviewElement } from './components/review/lending-review.js';
export { LendingWidgetElement } from './components/widget/lending-widget.js';
export { LendingError } from './errors.js';
export { version } from './version.js';

/**
 * Adds sentences in another language, by its code (`cy`, `pt-BR`). A missing sentence is shown in English. A function that
 * loads a language is called when an element first needs that language.
 */
export const addLanguage: (code: string, sentences: Partial<Pack> | LoadLanguage) => void = addSentencesIn;
