export {
  checkConsents,
  exportConsents,
  type BackwardsLine,
  type ChainCheck,
  type ChainEnd,
  type CheckOptions,
} from './consent/chain.js';
export { consentRecord, type ConsentFacts } from './consent/record.js';
export { standingConsent, type ConsentStore } from './consent/store.js';
