export { consentRecord, type ConsentFacts } from './consent/record.js';
export { standingConsent, type ConsentStore } from './consent/store.js';
