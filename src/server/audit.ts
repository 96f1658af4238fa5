export { checkConsents, exportConsents, type ChainCheck, type ChainEnd } from './consent-chain.js';
export { standingConsent, type ConsentStore } from './consent-ledger.js';
export { consentRecord, type ConsentFacts } from './consent-record.js';
