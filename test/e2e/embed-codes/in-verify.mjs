// `npm test` runs the quick part of these tests, and `npm run verify` all of it: with EMBED_CODES=all.
import { it } from 'node:test';
import process from 'node:process';

/** A test for `npm run verify`. */
export const itInVerify = process.env.EMBED_CODES ? it : () => undefined;
