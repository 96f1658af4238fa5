export { checkConsents, exportConsents, type ChainCheck, type ChainEnd } from './consent-chain.js';
export { consentRecord, type ConsentFacts } from './consent-record.js';
export { standingConsent, type ConsentStore } from './consent-store.js';
