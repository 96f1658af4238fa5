export {
  createAdapter,
  type AdapterOptions,
  type CallOptions,
  type LocaleOptions,
  type SaveOptions,
  type ServerAdapter,
  type UploadOptions,
} from './adapter.js';
export * from './base/events.js';
export type { StepName } from './base/journey.js';
export { addLanguage } from './base/text.js';
export { LendingApplicantElement } from './components/lending-applicant.js';
export { LendingCompanyElement } from './components/lending-company.js';
export { LendingConsentElement } from './components/lending-consent.js';
export { LendingDocumentsElement } from './components/lending-documents.js';
export { LendingOnboardingElement } from './components/lending-onboarding.js';
export { LendingPrequalificationElement } from './components/lending-prequalification.js';
export { LendingReviewElement } from './components/lending-review.js';
export { LendingWidgetElement } from './components/lending-widget.js';
export { LendingError, type LendingErrorCode, type LendingErrorDetails, type Problem } from './errors.js';
export type { HandOffFunction } from './loader/run-widget.js';
export type { HandOff } from './schema/hand-off.js';
export type { Session, Settings, WidgetSettings } from './schema/session.js';
export { version } from './version.js';
