export { LendingError, type LendingErrorCode, type LendingErrorDetails, type Problem } from '../errors.js';
export { createHandler, type Handler, type HandlerOptions, type LogEntry } from './handler.js';
export type { LendingSession, SessionOptions, SessionStore } from './session.js';
export type { UpstreamOptions } from './upstream.js';
