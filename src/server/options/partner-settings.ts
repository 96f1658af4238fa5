import { LendingError } from '../../errors.js';
import { checkNotice, type ConsentNotice } from '../../schema/consent/notice.js';
import { defaultSettings } from '../../schema/default-settings.js';
import { isFieldType, type FieldTable } from '../../schema/fields/field-type.js';
import { APPLICANT } from '../../schema/forms/applicant-form.js';
import { COMPANY } from '../../schema/forms/company-form.js';
import { PREQUALIFICATION } from '../../schema/forms/prequalification-form.js';
import type { Settings } from '../../schema/settings.js';
import { describeMistake, mistakeIn } from '../../schema/widget/mistakes.js';
import type { WidgetSettings } from '../../schema/widget/widget-settings.js';
import type { HandlerOptions } from '../types.js';

const NAME_RULES: Partial<Record<string, Settings['fields']>> = {
  first_name: { 'applicant.first_name': 'required', 'applicant.last_name': 'asked' },
  both: { 'applicant.first_name': 'required' },
};

export function overDefaults(given: unknown): unknown {
  if (typeof given !== 'object') return given;
  const { singleName = '', fields } = given as Partial<Settings>;
  return { ...defaultSettings, ...given, fields: { ...defaultSettings.fields, ...NAME_RULES[singleName], ...fields } };
}

/** Checks that the settings name fields of the forms. Throws `config-invalid` with the path of an unknown one. */
export function checkFields<T extends Pick<Settings, 'fields' | 'readOnly' | 'companyTypes'>>(settings: T): T {
  const ofTypes = settings.companyTypes.flatMap(({ fields, labels }) => Object.keys({ ...fields, ...labels }));
  const isOfCompany = (path: string) => WITH_RULES.has(path) && path.startsWith('company.');
  checkPaths('fields', Object.keys(settings.fields), (path) => WITH_RULES.has(path));
  checkPaths('companyTypes', ofTypes, isOfCompany, 'company.registered_name');
  checkPaths('readOnly', settings.readOnly, (path) => WITH_RULES.has(path) || path === 'applicant.email');
  return settings;
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

function checkPaths(
  setting: string,
  paths: readonly string[],
  isKnown: (path: string) => boolean,
  example = 'company.registered_name or applicant.addresses.county',
): void {
  const path = paths.find((one) => !isKnown(one));
  if (path === undefined) return;
  const message = `createHandler({ settings }): ${setting} contains "${path}", which is not a field that ${setting} can contain.`;
  throw new LendingError('config-invalid', message, { remedy: `Use a path like ${example}.` });
}

/** Returns the partner's notices as a list. Throws `config-invalid` with the missing part. */
export function checkNotices(given: NonNullable<HandlerOptions['notice']>): ConsentNotice[] {
  const notices = [given].flat().map((notice) => checkNotice(notice as ConsentNotice));
  if (notices.length > 0) return notices;
  throw new LendingError('config-invalid', 'createHandler({ notice }): the list is empty.', {
    remedy: 'Leave the option out to show defaultNotice.',
  });
}

/** Returns the partner's widget settings. Throws `config-invalid` if they do not use the token. */
export function checkWidget(widget: WidgetSettings): WidgetSettings {
  const mistake = mistakeIn(widget);
  if (!mistake) return widget;
  throw new LendingError('config-invalid', `createHandler({ widget }): ${describeMistake(mistake)}`, {
    remedy: mistake.remedy,
  });
}
