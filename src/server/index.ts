export { LendingError, type LendingErrorCode, type LendingErrorDetails, type Problem } from '../errors.js';
export type { ConsentFacts } from './consent-record.js';
export { memoryConsents, type ConsentStore } from './consent-store.js';
export type { ConsentOptions } from './consents.js';
export { memoryDrafts, type DraftOptions, type DraftStore } from './draft-store.js';
export type { ApplicationToKeep, ExistingApplication, FoundApplication } from './existing.js';
export { createHandler, type Handler, type HandlerOptions, type LogEntry } from './handler.js';
export { memoryLimiter, type RateLimiter } from './limits.js';
export type { OnceStore } from './once.js';
export { memoryOnce } from './once-memory.js';
export type { LendingSession, SessionOptions, SessionStore } from './session.js';
export {
  createPartnerClient,
  type PartnerClient,
  type ServiceCall,
  type ServiceCallOptions,
  type ServiceFetch,
  type ServiceResponse,
  type UpstreamOptions,
} from './upstream.js';
