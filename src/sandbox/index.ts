export type { SandboxPart } from './body.js';
export type { SandboxOffer } from './offers.js';
export { createSandbox, type Sandbox, type SandboxCall, type SandboxOptions } from './service.js';
export { widgetScript } from './widget.js';
