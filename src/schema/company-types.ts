// The type of business decides which fields the forms ask for, and their labels.
import type { FieldRules } from './fields/field-rules.js';
import type { Settings } from './settings.js';

type TypeSettings = Pick<Settings, 'companyTypes' | 'fields'>;
type Labels = Settings['companyTypes'][number]['labels'];

/** The entry for a type. The only type needs no answer. */
const entryFor = ({ companyTypes }: TypeSettings, type: unknown) =>
  companyTypes.find(({ value }) => value === type) ?? (companyTypes[1] ? undefined : companyTypes[0]);

/** The settings for businesses of a type: with its rules, and its labels. */
export function settingsFor<S extends TypeSettings>(settings: S, type?: unknown): S & { labels?: Labels } {
  const { fields, labels } = { ...entryFor(settings, type) };
  return fields || labels ? { ...settings, fields: { ...settings.fields, ...fields }, labels } : settings;
}

/** The fields of an application that the type of its business hides: their paths, and where they are. */
export function hiddenFields(settings: TypeSettings, application: { company: { type?: unknown } }) {
  return Object.entries(entryFor(settings, application.company.type)?.fields ?? {}).flatMap(([path, rule]) => {
    const names = path.split('.');
    const name = names.pop()!;
    const parent = names.reduce(
      (object, key) => Object(object[key]) as Record<string, unknown>,
      Object(application) as Record<string, unknown>,
    );
    return rule === 'hidden' && parent[name] !== undefined ? [{ path, parent, name }] : [];
  });
}

/** The rules for a business of any type: a field is required if each type requires it. */
export const rulesOfAll = ({ companyTypes, fields }: TypeSettings): FieldRules => ({
  ...fields,
  ...Object.fromEntries(
    companyTypes.flatMap((type) => Object.entries(type.fields ?? {}).filter(([, rule]) => rule !== 'required')),
  ),
});
