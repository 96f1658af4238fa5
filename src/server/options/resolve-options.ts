import * as z from 'zod/mini';
import type { LendingError } from '../../errors.js';
import { LOOKUPS } from '../../schema/calls/lookups.js';
import { parseOptions } from '../../schema/parse-options.js';
import type { Settings } from '../../schema/settings.js';
import type { WidgetSettings } from '../../schema/widget/widget-settings.js';
import type { ServiceSettings, UpstreamOptions } from '../service/types.js';
import { safeLog } from '../log.js';
import type { HandlerOptions } from '../types.js';
import { completeNotices, linesAbout, statementsOf } from './disclosures.js';
import { conflictsIn } from './environment.js';
import { handlerOptions, serviceOptions } from './options.schema.js';
import { limitPartnerFunctions } from './partner-functions.js';

export type ResolvedOptions = ReturnType<typeof resolveOptions>;

export type OpenOptions = ReturnType<typeof resolveOpenOptions> & { widget?: WidgetSettings | undefined };

/** Checks and completes the options of `createHandler`. Throws one `config-invalid` that lists all problems, without a secret. */
export function resolveOptions(given: HandlerOptions) {
  const options = parse('createHandler', handlerOptions, given, conflictsIn(given));
  const { onConsent, consentMaxAgeSeconds, consentFacts } = options;
  const { partner } = options.settings;
  const { broker } = partner;
  const notices = completeNotices(options.notice, partner);
  const settings = {
    ...options.settings,
    partner: { ...partner, broker: broker && { name: broker.name } },
    brokerLines: broker && linesAbout(broker, notices[0]!.locale),
    authority: statementsOf(options.settings.authority, notices[0]!.locale),
    lookups: lookupsOf(options),
  } satisfies Settings;
  return {
    ...options,
    ...openOptions(options),
    settings,
    consents: { onConsent, notices, consentMaxAgeSeconds, consentFacts, authority: settings.authority },
  };
}

/** Checks and completes the options of a handler that only serves the open routes, because variables of `fromEnv()` are missing. */
export const resolveOpenOptions = (given: HandlerOptions) => openOptions(parse('createHandler', unchecked, given));

const ignored = z.optional(z.unknown());
const unchecked = z.extend(handlerOptions, { baseUrl: ignored, secretKey: ignored, secret: ignored });

/** Checks and completes the options of the service client. Throws `config-invalid`. */
export const resolveService = (given: UpstreamOptions): ServiceSettings =>
  parse('createPartnerClient', serviceOptions, given);

/** Parses options and limits their functions. `null` counts as missing. The values in its messages are never secrets. */
function parse<T extends { hookTimeoutMs: number }>(
  name: string,
  schema: z.ZodMiniType<T>,
  given: object,
  conflicts?: readonly LendingError[],
): T {
  const values = Object.fromEntries(Object.entries(given).map(([option, value]) => [option, value ?? undefined]));
  return limitPartnerFunctions(parseOptions({ name, showsValues: true }, schema, values, conflicts));
}

const openOptions = (options: Omit<z.output<typeof handlerOptions>, 'baseUrl' | 'secretKey' | 'secret'>) => {
  const { path, origins, log, frame, serveFiles } = options;
  return { prefix: `${path.replace(/\/$/, '')}/`, origins, log: safeLog(log), frame, serveFiles };
};

/** The lookups that the page can use; `undefined` if there are none. */
function lookupsOf({ lookupCompany, lookupAddress }: Partial<HandlerOptions>): Settings['lookups'] {
  const names = LOOKUPS.filter((name) => (name === 'company' ? lookupCompany : lookupAddress));
  return names.length > 0 ? names : undefined;
}
