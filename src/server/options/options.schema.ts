import * as z from 'zod/mini';
import { defaultNotice } from '../../schema/consent/default-notice.js';
import { optional } from '../../schema/fields/wire.js';
import { checked, checkedBy, must } from '../../schema/parse-options.js';
import { settings } from '../../schema/settings.js';
import { isOrigin } from '../../schema/widget/origins.js';
import { widgetSettings } from '../../schema/widget/widget-settings.js';
import type { Limit } from '../limits.js';
import { createConsoleLog } from '../log.js';
import { checkSecrets } from '../seal.js';
import { checkBaseUrl, checkKey } from '../service/check-service.js';
import type { ServiceFetch, UpstreamOptions } from '../service/types.js';
import { memoryStore } from '../records/memory.js';
import type { Database } from '../records/records.js';
import type { HandlerOptions } from '../types.js';
import { checkFields, checkNotices, checkOrigins, checkWidget, overDefaults } from './partner-settings.js';

/** The time limits of the calls to the service, in milliseconds. */
export const TIME_LIMITS = { timeoutMs: 10_000, uploadTimeoutMs: 60_000 };

type Value<K extends keyof HandlerOptions> = Exclude<HandlerOptions[K], undefined>;
const isFunction = (value: unknown) => typeof value === 'function';
const constant = (value: string) => () => value;
const functionOf = <K extends keyof HandlerOptions>(expected = 'a function') =>
  checkedBy<Value<K>>(isFunction, expected);

const amount = (unit: string) =>
  checkedBy<number>(
    (value) => typeof value === 'number' && value > 0 && value < Infinity,
    `a number of ${unit} above 0`,
  );
const milliseconds = amount('milliseconds');

const METHODS = ['open', 'ready', 'close'] as const satisfies (keyof Database)[];
const limit = optional(
  checkedBy<Limit>(
    (value) =>
      Object.values({ requests: 0, seconds: 0, ...(value as object) }).every(
        (one) => typeof one === 'number' && one > 0,
      ),
    'a number of requests in a number of seconds, like { requests: 60, seconds: 600 }',
  ),
);

const path = optional(z.string().check(z.minLength(1)));

/** The options of the service client. Other options are ignored, so that the client accepts the options of `fromEnv()`. */
export const serviceOptions = z.object({
  baseUrl: checked(checkBaseUrl),
  secretKey: checked((key: unknown) =>
    isFunction(key) ? (key as () => string | Promise<string>) : constant(checkKey(key)),
  ),
  fetch: z._default(functionOf<'fetch'>(), (): ServiceFetch => (url, init) => globalThis.fetch(url, init)),
  timeoutMs: z._default(milliseconds, TIME_LIMITS.timeoutMs),
  uploadTimeoutMs: z._default(milliseconds, TIME_LIMITS.uploadTimeoutMs),
  hookTimeoutMs: z._default(milliseconds, 10_000),
  filePart: z._default(z.string(), 'file'),
  notCreatedStatuses: z._default(z.array(z.number()), []),
  responsePaths: z._default(z.strictObject({ company_id: path, application_id: path, access_token: path }), {}),
  textResponses: z._default(z.boolean(), false),
} satisfies Record<keyof UpstreamOptions, z.ZodMiniType>);

/**
 * Every option of `createHandler`, with its default. Time limits are in milliseconds, ages in seconds, sizes in bytes. The compiler
 * reports a missing option.
 */
export const handlerOptions = z.strictObject({
  environment: z._default(z.enum(['production', 'staging', 'sandbox']), 'production'),
  ...serviceOptions.shape,
  onConsent: z.optional(functionOf<'onConsent'>()),
  notice: z._default(checked(checkNotices), [defaultNotice]),
  consentMaxAgeSeconds: z._default(amount('seconds'), 2 * 3600),
  consentFacts: z.optional(z.custom<Value<'consentFacts'>>()),
  authorize: functionOf<'authorize'>('a function that returns { subject } for the signed-in user, or null'),
  secret: checked(checkSecrets),
  // A store in memory is only for the sandbox: production and staging reject it. Each handler has its own.
  store: z._default(
    checkedBy<Database>(
      (value) => METHODS.every((name) => isFunction((value as Partial<Database>)[name])),
      'a store like that of fromEnv() with LENDING_DATABASE, or of postgresStore()',
    ),
    () => memoryStore(),
  ),
  drafts: z._default(z.literal([true, false]), true),
  widget: z.optional(z.pipe(widgetSettings, checked(checkWidget))),
  frame: z._default(
    z.strictObject({
      scriptUrl: optional(z.string()),
      allow: optional(z.array(z.string().check(must((text) => /^[a-z-]+$/.test(text), 'a feature like "fullscreen"')))),
      origin: optional(z.string().check(must(isOrigin, 'an origin like "https://frames.example"'))),
    }),
    {},
  ),
  // `true` is rejected: it would serve nothing.
  serveFiles: z.optional(
    checkedBy<Value<'serveFiles'>>(
      (value) => value === false || isFunction((value as { find?: unknown } | null)?.find),
      'elementFiles() from lending-elements/server/node, or false',
    ),
  ),
  // The handler sets `lookups` from its functions, and `brokerLines` from the broker.
  settings: z.prefault(
    z.pipe(
      z.pipe(z.transform(overDefaults), z.omit(settings, { lookups: true, brokerLines: true })),
      checked(checkFields),
    ),
    {},
  ),
  prefill: z.optional(functionOf<'prefill'>()),
  documents: z.optional(functionOf<'documents'>('a function that returns a list of documents')),
  lookupCompany: z.optional(functionOf<'lookupCompany'>('a function that returns a list of results')),
  lookupAddress: z.optional(functionOf<'lookupAddress'>('a function that returns a list of results')),
  path: z._default(
    checkedBy<string>(
      (value) => typeof value === 'string' && /^\/[^?#]*$/.test(value),
      'a path that begins with a slash, without a query, like "/api/lending"',
    ),
    '/api/lending',
  ),
  // The URL of a page is rejected: it would match no request.
  origins: z._default(checked(checkOrigins), []),
  onProgress: z.optional(functionOf<'onProgress'>()),
  canApplyAgain: z.optional(functionOf<'canApplyAgain'>('a function that returns true or false')),
  uploadMemoryBytes: z._default(amount('bytes'), 64 * 2 ** 20),
  limits: z._default(z.strictObject({ requests: limit, consents: limit, lookups: limit }), {}),
  log: z._default(
    checkedBy<Value<'log'>>((value) => value === false || isFunction(value), 'a function or false'),
    () => createConsoleLog(),
  ),
} satisfies Record<keyof HandlerOptions, z.ZodMiniType>);
