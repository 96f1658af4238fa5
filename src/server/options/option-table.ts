import { LendingError } from '../../errors.js';
import { rule, unknownOption, wrongOptions, type OptionRule, type WrongOption } from '../../schema/option-table.js';
import { isOrigin } from '../../schema/widget/origins.js';
import type { LimitOptions } from '../limits.js';
import type { Store } from '../store/types.js';
import type { FrameOptions, HandlerOptions } from '../types.js';
import { withDefaults } from './defaults.js';

const isFunction = (value: unknown) => typeof value === 'function';
const lookup = rule(isFunction, 'a function that returns a list of results');
/** A duration or a size. */
const amount = (unit: string) =>
  rule((value) => typeof value === 'number' && value > 0 && value < Infinity, `a number of ${unit} above 0`);
const [milliseconds, seconds] = [amount('milliseconds'), amount('seconds')];
const METHODS = ['get', 'set', 'replace', 'count', 'append', 'entries', 'erase'] as const satisfies (keyof Store)[];
const hasMethods = (value: unknown) => METHODS.every((name) => isFunction((value as Partial<Store>)[name]));
const limit = rule(
  (value) =>
    Object.values({ requests: 0, seconds: 0, ...(value as object) }).every((one) => typeof one === 'number' && one > 0),
  'a number of requests in a number of seconds, like { requests: 60, seconds: 600 }',
);

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
  onConsent: true,
  notice: true,
  consentMaxAge: seconds,
  consentFacts: true,
  authorize: (value: unknown) =>
    isFunction(value) ? undefined : 'a function that returns { subject } for the signed-in user, or null',
  secret: true,
  store: rule(
    hasMethods,
    `a store with the methods ${METHODS.join(', ')}, like that of fromEnv() with LENDING_DATABASE`,
  ),
  drafts: rule((value) => typeof value === 'boolean', 'true or false'),
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
  canApplyAgain: rule(isFunction, 'a function that returns true or false'),
  uploadMemory: amount('bytes'),
  limits: { requests: limit, consents: limit, lookups: limit },
  log: true,
} satisfies Record<keyof HandlerOptions, OptionRule> & {
  limits: Record<keyof LimitOptions, OptionRule>;
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
