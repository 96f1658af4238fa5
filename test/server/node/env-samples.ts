import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { LendingError } from '../../../src/errors.js';
import { fromEnv } from '../../../src/server/node/index.js';
import { configErrorOf } from '../../../src/server/options/config-error.js';
import { messageAndRemedy } from '../../support/message-and-remedy.js';
import { KEY } from '../setup.js';

export const HAND_OFF = { global: 'Widget', calls: [{ method: 'init', arguments: ['{access_token}'] }] };
export const widget = (scriptUrl: string, more: object = {}) =>
  JSON.stringify({ scriptUrl, handOff: HAND_OFF, ...more });

export const STRONG = 'canary-9dTq2LwXf7RkZ0pVbM3sHuYeQw';

export const good = {
  LENDING_BASE_URL: 'https://api.lender.test',
  LENDING_SECRET_KEY: KEY,
  LENDING_SESSION_SECRET: STRONG,
  LENDING_WIDGET: widget('https://cdn.lender.test/widget.js'),
};
/** Variables for staging and for production. */
export const pairs = {
  LENDING_SESSION_SECRET: STRONG,
  LENDING_STAGING_BASE_URL: 'https://api.staging.lender.test',
  LENDING_STAGING_SECRET_KEY: `${KEY}-staging`,
  LENDING_STAGING_WIDGET: widget('https://cdn.staging.lender.test/widget.js'),
  LENDING_PRODUCTION_BASE_URL: 'https://api.lender.test',
  LENDING_PRODUCTION_SECRET_KEY: `${KEY}-production`,
  LENDING_PRODUCTION_WIDGET: widget('https://cdn.lender.test/widget.js'),
};
export type Variables = Record<string, string | undefined>;

/** The message of `fromEnv` for a wrong environment. Checks that it contains no key, secret or address. */
export function rejectionOf(env: Variables): string {
  const error = errorOf(env);
  if (error === undefined) return 'not rejected';
  assert.ok(error instanceof LendingError, String(error));
  assert.equal(error.code, 'config-invalid');
  assert.ok(error.remedy && inspect(error).includes(error.remedy));
  assert.doesNotMatch(
    inspect(error, { depth: Infinity, showHidden: true }),
    /canary|a-sample-secret|lender\.example|127\.0\.0\.1/,
  );
  return messageAndRemedy(error);
}

/** The error that `fromEnv` throws, or leaves to the handler because a variable is missing. */
function errorOf(env: Variables): unknown {
  try {
    return configErrorOf(fromEnv(env)).whole;
  } catch (error) {
    assert.ok((error as LendingError).issues.length > 0);
    return error;
  }
}

export const [staging, live] = ['https://cdn.staging.lender.test/w.js', 'https://cdn.lender.test/live/w.js'];
