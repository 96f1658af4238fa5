export type { EventRecorder, RecordedEvent } from './event-recorder.js';
export { recordEvents, type PageEventRecorder } from './record-events.js';
export { createTestBackend, type TestBackend, type TestBackendOptions } from './test-backend.js';
