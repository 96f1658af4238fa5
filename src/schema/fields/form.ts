import type { Problem } from '../../errors.js';
import { noneInput, ruleFor, type FieldRule, type FieldRules } from './field-rules.js';
import {
  isFieldType,
  type Draft,
  type FieldType,
  type ReadingSettings,
  type FieldTable,
  type ValueOf,
} from './field-type.js';
import { normalise } from './normalise.js';

export type { Draft } from './field-type.js';

/** A form: its fields, their path on the wire, and the settings that apply to them. */
export interface Form<T extends FieldTable> {
  readonly table: T;
  /** The object of the application that the form fills in, such as `company`. */
  readonly path: string;
  readonly settings: ReadingSettings & { fields: FieldRules };
}

/** Returns the form of a table, for settings. */
export const formFor =
  <T extends FieldTable>(table: T, path: string) =>
  (settings: Form<T>['settings']): Form<T> => ({ table, path, settings });

/** The result of reading a form: the value for the wire, or the problems in the order of the form. */
export type Reading<T> = { value: T; problems: [] } | { value: undefined; problems: Problem[] };

/** Reads a draft. `given` adds values that the form does not ask for; typed values override them. */
export function readDraft<T extends FieldTable>(form: Form<T>, draft: Draft, given: Draft = {}): Reading<ValueOf<T>> {
  const problems: Problem[] = [];
  const value = readTable(form, form.table, { ...given, ...draft }, '', problems);
  return problems.length > 0 ? { value: undefined, problems } : { value: value as ValueOf<T>, problems: [] };
}

function readTable(form: Form<FieldTable>, table: FieldTable, inputs: Draft, prefix: string, problems: Problem[]) {
  const value: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(table)) {
    const at = prefix + name;
    if (isFieldType(field)) {
      const typed = field.parts ? readParts(field.parts, inputs, at) : inputs[at];
      const rule = ruleForField(form.settings.fields, `${form.path}.${at}`, field);
      if (rule === 'hidden') continue;
      const mayBeBlank = rule === 'optional' || (rule === 'asked' && hasNone(inputs, at));
      if (mayBeBlank && isBlank(typed)) continue;
      const result = field.read(typed, form.settings);
      if ('value' in result) value[name] = result.value;
      else if (!mayBeBlank || result.reason !== 'empty')
        problems.push({ path: at, reason: result.reason, params: result.params });
    } else if (isList(field)) {
      value[name] = listIndexes(inputs, at).map((item) =>
        readTable(form, field[0], inputs, `${at}.${item}.`, problems),
      );
    } else value[name] = readTable(form, field, inputs, `${at}.`, problems);
  }
  return value;
}

const isList = (field: FieldTable | readonly [FieldTable]): field is readonly [FieldTable] => Array.isArray(field);

const readParts = (parts: readonly string[], inputs: Draft, at: string) =>
  Object.fromEntries(parts.map((part) => [part, inputs[`${at}.${part}`]]));

/** The indexes of the list entries that have inputs. */
const listIndexes = (inputs: Draft, at: string): number[] => [
  ...new Set(
    Object.keys(inputs)
      .filter((name) => name.startsWith(`${at}.`))
      .map((name) => parseInt(name.slice(at.length + 1), 10))
      .filter((item) => item >= 0 && item < 100)
      .sort((a, b) => a - b),
  ),
];

/** The backend's rule for a field. A field that is in every form is optional if its type accepts `undefined`. */
export function ruleForField(rules: FieldRules, path: string, kind: FieldType<unknown>): FieldRule {
  if (kind.always) return 'value' in kind.accept(undefined) ? 'optional' : 'required';
  return ruleFor(rules, path);
}

const hasNone = (inputs: Draft, at: string) => inputs[noneInput(at)] === 'true';

/** Returns true if the inputs of a field are empty, or contain only invisible characters. */
export const isBlank = (typed: unknown): boolean =>
  typeof typed === 'object' && typed
    ? Object.values(typed).every(isBlank)
    : typed === undefined || typed === null || (typeof typed === 'string' && !normalise(typed));

/** Converts a wire value to a draft. Fields that are missing or invalid are left out. */
export function writeDraft(form: Form<FieldTable>, value: unknown): Draft {
  const draft: Draft = {};
  writeTable(form.table, value, '', draft);
  return draft;
}

function writeTable(table: FieldTable, value: unknown, prefix: string, draft: Draft): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, field] of Object.entries(table)) {
    const item = (value as Record<string, unknown>)[name];
    const at = prefix + name;
    if (isFieldType(field)) {
      const written = field.write(item);
      if (typeof written === 'string') draft[at] = written;
      else for (const [part, text] of Object.entries(written ?? {})) draft[`${at}.${part}`] = text;
    } else if (!isList(field)) writeTable(field, item, `${at}.`, draft);
    else if (Array.isArray(item)) item.forEach((one, index) => writeTable(field[0], one, `${at}.${index}.`, draft));
  }
}
