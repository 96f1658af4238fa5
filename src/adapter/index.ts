export { noticeText } from '../schema/consent/notice-text.js';
export type { Application } from '../schema/calls/application.js';
export type { Prequalification } from '../schema/calls/prequalification.js';
export { createAdapter, type ServerAdapter } from './adapter.js';
