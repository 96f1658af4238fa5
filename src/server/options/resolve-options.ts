import { LendingError } from '../../errors.js';
import type { ConsentNotice } from '../../schema/consent/notice.js';
import { LOOKUPS } from '../../schema/lookups.js';
import type { Settings } from '../../schema/settings.js';
import type { WidgetSettings } from '../../schema/widget/widget-settings.js';
import type { ConsentSettings } from '../consent/types.js';
import type { LimitOptions } from '../limits.js';
import { checkSecrets } from '../seal.js';
import { resolveService } from '../service/client.js';
import type { ServiceSettings } from '../service/types.js';
import type { Store } from '../store/types.js';
import type { FrameOptions, HandlerOptions } from '../types.js';
import { createDefaults, withDefaults } from './defaults.js';
import { checkEnvironment, tellOfDrafts, warnOfMemory } from './environment.js';
import { checkOptionTable } from './option-table.js';
import { limitPartnerFunctions } from './partner-functions.js';
import { checkNotices, checkSettings, checkWidget, warnOfSamples } from './partner-settings.js';

/** All options of a handler, checked and complete, in the slices that its parts take. */
export interface ResolvedOptions extends Pick<
  HandlerOptions,
  'authorize' | 'onApplicationCreated' | 'canApplyAgain' | 'prefill' | 'lookupCompany' | 'lookupAddress' | 'elements'
> {
  /** The mount path with a slash at its end. */
  prefix: string;
  origins: readonly string[];
  limits: LimitOptions;
  log: Exclude<HandlerOptions['log'], false | undefined>;
  settings: Settings;
  widget: WidgetSettings | undefined;
  frame: FrameOptions;
  uploadMemory: number;
  store: Store;
  secrets: readonly string[];
  drafts: boolean;
  service: ServiceSettings;
  consents: Pick<ConsentSettings, 'onConsent' | 'notices' | 'consentMaxAge' | 'consentFacts'>;
}

/** The options that a handler needs before it knows the user. */
export type OpenOptions = Pick<ResolvedOptions, 'prefix' | 'origins' | 'log' | 'frame' | 'elements'> &
  Partial<Pick<ResolvedOptions, 'widget'>>;

/** Checks and completes the options of `createHandler`. Throws one `config-invalid` that lists all findings, without a secret. */
export function resolveOptions(given: HandlerOptions): ResolvedOptions {
  const complete = withDefaults(createDefaults(), given);
  const checked = checkAll(checkOptionTable(given), {
    service: () => resolveService(given),
    secrets: () => checkSecrets(given.secret),
    environment: () => checkEnvironment(complete.environment, given),
    settings: () => ({ ...checkSettings(complete.settings), lookups: lookupsOf(given) }),
    notices: () => checkNotices(complete.notice, complete.settings.partner),
    widget: () => checkWidget(given.widget),
  });
  return slicesOf(limitPartnerFunctions(complete), checked);
}

/** Checks and completes the options of a handler that only serves the open routes. */
export function resolveOpenOptions(given: HandlerOptions): OpenOptions {
  checkAll(checkOptionTable(given), {});
  return openSlice(withDefaults(createDefaults(), given));
}

/** Warns of options that work, but not for real applicants. */
export function warnOfOptions(given: HandlerOptions): void {
  warnOfSamples(given);
  warnOfMemory(given);
  tellOfDrafts(given);
}

type Completed = ReturnType<typeof withDefaults<ReturnType<typeof createDefaults>, HandlerOptions>>;

interface Checked {
  service: ServiceSettings;
  secrets: readonly string[];
  settings: Settings;
  notices: readonly ConsentNotice[];
  widget: WidgetSettings | undefined;
}

const openSlice = ({ path, origins, log, frame, elements }: Completed) => ({
  prefix: `${path.replace(/\/$/, '')}/`,
  origins,
  log: log || (() => undefined),
  frame: frame ?? {},
  elements,
});

function slicesOf(options: Completed, { service, secrets, settings, notices, widget }: Checked): ResolvedOptions {
  const { authorize, onApplicationCreated, canApplyAgain, prefill, lookupCompany, lookupAddress } = options;
  const { store, limits, uploadMemory, drafts } = options;
  const { onConsent, consentMaxAge, consentFacts } = options;
  return {
    ...openSlice(options),
    authorize,
    onApplicationCreated,
    canApplyAgain,
    prefill,
    lookupCompany,
    lookupAddress,
    store,
    limits,
    settings,
    widget,
    uploadMemory,
    secrets,
    drafts,
    service,
    consents: { onConsent, notices, consentMaxAge, consentFacts },
  };
}

/** The lookups that the page can use; `undefined` if there are none. */
function lookupsOf({ lookupCompany, lookupAddress }: HandlerOptions): Settings['lookups'] {
  const names = LOOKUPS.filter((name) => (name === 'company' ? lookupCompany : lookupAddress));
  return names.length > 0 ? names : undefined;
}

/** Runs all checks and returns their results. Throws one error with the findings of all of them, and those found before. */
function checkAll<T extends Record<string, () => unknown>>(
  before: readonly LendingError[],
  checks: T,
): { [K in keyof T]: ReturnType<T[K]> } {
  const found = [...before];
  const results = Object.entries(checks).map(([name, check]) => {
    try {
      return [name, check()];
    } catch (error) {
      if (!(error instanceof LendingError)) throw error;
      found.push(error);
      return [name, undefined];
    }
  });
  if (found.length > 0) throw combined(found);
  return Object.fromEntries(results) as { [K in keyof T]: ReturnType<T[K]> };
}

function combined(found: readonly LendingError[]): LendingError {
  if (found.length === 1) return found[0]!;
  const messages = numbered(found.map(({ message }) => message));
  return new LendingError('config-invalid', `createHandler() has ${found.length} wrong options. ${messages}`, {
    remedy: numbered(found.map(({ remedy }) => remedy)),
    issues: found.flatMap(({ issues }) => issues),
  });
}

/** Each sentence with the number of its option: some need no remedy. */
const numbered = (sentences: readonly (string | undefined)[]): string | undefined =>
  sentences.flatMap((sentence, index) => (sentence ? [`${index + 1}. ${sentence}`] : [])).join(' ') || undefined;
