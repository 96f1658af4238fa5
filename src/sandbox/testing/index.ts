export { recordEvents, type EventRecorder, type PageEventRecorder, type RecordedEvent } from './event-recorder.js';
export { createTestBackend, type TestBackend, type TestBackendOptions } from './test-backend.js';
