import { LendingError } from '../../errors.js';
import { checkNotice, type ConsentNotice } from '../../schema/consent/notice.js';
import { defaultSettings } from '../../schema/default-settings.js';
import { isFieldType, type FieldTable } from '../../schema/fields/field-type.js';
import { APPLICANT } from '../../schema/forms/applicant-form.js';
import { COMPANY } from '../../schema/forms/company-form.js';
import { PREQUALIFICATION } from '../../schema/forms/prequalification-form.js';
import { didYouMean } from '../../schema/nearest.js';
import type { Settings } from '../../schema/settings.js';
import { originProblem } from '../../schema/widget/origins.js';
import { describeMistake, mistakeIn } from '../../schema/widget/mistakes.js';
import type { WidgetSettings } from '../../schema/widget/widget-settings.js';
import type { HandlerOptions } from '../types.js';
import { codeOfOtherKind } from './text-kinds.js';

const NAME_RULES: Partial<Record<string, Settings['fields']>> = {
  first_name: { 'applicant.first_name': 'required', 'applicant.last_name': 'asked' },
  both: { 'applicant.first_name': 'required' },
};

export function overDefaults(given: unknown): unknown {
  if (typeof given !== 'object') return given;
  const { singleName = '', fields } = given as Partial<Settings>;
  // A string would become an object of its letters.
  if (typeof fields === 'string') return { ...defaultSettings, ...given };
  return { ...defaultSettings, ...given, fields: { ...defaultSettings.fields, ...NAME_RULES[singleName], ...fields } };
}

/** Checks that the settings name fields of the forms. Throws `config-invalid` with the path of an unknown one. */
export function checkFields<T extends Pick<Settings, 'fields' | 'readOnly' | 'companyTypes'>>(settings: T): T {
  const ofTypes = settings.companyTypes.flatMap(({ fields, labels }) => Object.keys({ ...fields, ...labels }));
  checkPaths('fields', Object.keys(settings.fields), WITH_RULES);
  const ofCompany = WITH_RULES.filter((path) => path.startsWith('company.'));
  checkPaths('companyTypes', ofTypes, ofCompany, 'company.registered_name');
  checkPaths('readOnly', settings.readOnly, [...WITH_RULES, 'applicant.email']);
  return settings;
}

function pathsWithRules(table: FieldTable, path: string): string[] {
  return Object.entries(table).flatMap(([name, field]) => {
    const at = `${path}.${name}`;
    if (isFieldType(field)) return field.always ? [] : [at];
    return pathsWithRules((Array.isArray(field) ? field[0] : field) as FieldTable, at);
  });
}
const WITH_RULES = [
  ...pathsWithRules(COMPANY, 'company'),
  ...pathsWithRules(APPLICANT, 'applicant'),
  ...pathsWithRules(PREQUALIFICATION, 'prequalification'),
];

function checkPaths(
  setting: string,
  paths: readonly string[],
  known: readonly string[],
  example = 'company.registered_name or applicant.addresses.county',
): void {
  const path = paths.find((one) => !known.includes(one));
  if (path === undefined) return;
  const message = `createHandler({ settings }): ${setting} contains "${path}", which is not a field that ${setting} can contain.`;
  throw new LendingError('config-invalid', message, {
    remedy: didYouMean(path, known).trim() || `Use a path like ${example}.`,
  });
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
  const other = codeOfOtherKind(widget.embedCode);
  if (other) throw new LendingError('config-invalid', `createHandler({ widget.embedCode }) is ${other.found}.`, other);
  const mistake = mistakeIn(widget);
  if (!mistake) return widget;
  throw new LendingError('config-invalid', `createHandler({ widget }): ${describeMistake(mistake)}`, {
    remedy: mistake.remedy,
  });
}

/** Returns the origins of pages. Throws `config-invalid` for one that no browser sends, with its right spelling. */
export function checkOrigins(origins: unknown): readonly string[] {
  if (!Array.isArray(origins))
    throw new LendingError('config-invalid', 'createHandler({ origins }) is not a list.', {
      remedy: 'Write a list of origins, like ["https://shop.example"].',
    });
  for (const [index, origin] of origins.entries()) {
    const problem = originProblem(origin);
    if (!problem) continue;
    throw new LendingError('config-invalid', `createHandler({ origins }): entry ${index} ${problem.why}.`, problem);
  }
  return origins as string[];
}
