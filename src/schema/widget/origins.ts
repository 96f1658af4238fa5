import { parseUrl } from './parse-url.js';

/** Returns true if a value is exactly an origin, such as `https://cdn.example`. */
export const isOrigin = (value: unknown): value is string =>
  typeof value === 'string' && parseUrl(value)?.origin === value;
