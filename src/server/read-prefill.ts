import type { Problem } from '../errors.js';
import { isRecord } from '../schema/calls/read-answers.js';
import type { Prefill } from '../schema/calls/session.js';
import { isFieldType, type FieldTable } from '../schema/fields/field-type.js';
import { isBlank } from '../schema/fields/form.js';
import { APPLICANT } from '../schema/forms/applicant-form.js';
import { COMPANY } from '../schema/forms/company-form.js';
import { PREQUALIFICATION } from '../schema/forms/prequalification-form.js';
import { nearest } from '../schema/nearest.js';

/** A value that is left out. `meant` is the known name that is most similar to an unknown one. */
export type PrefillProblem = Pick<Problem, 'path' | 'reason'> & { meant?: string | undefined };

const PARTS = { company: COMPANY, applicant: APPLICANT, figures: PREQUALIFICATION };
const ITEMS_MAX = 20;

/** Copies the values that the forms know. Every other value is a problem, with its path and the reason. */
export function readPrefill(given: unknown): { values: Prefill | undefined; problems: PrefillProblem[] } {
  const problems: PrefillProblem[] = [];
  const values = readTable(PARTS, given, '', problems) as Prefill | undefined;
  return { values, problems };
}

function readTable(table: FieldTable, given: unknown, at: string, problems: PrefillProblem[]): object | undefined {
  if (typeof given !== 'object' && isBlank(given)) return undefined;
  if (!isPlain(given)) return void (given && problems.push({ path: at, reason: 'format' }));
  const found: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    const path = at && `${at}.${name}`;
    if (Object.hasOwn(table, name)) {
      const read = readValue(table[name]!, value, path || name, problems);
      if (read !== undefined) found[name] = read;
    } else if (value !== undefined)
      problems.push({ path: path || name, reason: 'unknown', meant: meantBy(name, table) });
  }
  return found;
}

function readValue(field: FieldTable[string], value: unknown, path: string, problems: PrefillProblem[]): unknown {
  if (isFieldType(field)) {
    // A deep object must not be searched: that could overflow the stack.
    const result = !isRecord(value) && isBlank(value) ? { value: undefined } : field.accept(value);
    if ('value' in result) return result.value;
    // A field type has no other reason for a value of another type.
    problems.push({ path, reason: result.reason === 'empty' ? 'format' : result.reason });
    return undefined;
  }
  if (!Array.isArray(field)) return readTable(field as FieldTable, value, path, problems);
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value) || value.length > ITEMS_MAX) return void problems.push({ path, reason: 'format' });
  const [item] = field as [FieldTable];
  return value.map((one, index) => readTable(item, one, `${path}.${index}`, problems) ?? {});
}

/** Returns true for an object with its own values, and false for a list, a `Date` or a `Map`. */
function isPlain(value: unknown): value is Record<string, unknown> {
  if (!isRecord(value) || Array.isArray(value)) return false;
  return Object.keys(value).length > 0 || [Object.prototype, null].includes(Object.getPrototypeOf(value) as object);
}

/** The known name, or the path of the same name in a part: company.registered_name. */
function meantBy(name: string, table: FieldTable): string | undefined {
  const inParts = table === PARTS ? Object.entries(PARTS) : [];
  const [part] = inParts.flatMap(([at, fields]) => nearest(name, Object.keys(fields))?.replace(/^/, `${at}.`) ?? []);
  return nearest(name, Object.keys(table)) ?? part;
}
