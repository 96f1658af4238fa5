/** The CDN entry with everything in one file. */
export * from './cdn.js';
export * from './define.js';
