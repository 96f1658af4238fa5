import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { LendingError } from '../../src/errors.js';
import { fromEnv } from '../../src/server/node.js';
import { KEY } from './setup.js';

export const HAND_OFF = { global: 'Widget', calls: [{ method: 'init', arguments: ['{access_token}'] }] };
export const widget = (script_url: string, more: object = {}) =>
  JSON.stringify({ script_url, hand_off: HAND_OFF, ...more });

/** A secret of chance. */
export const STRONG = 'canary-9dTq2LwXf7RkZ0pVbM3sHuYeQw';

export const good = {
  LENDING_BASE_URL: 'https://api.lender.example',
  LENDING_SECRET_KEY: KEY,
  LENDING_SESSION_SECRET: STRONG,
  LENDING_WIDGET: widget('https://cdn.lender.example/widget.js'),
};
/** The same once for each environment. */
export const pairs = {
  LENDING_SESSION_SECRET: STRONG,
  LENDING_STAGING_BASE_URL: 'https://api.staging.lender.example',
  LENDING_STAGING_SECRET_KEY: `${KEY}-staging`,
  LENDING_STAGING_WIDGET: widget('https://cdn.staging.lender.example/widget.js'),
  LENDING_PRODUCTION_BASE_URL: 'https://api.lender.example',
  LENDING_PRODUCTION_SECRET_KEY: `${KEY}-production`,
  LENDING_PRODUCTION_WIDGET: widget('https://cdn.lender.example/widget.js'),
};
export type Variables = Record<string, string | undefined>;

/** What `fromEnv` says of an environment that cannot work: nothing of the key, a secret or an address. */
export function refusalOf(env: Variables): string {
  try {
    fromEnv(env);
  } catch (error) {
    assert.ok(error instanceof LendingError, String(error));
    assert.equal(error.code, 'config-invalid');
    assert.ok(error.issues.length > 0 && error.remedy);
    assert.doesNotMatch(
      inspect(error, { depth: Infinity, showHidden: true }),
      /canary|a-sample-secret|lender\.example|127\.0\.0\.1/,
    );
    return error.message;
  }
  return 'not refused';
}

/** Scripts of the service's staging and of its production. */
export const [staging, live] = ['https://cdn.staging.lender.example/w.js', 'https://cdn.lender.example/live/w.js'];
