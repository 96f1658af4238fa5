export { LendingError, type LendingErrorCode, type LendingErrorDetails, type Problem } from '../errors.js';
export type { ConsentFacts } from './consent/record.js';
export type { ConsentOptions } from './consent/types.js';
export type { ElementFile, ElementFiles } from './elements/types.js';
export type { Erased, ExistingApplication, Owner } from './applications/types.js';
export { createHandler } from './handler.js';
export type { FoundAddress, FoundCompany } from '../schema/lookups.js';
export type {
  AddressQuery,
  EraseOptions,
  Handler,
  HandlerOptions,
  LogEntry,
  LookupQuery,
  NewApplication,
  User,
} from './types.js';
export type { LimitOptions } from './limits.js';
export type { Limit } from './store/kept.js';
export { memoryStore, type MemoryStore } from './store/memory.js';
export type { Count, Store } from './store/types.js';
export { createPartnerClient, type PartnerClient } from './service/client.js';
export type {
  ServiceCall,
  ServiceCallOptions,
  ServiceFetch,
  ServiceResponse,
  UpstreamOptions,
} from './service/types.js';
