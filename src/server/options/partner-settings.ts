import { LendingError } from '../../errors.js';
import { checkNotice, type ConsentNotice } from '../../schema/consent/notice.js';
import { insertNames } from '../../schema/consent/notice-names.js';
import { defaultSettings } from '../../schema/default-settings.js';
import { isFieldType, type FieldTable } from '../../schema/fields/field-type.js';
import { APPLICANT } from '../../schema/forms/applicant-form.js';
import { COMPANY } from '../../schema/forms/company-form.js';
import { PREQUALIFICATION } from '../../schema/forms/prequalification-form.js';
import { didYouMean } from '../../schema/nearest.js';
import { toProblems } from '../../schema/problems.js';
import { settings as settingsSchema, type Settings } from '../../schema/settings.js';
import { handOff } from '../../schema/widget/hand-off.js';
import { describeMistake, mistakeIn } from '../../schema/widget/placeholders.js';
import { widgetSettings, type WidgetSettings } from '../../schema/widget/widget-settings.js';
import type { HandlerOptions } from '../types.js';
import { isLoopback } from '../../schema/widget/loopback.js';

/** The rules of the name fields for each value of `singleName`. */
const NAME_RULES: Partial<Record<string, Settings['fields']>> = {
  first_name: { 'applicant.first_name': 'required', 'applicant.last_name': 'asked' },
  both: { 'applicant.first_name': 'required' },
};

/** Returns the partner's settings over the defaults. Throws `config-invalid` with the name of a wrong setting. */
export function checkSettings(given: Partial<Settings>): Settings {
  // The handler sets it from its functions.
  if ('lookups' in given) throw unknownSetting('settings', 'lookups', ['lookupCompany', 'lookupAddress']);
  const fields = { ...defaultSettings.fields, ...NAME_RULES[given.singleName ?? ''], ...given.fields };
  const result = settingsSchema.safeParse({ ...defaultSettings, ...given, fields });
  if (!result.success) {
    const { path, reason } = toProblems(result.error)[0]!;
    throw reason === 'unknown'
      ? unknownSetting('settings', path, Object.keys(settingsSchema.shape))
      : wrongSetting('settings', path);
  }
  const unknown = Object.keys(result.data.fields).find((path) => !WITH_RULES.has(path));
  if (unknown) throw unknownField('fields', unknown);
  const unknownReadOnly = result.data.readOnly.find((path) => !WITH_RULES.has(path) && path !== 'applicant.email');
  if (unknownReadOnly) throw unknownField('readOnly', unknownReadOnly);
  return result.data;
}

const LISTS = ['companyTypes', 'countriesOfResidence', 'residentialStatuses', 'documentTypes'] as const;

/** The lists that the partner has not set. */
export const sampleLists = ({ settings }: Pick<HandlerOptions, 'settings'>): string[] =>
  LISTS.filter((name) => !settings?.[name]).map((name) => `settings.${name}`);

/** Warns that lists have their sample values, which are sent for real applicants as if they were true. */
export function warnOfSamples({ baseUrl, settings }: Pick<HandlerOptions, 'baseUrl' | 'settings'>): void {
  const unset = sampleLists({ settings });
  // Spec: only the base address is shown to differ between production and staging; on loopback there is neither.
  if (unset.length === 0 || isLoopback(new URL(baseUrl).hostname)) return;
  console.warn(
    `createHandler(): ${unset.join(', ')} ${unset.length > 1 ? 'are' : 'is'} not set, so the forms use the sample values of the ` +
      'specification. An applicant for whom they are not true cannot apply. Set each list to the values that the ' +
      'service accepts from you, even if they are the same as the sample values.',
  );
}

function pathsWithRules(table: FieldTable, path: string): string[] {
  return Object.entries(table).flatMap(([name, field]) => {
    const at = `${path}.${name}`;
    if (isFieldType(field)) return field.always ? [] : [at];
    return pathsWithRules((Array.isArray(field) ? field[0] : field) as FieldTable, at);
  });
}
const WITH_RULES = new Set([
  ...pathsWithRules(COMPANY, 'company'),
  ...pathsWithRules(APPLICANT, 'applicant'),
  ...pathsWithRules(PREQUALIFICATION, 'prequalification'),
]);

const unknownField = (setting: string, path: string) =>
  new LendingError(
    'config-invalid',
    `createHandler({ settings }): ${setting} contains "${path}", which is not a field that ${setting} can contain.`,
    {
      remedy: 'Use a path like company.registered_name or applicant.addresses.county.',
    },
  );

/** Returns the partner's notices with the names inserted. Throws `config-invalid` with the missing part. */
export function checkNotices(
  given: NonNullable<HandlerOptions['notice']>,
  names: Settings['partner'] | undefined,
): ConsentNotice[] {
  const notices = [given]
    .flat()
    .map((notice) =>
      insertNames(checkNotice(notice as ConsentNotice), { partner: names?.name, broker: names?.broker }),
    );
  if (notices.length > 0) return notices;
  throw new LendingError('config-invalid', 'createHandler({ notice }): the list is empty.', {
    remedy: 'Leave the option out to show defaultNotice.',
  });
}

/** Returns the partner's widget settings. Throws `config-invalid` with the name of a wrong setting. */
export function checkWidget(given: WidgetSettings | undefined): WidgetSettings | undefined {
  const result = given && widgetSettings.safeParse(given);
  if (!result) return undefined;
  if (!result.success) {
    const { path, reason } = toProblems(result.error)[0]!;
    throw reason === 'unknown' ? unknownSetting('widget', path, WIDGET_SETTINGS) : wrongSetting('widget', path);
  }
  const mistake = mistakeIn(result.data);
  if (!mistake) return result.data;
  const { remedy } = mistake;
  throw new LendingError('config-invalid', `createHandler({ widget }): ${describeMistake(mistake)}`, { remedy });
}

/** The names of the widget's settings; those of the hand-off by their paths. */
const WIDGET_SETTINGS = [
  ...Object.keys(widgetSettings.shape),
  ...Object.keys(handOff.shape).map((name) => `handOff.${name}`),
];

const unknownSetting = (option: string, path: string, known: readonly string[]) =>
  new LendingError(
    'config-invalid',
    `createHandler({ ${option} }): "${path}" is not a setting.${didYouMean(path, known)}`,
    { remedy: 'docs/reference.md lists the settings.' },
  );

const wrongSetting = (option: string, path: string) =>
  new LendingError('config-invalid', `createHandler({ ${option} }): "${path}" is missing or has the wrong type.`, {
    remedy: 'docs/reference.md lists the settings and their types.',
  });
