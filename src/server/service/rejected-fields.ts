import type { Problem } from '../../errors.js';
import type { CallName } from '../../schema/calls/calls.js';
import { isRecord } from '../../schema/calls/read-answers.js';
import { always, isFieldType, type FieldTable } from '../../schema/fields/field-type.js';
import { openCode } from '../../schema/fields/text.js';
import { APPLICANT } from '../../schema/forms/applicant-form.js';
import { COMPANY } from '../../schema/forms/company-form.js';
import { PREQUALIFICATION } from '../../schema/forms/prequalification-form.js';

/** The most entries of a response that are read, the length of a path, and the most fields that are found. */
const [MAX_ENTRIES, MAX_PATH_LENGTH, MAX_FIELDS] = [500, 200, 30];

/**
 * Returns our fields that a response rejects, without its messages: `needed` if they were not sent. A name that could mean two fields is
 * left out.
 */
// Spec: error bodies are not shown. Two shapes are read until the service shows its own: `errors: [{ path, message }]`, also with
// `field` for `path`, and `errors: { path: … }`.
export function rejectedFields(name: CallName, body: unknown, sent: unknown): Problem[] {
  const { errors } = isRecord(body) ? body : {};
  const known = fieldsOf(name, sent);
  const found = namesIn(errors).flatMap((path) => fieldAt(path, known) ?? []);
  return [...new Set(found)]
    .slice(0, MAX_FIELDS)
    .map(({ path, isSent }) => ({ path: asked(path), reason: isSent ? 'rejected' : 'needed' }));
}

/** The region of an address belongs to its country, for which the form asks. */
const asked = (path: string) => path.replace(/(addresses\.\d+)\.region$/, '$1.country_code');

function namesIn(errors: unknown): string[] {
  const entries: readonly unknown[] = Array.isArray(errors)
    ? errors.slice(0, MAX_ENTRIES).map((error) => isRecord(error) && (error['path'] ?? error['field']))
    : Object.keys(isRecord(errors) ? errors : {}).slice(0, MAX_ENTRIES);
  return entries.filter((name) => typeof name === 'string');
}

/** A field of a call: its path, and whether it was sent. */
interface Field {
  path: string;
  isSent: boolean;
}

/** Returns the field with this path, or the only field whose path ends with it: among all fields, or among those that were sent. */
function fieldAt(name: string, known: readonly Field[]): Field | undefined {
  const end = name.slice(0, MAX_PATH_LENGTH).split(/\W+/).filter(Boolean).join('.');
  const ends = known.filter(({ path }) => `.${path}`.endsWith(`.${end}`));
  const sent = ends.filter(({ isSent }) => isSent);
  const only = ends.length === 1 ? ends : sent;
  return ends.find(({ path }) => path === end) ?? (only.length === 1 ? only[0] : undefined);
}

/** Returns the fields of a call, including the fields of each address that was sent. */
function fieldsOf(name: CallName, sent: unknown): Field[] {
  if (name === 'uploadDocument') return ['file', 'type'].map((path) => ({ path, isSent: true }));
  if (name === 'prequalify') return fieldsIn(PREQUALIFICATION, sent);
  if (name !== 'createApplication') return [];
  return fieldsIn({ company: COMPANY, applicant: APPLICANT, region: always(openCode()) }, sent);
}

function fieldsIn(table: FieldTable, sent: unknown, at = ''): Field[] {
  return Object.entries(table).flatMap(([name, field]): Field[] => {
    const [path, inner] = [at + name, isRecord(sent) ? sent[name] : undefined];
    if (isFieldType(field)) return [{ path, isSent: inner !== undefined }];
    if (!Array.isArray(field)) return fieldsIn(field as FieldTable, inner, `${path}.`);
    const items: unknown[] = Array.isArray(inner) ? inner : [];
    return items.flatMap((item, index) => fieldsIn(field[0] as FieldTable, item, `${path}.${index}.`));
  });
}
