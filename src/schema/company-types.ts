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
export function hiddenFields(settings: TypeSettings, { company }: { company: { type?: unknown; address: object } }) {
  const { fields = {} } = { ...entryFor(settings, company.type) };
  return Object.keys(fields).flatMap((path) => {
    const [, inner, name = inner!] = path.split('.');
    const parent = (inner === name ? company : company.address) as Record<string, unknown>;
    return fields[path] === 'hidden' && parent[name] !== undefined ? [{ path, parent, name }] : [];
  });
}

/** The rules for a business of any type: a field is required if each type requires it. */
export const rulesOfAll = ({ companyTypes, fields }: TypeSettings): FieldRules => ({
  ...fields,
  ...Object.fromEntries(
    companyTypes.flatMap((type) => Object.entries(type.fields ?? {}).filter(([, rule]) => rule !== 'required')),
  ),
});
