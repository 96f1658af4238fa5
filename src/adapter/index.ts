export { noticeText } from '../schema/consent/notice-text.js';
export type { Application } from '../schema/application.js';
export type { Prequalification } from '../schema/prequalification.js';
export { createAdapter, type ServerAdapter } from './adapter.js';
