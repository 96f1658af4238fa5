import { LendingError } from '../../errors.js';
import { isOrigin } from '../../schema/widget/origins.js';
import type { DraftStore } from '../drafts/draft-store.js';
import type { HandlerOptions } from '../types.js';

/** Refuses a missing `authorize`. */
export function checkAuthorize({ authorize }: HandlerOptions): void {
  if (typeof authorize === 'function') return;
  throw wrongOption('authorize', authorize, 'a function that returns { subject } for the signed-in user, or null');
}

/** Refuses lookups that are not functions. */
export function checkLookups(options: HandlerOptions): void {
  for (const name of ['lookupCompany', 'lookupAddress'] as const) {
    const value: unknown = options[name] ?? undefined;
    if (value !== undefined && typeof value !== 'function')
      throw wrongOption(name, value, 'a function that returns a list of results');
  }
}

/** Refuses a mount path and origins that would match no request, like the address of a page as an origin. */
export function checkMount({ path, origins }: HandlerOptions): void {
  const isPath = path === undefined || (typeof path === 'string' && /^\/[^?#]*$/.test(path));
  if (!isPath) throw wrongOption('path', path, 'a path that begins with a slash, without a query, like "/api/lending"');
  const wrong = Array.isArray(origins) ? origins.find((one) => !isOrigin(one)) : origins;
  if (wrong === undefined) return;
  const expected = 'a list of origins without a path or a slash at the end, like "https://shop.example"';
  throw wrongOption('origins', wrong, expected);
}

/** The options that are a duration or a size, and their units: time limits in milliseconds, ages in seconds. */
const UNITS = {
  timeout: 'milliseconds',
  settleAfter: 'milliseconds',
  uploadTimeout: 'milliseconds',
  hookTimeout: 'milliseconds',
  uploadMemory: 'bytes',
  consentMaxAge: 'seconds',
  'sessions.maxAge': 'seconds',
  'sessions.sessionMaxAge': 'seconds',
};

/** Refuses durations and sizes that are not numbers above 0. */
export function checkAmounts({ sessions, ...options }: HandlerOptions): void {
  const all: Partial<Record<string, unknown>> = {
    ...options,
    'sessions.maxAge': sessions?.maxAge,
    'sessions.sessionMaxAge': sessions?.sessionMaxAge,
  };
  for (const [name, unit] of Object.entries(UNITS)) {
    const amount = all[name] ?? 1;
    if (!(typeof amount === 'number' && amount > 0 && amount < Infinity))
      throw wrongOption(name, amount, `a number of ${unit} above 0`);
  }
}

/** Refuses a store for drafts that lacks a method. */
export function checkDrafts({ drafts }: HandlerOptions): void {
  if (drafts === undefined || typeof drafts === 'boolean') return;
  const { store } = (drafts ?? {}) as { store?: Partial<Record<keyof DraftStore, unknown>> };
  const missing = (['get', 'set', 'delete'] as const).filter((name) => typeof store?.[name] !== 'function');
  if (missing.length === 0) return;
  const why = store ? `the store lacks ${missing.map((name) => `${name}()`).join(', ')}` : 'it has no store';
  throw new LendingError('config-invalid', `createHandler({ drafts }): ${why}.`, {
    remedy: 'Set it to true, to false, or to { store } with get(), set() and delete().',
  });
}

/** Refuses anything but files and `false`: `true` would serve nothing. */
export function checkElements({ elements }: HandlerOptions): void {
  if (elements === undefined || elements === null || elements === false) return;
  if (typeof elements === 'object' && typeof elements.find === 'function') return;
  throw wrongOption('elements', elements, 'elementFiles() from lending-elements/server/node, or false');
}

/** Shows the value of a wrong option. Never use it for a secret. */
const wrongOption = (option: string, value: unknown, expected: string) =>
  new LendingError('config-invalid', `createHandler({ ${option} }) is ${describeValue(value)}.`, {
    remedy: `It must be ${expected}.`,
    issues: [{ path: option, reason: 'format' }],
  });

function describeValue(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null || typeof value === 'number') return String(value);
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 100));
  return Array.isArray(value) ? 'a list' : `a value of type ${typeof value}`;
}
