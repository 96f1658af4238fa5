export { LendingError, type LendingErrorCode, type LendingErrorDetails, type Problem } from '../errors.js';
export { checkConsents, exportConsents, type ChainCheck, type ChainEnd } from './consent-chain.js';
export { memoryConsents, standingConsent, type ConsentStore } from './consent-ledger.js';
export { consentRecord, type ConsentFacts } from './consent-record.js';
export type { ConsentOptions } from './consents.js';
export { createHandler, type Handler, type HandlerOptions, type LogEntry } from './handler.js';
export { memoryOnce, type OnceStore } from './once.js';
export type { LendingSession, SessionOptions, SessionStore } from './session.js';
export {
  createPartnerClient,
  type PartnerClient,
  type ServiceCall,
  type ServiceCallOptions,
  type UpstreamOptions,
} from './upstream.js';
