// `npm test` runs the quick part of these tests, and `npm run verify` all of it: with EMBED_CODES=all.
import { it } from 'node:test';
import process from 'node:process';

/** A test for `npm run verify`, and for `npm test` where it is quick. */
export function itWhere(isQuick, ...test) {
  if (isQuick || process.env.EMBED_CODES) void it(...test);
}

/** A test for `npm run verify`. */
export const itInVerify = (...test) => itWhere(false, ...test);
