export * from './define/lending-applicant.js';
export * from './define/lending-company.js';
export * from './define/lending-consent.js';
export * from './define/lending-documents.js';
export * from './define/lending-onboarding.js';
export * from './define/lending-prequalification.js';
export * from './define/lending-review.js';
export * from './define/lending-widget.js';
