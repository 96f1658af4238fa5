import { LendingError } from '../../errors.js';
import { rule, unknownOption, wrongOptions, type OptionRule, type WrongOption } from '../../schema/option-table.js';
import { isOrigin } from '../../schema/widget/origins.js';
import type { DraftStore } from '../drafts/draft-store.js';
import type { SessionOptions } from '../session.js';
import type { FrameOptions, HandlerOptions } from '../types.js';
import { withDefaults } from './defaults.js';

const isFunction = (value: unknown) => typeof value === 'function';
const lookup = rule(isFunction, 'a function that returns a list of results');
/** A duration or a size. */
const amount = (unit: string) =>
  rule((value) => typeof value === 'number' && value > 0 && value < Infinity, `a number of ${unit} above 0`);
const [milliseconds, seconds] = [amount('milliseconds'), amount('seconds')];

/** Every option by its name, with the rule for its value if no other check has one. The compiler reports a missing name. */
const OPTIONS = {
  environment: true,
  baseUrl: true,
  secretKey: true,
  fetch: true,
  timeout: milliseconds,
  uploadTimeout: milliseconds,
  hookTimeout: milliseconds,
  filePart: true,
  notCreatedOn: true,
  consents: true,
  onConsent: true,
  notice: true,
  consentMaxAge: seconds,
  consentFacts: true,
  authorize: (value: unknown) =>
    isFunction(value) ? undefined : 'a function that returns { subject } for the signed-in user, or null',
  sessions: {
    secret: true,
    store: true,
    maxAge: seconds,
    sessionMaxAge: seconds,
    loopback: true,
    framed: true,
  },
  drafts: true,
  widget: true,
  frame: { scriptUrl: true },
  // `true` would serve nothing.
  elements: rule(
    (value) => value === false || isFunction((value as { find?: unknown }).find),
    'elementFiles() from lending-elements/server/node, or false',
  ),
  settings: true,
  prefill: true,
  lookupCompany: lookup,
  lookupAddress: lookup,
  path: rule(
    (value) => typeof value === 'string' && /^\/[^?#]*$/.test(value),
    'a path that begins with a slash, without a query, like "/api/lending"',
  ),
  // An origin such as the address of a page would match no request.
  origins: rule(
    (value) => Array.isArray(value) && value.every(isOrigin),
    'a list of origins without a path or a slash at the end, like "https://shop.example"',
  ),
  onApplicationCreated: true,
  existingApplication: true,
  settleAfter: milliseconds,
  uploadMemory: amount('bytes'),
  idempotency: true,
  limiter: true,
  log: true,
} satisfies Record<keyof HandlerOptions, OptionRule> & {
  sessions: Record<keyof SessionOptions, OptionRule>;
  frame: Record<keyof FrameOptions, OptionRule>;
};

/** Returns an error for the first unknown name, and one for each wrong value. */
export function checkOptionTable(given: HandlerOptions): LendingError[] {
  const unknown = unknownOption(given, OPTIONS);
  const wrong = wrongOptions(withDefaults({}, given), OPTIONS).map(wrongOption);
  if (!unknown) return wrong;
  const issues = [{ path: unknown.path, reason: 'unknown' }];
  return [new LendingError('config-invalid', `createHandler(): ${unknown.message}`, { issues }), ...wrong];
}

/** Shows the value of a wrong option. No option with a rule is a secret. */
const wrongOption = ({ path, value, expected }: WrongOption) =>
  new LendingError('config-invalid', `createHandler({ ${path} }) is ${describeValue(value)}.`, {
    remedy: `It must be ${expected}.`,
    issues: [{ path, reason: 'format' }],
  });

function describeValue(value: unknown): string {
  if (value === undefined) return 'missing';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string' || Array.isArray(value)) return JSON.stringify(value.slice(0, 100));
  return `a value of type ${typeof value}`;
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
