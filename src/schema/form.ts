import type { Problem } from '../errors.js';
import { noneOf, ruleFor, type FieldRule, type FieldRules } from './field-rules.js';
import { isKind, type Draft, type Kind, type ReadingSettings, type Table, type ValueOf } from './kind.js';
import { tidy } from './tidy.js';

export type { Draft } from './kind.js';

/** A form: its fields, their place on the wire, and what the backend's settings say about them. */
export interface Form<T extends Table> {
  readonly table: T;
  /** The object of the application that the form stands for, like `company`. */
  readonly path: string;
  readonly settings: ReadingSettings & { fields: FieldRules };
}

/** A form that was read: the value for the wire, or what is wrong, in the order of the form. */
export type Reading<T> = { value: T; problems: [] } | { value: undefined; problems: Problem[] };

/** Reads a draft. `given` are wire values that are not asked; what is typed goes before them. */
export function readDraft<T extends Table>(form: Form<T>, draft: Draft, given: Draft = {}): Reading<ValueOf<T>> {
  const problems: Problem[] = [];
  const value = readTable(form, form.table, { ...given, ...draft }, '', problems);
  return problems.length > 0 ? { value: undefined, problems } : { value: value as ValueOf<T>, problems: [] };
}

function readTable(form: Form<Table>, table: Table, inputs: Draft, prefix: string, problems: Problem[]) {
  const value: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(table)) {
    const at = prefix + name;
    if (isKind(field)) {
      const typed = field.parts ? partsOf(field.parts, inputs, at) : inputs[at];
      const rule = ruleOf(form.settings.fields, `${form.path}.${at}`, field);
      if (rule === 'hidden') continue;
      if (isBlank(typed) && (rule === 'optional' || (rule === 'asked' && hasNone(inputs, at)))) continue;
      const result = field.read(typed, form.settings);
      if ('value' in result) value[name] = result.value;
      else problems.push({ path: at, reason: result.reason, params: result.params });
    } else if (isList(field)) {
      value[name] = itemsIn(inputs, at).map((item) => readTable(form, field[0], inputs, `${at}.${item}.`, problems));
    } else value[name] = readTable(form, field, inputs, `${at}.`, problems);
  }
  return value;
}

const isList = (field: Table | readonly [Table]): field is readonly [Table] => Array.isArray(field);

const partsOf = (parts: readonly string[], inputs: Draft, at: string) =>
  Object.fromEntries(parts.map((part) => [part, inputs[`${at}.${part}`]]));

/** The numbers that stand in the names of a list's inputs. */
const itemsIn = (inputs: Draft, at: string): number[] => [
  ...new Set(
    Object.keys(inputs)
      .filter((name) => name.startsWith(`${at}.`))
      .map((name) => parseInt(name.slice(at.length + 1), 10))
      .filter((item) => item >= 0 && item < 100)
      .toSorted((a, b) => a - b),
  ),
];

/** The backend's rule for a field, by its path without numbers. One that is there whatever they say may be missing if its kind takes nothing for a value. */
export function ruleOf(rules: FieldRules, path: string, kind: Kind<unknown>): FieldRule {
  if (kind.always) return 'value' in kind.accept(undefined) ? 'optional' : 'required';
  return ruleFor(rules, path);
}

const hasNone = (inputs: Draft, at: string) => inputs[noneOf(at)] === 'true';

/** No answer: nothing, or nothing that anybody sees. */
export const isBlank = (typed: unknown): boolean =>
  typeof typed === 'object' && typed
    ? Object.values(typed).every(isBlank)
    : typed === undefined || typed === null || (typeof typed === 'string' && !tidy(typed));

/** A value of the wire as a draft: as much of it as there is. What does not fit is left out. */
export function writeDraft(form: Form<Table>, value: unknown): Draft {
  const draft: Draft = {};
  writeTable(form.table, value, '', draft);
  return draft;
}

function writeTable(table: Table, value: unknown, prefix: string, draft: Draft): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, field] of Object.entries(table)) {
    const item = (value as Record<string, unknown>)[name];
    const at = prefix + name;
    if (isKind(field)) {
      const written = field.write(item);
      if (typeof written === 'string') draft[at] = written;
      else for (const [part, text] of Object.entries(written ?? {})) draft[`${at}.${part}`] = text;
    } else if (!isList(field)) writeTable(field, item, `${at}.`, draft);
    else if (Array.isArray(item)) item.forEach((one, index) => writeTable(field[0], one, `${at}.${index}.`, draft));
  }
}
