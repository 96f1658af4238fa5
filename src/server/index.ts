export { LendingError, type LendingErrorCode, type LendingErrorDetails, type Problem } from '../errors.js';
export type { ConsentFacts } from './consent/record.js';
export { memoryConsents, type ConsentStore } from './consent/store.js';
export type { ConsentOptions } from './consent/types.js';
export { memoryDrafts, type DraftOptions, type DraftStore } from './drafts/draft-store.js';
export type { ElementFile, ElementFiles } from './elements/types.js';
export type { ApplicationToKeep, ExistingApplication, FoundApplication } from './idempotency/existing-application.js';
export { createHandler } from './handler.js';
export type { FoundAddress, FoundCompany } from '../schema/lookups.js';
export type { AddressQuery, Handler, HandlerOptions, LogEntry, LookupQuery } from './types.js';
export { memoryLimiter, type RateLimiter } from './rate-limit.js';
export type { IdempotencyStore } from './idempotency/types.js';
export { memoryIdempotency } from './idempotency/memory.js';
export type { LendingSession, SessionOptions, SessionStore } from './session.js';
export { createPartnerClient, type PartnerClient } from './service/client.js';
export type {
  ServiceCall,
  ServiceCallOptions,
  ServiceFetch,
  ServiceResponse,
  UpstreamOptions,
} from './service/types.js';
