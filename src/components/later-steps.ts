/** What the journey needs after its first step. All of it loads as one file, next to the first step. */
import { LendingApplicantElement } from './lending-applicant.js';
import { LendingConsentElement } from './lending-consent.js';
import { LendingDocumentsElement } from './lending-documents.js';
import { LendingPrequalificationElement } from './lending-prequalification.js';
import { LendingReviewElement } from './lending-review.js';
import { LendingWidgetElement } from './lending-widget.js';

export * from '../base/journey-later.js';

export const laterSteps = [
  LendingApplicantElement,
  LendingReviewElement,
  LendingDocumentsElement,
  LendingPrequalificationElement,
  LendingConsentElement,
  LendingWidgetElement,
];
