import { LendingError } from '../errors.js';
import { APPLICANT, COMPANY } from '../schema/application-fields.js';
import { handOff } from '../schema/hand-off.js';
import { isKind, type Table } from '../schema/kind.js';
import { didYouMean } from '../schema/nearest.js';
import { defaultNotice } from '../schema/default-notice.js';
import { insertNames } from '../schema/notice-names.js';
import { checkNotice, type ConsentNotice } from '../schema/notice.js';
import { PREQUALIFICATION } from '../schema/prequalification-fields.js';
import { problemsOf } from '../schema/problems.js';
import { settings as settingsSchema, type Settings } from '../schema/session.js';
import { defaultSettings } from '../schema/settings.js';
import { widgetSettings, type WidgetSettings } from '../schema/widget-settings.js';
import { describeMissingToken, missingToken } from '../schema/widget/placeholders.js';
import type { HandlerOptions } from './handler.js';
import { isLoopback } from './loopback.js';

/** The rules for the names that follow from `singleName`: which one may be left out. */
const NAME_RULES: Partial<Record<string, Settings['fields']>> = {
  first_name: { 'applicant.first_name': 'required', 'applicant.last_name': 'asked' },
  both: { 'applicant.first_name': 'required' },
};

/** The partner's settings over the defaults. Throws `config-invalid`, naming what is wrong. */
export function checkSettings(given: Partial<Settings> | undefined): Settings {
  const fields = { ...defaultSettings.fields, ...NAME_RULES[given?.singleName ?? ''], ...given?.fields };
  const result = settingsSchema.safeParse({ ...defaultSettings, ...given, fields });
  if (!result.success) {
    const { path, reason } = problemsOf(result.error)[0]!;
    throw reason === 'unknown'
      ? unknownSetting('settings', path, Object.keys(settingsSchema.shape))
      : wrongOption('settings', path);
  }
  const unknown = Object.keys(result.data.fields).find((path) => !RULED.has(path));
  if (unknown) throw unknownField('fields', unknown);
  const unknownReadOnly = result.data.read_only.find((path) => !RULED.has(path) && path !== 'applicant.email');
  if (unknownReadOnly) throw unknownField('read_only', unknownReadOnly);
  return result.data;
}

const LISTS = ['company_types', 'countries_of_residence', 'residential_statuses', 'document_types'] as const;

/** Warns of lists that nobody has set, where applicants may come: their entries are samples, and are sent as if they were true. */
export function warnOfSamples({ baseUrl, settings }: Pick<HandlerOptions, 'baseUrl' | 'settings'>): void {
  const unset = LISTS.filter((name) => !settings?.[name]).map((name) => `settings.${name}`);
  // Spec: how production differs from staging is not shown, but for its base address; on loopback there is neither.
  if (unset.length === 0 || isLoopback(new URL(baseUrl).hostname)) return;
  console.warn(
    `createHandler(): ${unset.join(', ')} ${unset.length > 1 ? 'are' : 'is'} not set, so the forms use the sample values of the ` +
      'specification. An applicant for whom they are not true cannot apply. Set each list to the values that the ' +
      'service takes from you, even if they are the same.',
  );
}

/** The paths of the fields that may be left out. */
function ruled(table: Table, path: string): string[] {
  return Object.entries(table).flatMap(([name, field]) => {
    const at = `${path}.${name}`;
    if (isKind(field)) return field.always ? [] : [at];
    return ruled((Array.isArray(field) ? field[0] : field) as Table, at);
  });
}
const RULED = new Set([
  ...ruled(COMPANY, 'company'),
  ...ruled(APPLICANT, 'applicant'),
  ...ruled(PREQUALIFICATION, 'prequalification'),
]);

const unknownField = (setting: string, path: string) =>
  new LendingError(
    'config-invalid',
    `createHandler({ settings }): ${setting} names "${path}", which is no such field.`,
    {
      remedy: 'Use a path like company.registered_name or applicant.addresses.county.',
    },
  );

/** The partner's notices, with the names in them. Throws `config-invalid`, naming what is missing. */
export function checkNotices(
  given: HandlerOptions['notice'] = defaultNotice,
  { name: partner, broker }: NonNullable<Settings['partner']> = {},
): ConsentNotice[] {
  const notices = [given]
    .flat()
    .map((notice) => insertNames(checkNotice(notice as ConsentNotice), { partner, broker }));
  if (notices.length > 0) return notices;
  throw new LendingError('config-invalid', 'createHandler({ notice }): the list is empty.');
}

/** The partner's widget settings. Throws `config-invalid`, naming what is wrong. */
export function checkWidget(given: WidgetSettings | undefined): WidgetSettings | undefined {
  const result = given && widgetSettings.safeParse(given);
  if (!result) return undefined;
  if (!result.success) {
    const { path, reason } = problemsOf(result.error)[0]!;
    throw reason === 'unknown' ? unknownSetting('widget', path, WIDGET_SETTINGS) : wrongOption('widget', path);
  }
  const missing = missingToken(result.data);
  if (!missing) return result.data;
  const { message, remedy } = describeMissingToken(missing);
  throw new LendingError('config-invalid', `createHandler({ widget }): ${message}`, { remedy });
}

/** What the widget's settings know, those of the hand-off by their paths. */
const WIDGET_SETTINGS = [
  ...Object.keys(widgetSettings.shape),
  ...Object.keys(handOff.shape).map((name) => `hand_off.${name}`),
];

const unknownSetting = (option: string, path: string, known: readonly string[]) =>
  new LendingError(
    'config-invalid',
    `createHandler({ ${option} }): "${path}" is not a setting.${didYouMean(path, known)}`,
    { remedy: 'docs/options.md lists the settings.' },
  );

const wrongOption = (option: string, path: string) =>
  new LendingError('config-invalid', `createHandler({ ${option} }): "${path}" is missing or has the wrong shape.`);
