export { consentRecord, type ConsentFacts } from './consent/record.js';
export { standingConsent } from './consent/decisions.js';
