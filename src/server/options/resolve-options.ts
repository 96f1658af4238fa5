import * as z from 'zod/mini';
import { insertNames } from '../../schema/consent/notice-names.js';
import { LOOKUPS } from '../../schema/lookups.js';
import type { Settings } from '../../schema/settings.js';
import type { WidgetSettings } from '../../schema/widget/widget-settings.js';
import type { ServiceSettings, UpstreamOptions } from '../service/types.js';
import type { HandlerOptions } from '../types.js';
import { conflictsIn, tellOfDrafts, warnOfMemory } from './environment.js';
import { handlerOptions, serviceOptions } from './options.schema.js';
import { parseOptions } from './parse-options.js';
import { limitPartnerFunctions } from './partner-functions.js';
import { warnOfSamples } from './partner-settings.js';

/** All options of a handler, checked and complete. */
export type ResolvedOptions = ReturnType<typeof resolveOptions>;

/** The options that a handler needs before it knows the user. */
export type OpenOptions = ReturnType<typeof resolveOpenOptions> & { widget?: WidgetSettings | undefined };

/** Checks and completes the options of `createHandler`. Throws one `config-invalid` that lists all findings, without a secret. */
export function resolveOptions(given: HandlerOptions) {
  const options = limitPartnerFunctions(parseOptions('createHandler', handlerOptions, given, conflictsIn(given)));
  const { settings, notice, onConsent, consentMaxAgeSeconds, consentFacts } = options;
  const { name, broker } = settings.partner;
  const notices = notice.map((one) => insertNames(one, { partner: name, broker }));
  return {
    ...options,
    ...openOptions(options),
    settings: { ...settings, lookups: lookupsOf(options) } satisfies Settings,
    service: serviceSettings(options),
    consents: { onConsent, notices, consentMaxAgeSeconds, consentFacts },
  };
}

/** Checks and completes the options of a handler that only serves the open routes, because variables of `fromEnv()` are missing. */
export const resolveOpenOptions = (given: HandlerOptions) =>
  openOptions(parseOptions('createHandler', unchecked, given));

const ignored = z.optional(z.unknown());
const unchecked = z.extend(handlerOptions, { baseUrl: ignored, secretKey: ignored, secret: ignored });

/** Checks and completes the options of the service client. Throws `config-invalid`. */
export const resolveService = (given: UpstreamOptions): ServiceSettings =>
  serviceSettings(limitPartnerFunctions(parseOptions('createPartnerClient', serviceOptions, given)));

/** Warns of options that work, but not for real applicants. */
export function warnOfOptions(given: HandlerOptions): void {
  warnOfSamples(given);
  warnOfMemory(given);
  tellOfDrafts(given);
}

const openOptions = (options: Omit<z.output<typeof handlerOptions>, 'baseUrl' | 'secretKey' | 'secret'>) => {
  const { path, origins, log, frame, elements } = options;
  return { prefix: `${path.replace(/\/$/, '')}/`, origins, log: log || (() => undefined), frame, elements };
};

function serviceSettings(options: z.output<typeof serviceOptions>): ServiceSettings {
  const { baseUrl: apiUrl, secretKey, fetch, timeoutMs, uploadTimeoutMs, notCreatedOn, filePart } = options;
  const readKey = typeof secretKey === 'function' ? secretKey : () => secretKey;
  return { apiUrl, readKey, fetch, timeoutMs, uploadTimeoutMs, notCreatedOn, filePart };
}

/** The lookups that the page can use; `undefined` if there are none. */
function lookupsOf({ lookupCompany, lookupAddress }: Partial<HandlerOptions>): Settings['lookups'] {
  const names = LOOKUPS.filter((name) => (name === 'company' ? lookupCompany : lookupAddress));
  return names.length > 0 ? names : undefined;
}
