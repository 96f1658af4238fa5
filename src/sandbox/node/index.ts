export type { EventRecorder, RecordedEvent } from '../testing/event-recorder.js';
export { recordPageEvents, type TestedPage } from './record-page-events.js';
export { startSandbox, type StartedSandbox, type StartSandboxOptions } from './start-sandbox.js';
