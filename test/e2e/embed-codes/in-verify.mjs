// `npm test` runs the quick part of these tests, and `npm run verify` all of it: with EMBED_CODES=all.
import { it } from 'node:test';
import process from 'node:process';

export function itWhere(isQuick, ...test) {
  if (isQuick || process.env.EMBED_CODES) void it(...test);
}

export const itInVerify = (...test) => itWhere(false, ...test);
