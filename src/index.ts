import type { enConsent } from './base/locales/en-consent.js';
import type { enEligibility } from './base/locales/en-eligibility.js';
import type { enFailure } from './base/locales/en-failure.js';
import type { enLater } from './base/locales/en-later.js';
import type { enNewerBrowser } from './base/locales/en-newer-browser.js';
import type { enNone } from './base/locales/en-none.js';
import type { enNotLoaded } from './base/locales/en-not-loaded.js';
import type { enPasted } from './base/locales/en-pasted.js';
import type { enStreet } from './base/locales/en-street.js';
import { addLanguage as addSentencesIn, type SharedSentences } from './base/text.js';
import type { enHistory } from './components/applicant/address-history.sentences.js';
import type { enDocuments } from './components/documents/documents.sentences.js';
import type { enSaved } from './components/onboarding/drafts/saving.sentences.js';
import type { enEnd } from './components/onboarding/journey-end.sentences.js';
import type { enSignedOut } from './components/onboarding/signed-out.sentences.js';
import type { enUnlikely } from './components/review/unlikely.sentences.js';

export {
  createAdapter,
  type AdapterOptions,
  type CallOptions,
  type LocaleOptions,
  type SaveOptions,
  type ServerAdapter,
  type UploadOptions,
} from './adapter/adapter.js';
export * from './base/events.js';
export type { StepName } from './base/steps.js';
export { LendingApplicantElement } from './components/applicant/lending-applicant.js';
export { LendingCompanyElement } from './components/company/lending-company.js';
export { LendingConsentElement } from './components/consent/lending-consent.js';
export { LendingDocumentsElement } from './components/documents/lending-documents.js';
export { LendingOnboardingElement } from './components/onboarding/lending-onboarding.js';
export { LendingPrequalificationElement } from './components/prequalification/lending-prequalification.js';
export { LendingReviewElement } from './components/review/lending-review.js';
export { LendingWidgetElement } from './components/widget/lending-widget.js';
export { LendingError, type LendingErrorCode, type LendingErrorDetails, type Problem } from './errors.js';
export type { HandOffFunction } from './loader/types.js';
export type { HandOff } from './schema/widget/hand-off.js';
export type { Session, WidgetSettings } from './schema/session.js';
export type { Settings } from './schema/settings.js';
export { version } from './version.js';

/** Every sentence that an applicant can read, by its key. */
export type Text = SharedSentences &
  typeof enLater &
  typeof enHistory &
  typeof enDocuments &
  typeof enUnlikely &
  typeof enConsent &
  typeof enEnd &
  typeof enSaved &
  typeof enSignedOut &
  typeof enFailure &
  typeof enEligibility &
  typeof enNewerBrowser &
  typeof enNone &
  typeof enNotLoaded &
  typeof enPasted &
  typeof enStreet;

/** Adds sentences in another language, by its code (`cy`, `pt-BR`). A sentence that is missing is said in English. */
export const addLanguage = (code: string, sentences: Partial<Text>): void => addSentencesIn(code, sentences);
