import { LendingError } from '../errors.js';
import { didYouMean } from '../schema/nearest.js';
import { checkEnvironment } from './environments.js';
import type { FrameOptions } from './frame.js';
import type { HandlerOptions } from './handler.js';
import { checkNotices, checkSettings, checkWidget } from './partner-settings.js';
import { checkSecrets } from './seal.js';
import { checkService } from './service-call.js';
import type { SessionOptions } from './session.js';

/** Every option by its name: one that is missing here does not compile. */
const OPTIONS = {
  environment: true,
  baseUrl: true,
  secretKey: true,
  fetch: true,
  timeout: true,
  uploadTimeout: true,
  hookTimeout: true,
  filePart: true,
  notCreatedOn: true,
  consents: true,
  onConsent: true,
  notice: true,
  consentMaxAge: true,
  consentFacts: true,
  authorize: true,
  sessions: { secret: true, store: true, maxAge: true, sessionMaxAge: true, loopback: true, framed: true },
  drafts: true,
  widget: true,
  frame: { script_url: true },
  settings: true,
  prefill: true,
  path: true,
  origins: true,
  onApplicationCreated: true,
  existingApplication: true,
  settleAfter: true,
  uploadMemory: true,
  once: true,
  limiter: true,
  log: true,
} satisfies Record<keyof HandlerOptions, true | object> & {
  sessions: Record<keyof SessionOptions, true>;
  frame: Record<keyof FrameOptions, true>;
};

/** Throws one `config-invalid` that lists all that is wrong, and never a secret. */
export function checkOptions(options: HandlerOptions): void {
  const found = CHECKS.flatMap((check) => {
    try {
      check(options);
      return [];
    } catch (error) {
      if (error instanceof LendingError) return [error];
      throw error;
    }
  });
  if (found.length === 1) throw found[0]!;
  if (found.length === 0) return;
  const list = found.map(({ message }, index) => `${index + 1}. ${message}`);
  throw new LendingError('config-invalid', `createHandler() has ${found.length} wrong options. ${list.join(' ')}`, {
    issues: found.flatMap(({ issues }) => issues),
  });
}

const CHECKS: readonly ((options: HandlerOptions) => void)[] = [
  (options) => checkNames(options, OPTIONS),
  ({ authorize }) => {
    if (typeof authorize === 'function') return;
    throw wrongOption(
      'authorize',
      authorize,
      'a function that returns { subject } for the user who is signed in, or null',
    );
  },
  checkService,
  ({ sessions }) => checkSecrets(sessions?.secret),
  checkEnvironment,
  checkMount,
  checkLimits,
  ({ settings }) => checkSettings(settings),
  ({ notice, settings }) => checkNotices(notice, settings?.partner),
  ({ widget }) => checkWidget(widget),
  ({ drafts }) => checkDrafts(drafts),
];

/** Refuses names that are not options: a misspelt one would be missed without a word. */
function checkNames(given: object, known: object, prefix = ''): void {
  for (const [name, value] of Object.entries(given)) {
    const more: unknown = Object.hasOwn(known, name) ? known[name as never] : undefined;
    if (!more) {
      const hint = didYouMean(name, Object.keys(known)) || ` The options are ${Object.keys(known).join(', ')}.`;
      throw new LendingError('config-invalid', `createHandler(): "${prefix}${name}" is not an option.${hint}`, {
        issues: [{ path: `${prefix}${name}`, reason: 'unknown' }],
      });
    }
    if (typeof more === 'object' && typeof value === 'object' && value) checkNames(value as object, more, `${name}.`);
  }
}

/** Refuses what would be taken for something else without a word, like a page's address for an origin. */
function checkMount({ path = '/', origins = [] }: HandlerOptions): void {
  const isPath = typeof path === 'string' && /^\/[^?#]*$/.test(path);
  if (!isPath) throw wrongOption('path', path, 'a path that begins with a slash, without a query, like "/api/lending"');
  const isOrigin = (one: string) => URL.canParse(one) && new URL(one).origin === one;
  const wrong = Array.isArray(origins) ? origins.find((one) => !isOrigin(one as string)) : origins;
  if (wrong !== undefined)
    throw wrongOption(
      'origins',
      wrong,
      'a list of origins without a path or a slash at the end, like "https://shop.example"',
    );
}

/** The options that are a length of time or an amount, and their units. */
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

function checkLimits({ sessions, ...options }: HandlerOptions): void {
  const all: Partial<Record<string, unknown>> = {
    ...options,
    'sessions.maxAge': sessions?.maxAge,
    'sessions.sessionMaxAge': sessions?.sessionMaxAge,
  };
  for (const [name, unit] of Object.entries(UNITS)) {
    const limit = all[name] ?? 1;
    if (!(typeof limit === 'number' && limit > 0 && limit < Infinity))
      throw wrongOption(name, limit, `a number of ${unit} above 0`);
  }
}

/** Refuses a place for drafts that cannot keep them. */
function checkDrafts(drafts: unknown): void {
  if (drafts === undefined || typeof drafts === 'boolean') return;
  const { store } = (drafts ?? {}) as { store?: Partial<Record<string, unknown>> };
  const missing = ['get', 'set', 'delete'].filter((name) => typeof store?.[name] !== 'function');
  if (missing.length === 0) return;
  const what = store ? `the store has no ${missing.map((name) => `${name}()`).join(', ')}` : 'it has no store';
  throw new LendingError('config-invalid', `createHandler({ drafts }): ${what}.`, {
    remedy: 'Give true, false, or { store } with get(), set() and delete().',
  });
}

/** Says which option it is, what it is and what it should be. Never use it for a secret. */
const wrongOption = (option: string, given: unknown, expected: string) =>
  new LendingError('config-invalid', `createHandler({ ${option} }) is ${shown(given)}.`, {
    remedy: `It should be ${expected}.`,
    issues: [{ path: option, reason: 'format' }],
  });

const shown = (given: unknown): string =>
  typeof given === 'string'
    ? JSON.stringify(given.slice(0, 100))
    : typeof given === 'number'
      ? String(given)
      : kindOf(given);
const kindOf = (given: unknown) =>
  given === null
    ? 'null'
    : Array.isArray(given)
      ? 'a list'
      : given === undefined
        ? 'missing'
        : `a value of type ${typeof given}`;
