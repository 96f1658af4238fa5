import type { Problem } from '../../errors.js';
import type { CallName } from '../../schema/calls.js';
import { always, isFieldType, type FieldTable } from '../../schema/fields/field-type.js';
import { openCode } from '../../schema/fields/text.js';
import { APPLICANT } from '../../schema/forms/applicant-form.js';
import { COMPANY } from '../../schema/forms/company-form.js';
import { PREQUALIFICATION } from '../../schema/forms/prequalification-form.js';

/** The most values of an answer that are read, their depth, the length of a path, and the most fields that are found. */
const [VALUES, DEPTH, LENGTH, FIELDS] = [500, 8, 200, 30];

/** The keys of error lists in answers, in lower case and without punctuation. */
const LISTS =
  /^(errors?|fields?|fielderrors|issues?|details?|violations?|failures?|problems?|validation(errors)?|invalidparams|messages?|children)$/;
/** The keys of the field's name in an entry of such a list. */
const NAMES =
  /^(path|propertypath|instancepath|datapath|property|field(name)?|loc(ation)?|param(eter)?|attribute|pointer|key|name|source)$/;
/** Words that some answers add to a path. */
const WRAPPERS = /^(\$|body|data|request|payload|input|root|application|properties|attributes|items)$/;
/** A validator's sentence that begins with the name of a field. */
const SENTENCE = /^["'`]?([\w.[\]]{1,200})["'`]? (must|should|is|has|cannot|can|may|does|was|are|needs|required)\b/;
/** Names of our fields that errors use too: `type: "validation_error"`. */
const OF_ERRORS = ['type', 'status', 'region'];

/** Returns the paths of our fields that an answer refuses, without its messages. A name that could mean two fields is left out. */
// Spec: error bodies are not shown; the common shapes of validators and frameworks are read.
export function refusedFields(name: CallName, body: unknown, sent: unknown): Problem[] {
  const known = fieldsOf(name, sent);
  const found = new Set<string>();
  let left = VALUES;

  /** Adds the field of this name. Returns false if there is none. */
  const note = (parts: readonly string[]): boolean => {
    const path = resolve(parts, known);
    if (path !== undefined && found.size < FIELDS) found.add(path);
    return path !== undefined;
  };

  /** Searches a value at a path. `isList` is true inside a list of errors. */
  function look(value: unknown, at: readonly string[], isList: boolean): void {
    if (left-- <= 0 || at.length > DEPTH) return;
    if (isText(value)) lookAtText(value, at, isList);
    else if (Array.isArray(value)) value.slice(0, VALUES).forEach((one, index) => lookAtEntry(one, index, at, isList));
    else if (isRecord(value)) for (const [key, inner] of Object.entries(value)) lookAtKey(key, inner, at, isList);
  }

  function lookAtText(text: string, at: readonly string[], isList: boolean): void {
    const [, path = ''] = (isList && SENTENCE.exec(text)) || [];
    const parts = partsOf(path);
    if (parts.length > 0 && !OF_ERRORS.includes(parts.join())) note([...at, ...parts]);
  }

  /** Searches an entry of a list: it names its field, and may contain more entries; or its index is its name. */
  function lookAtEntry(entry: unknown, index: number, at: readonly string[], isList: boolean): void {
    const names = isList && isRecord(entry) ? namesIn(entry).map((parts) => [...at, ...parts]) : [];
    if (names.some(note)) return;
    const [here] = names;
    if (!here) return look(entry, at.length > 0 && isRecord(entry) ? [...at, String(index)] : at, isList);
    for (const [key, inner] of Object.entries(entry as object)) if (LISTS.test(plain(key))) look(inner, here, true);
  }

  /** Searches a key of an object: a list of errors, or a field with its errors. */
  function lookAtKey(key: string, inner: unknown, at: readonly string[], isList: boolean): void {
    const here = [...at, ...partsOf(key)];
    const isSaid = isText(inner) && !OF_ERRORS.includes(key);
    if ((Array.isArray(inner) || (isList && (isRecord(inner) || isSaid))) && note(here)) return;
    if (LISTS.test(plain(key))) look(inner, at, true);
    else if (plain(key) === 'data') look(listsIn(inner), at, isList);
    else if (typeof inner === 'object') look(inner, here, isList);
  }

  look(body, [], false);
  return [...found].map((path) => ({ path, reason: 'refused' }));
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string';
const plain = (key: string) => key.replace(/[^a-z]/gi, '').toLowerCase();

/** Returns the lists of an answer's `data`. The rest may be a copy of the request. */
const listsIn = (data: unknown) =>
  isRecord(data) ? Object.fromEntries(Object.entries(data).filter(([key]) => LISTS.test(plain(key)))) : undefined;

const namesIn = (entry: Record<string, unknown>): string[][] =>
  Object.entries(entry).flatMap(([key, value]): string[][] => {
    if (!NAMES.test(plain(key))) return [];
    if (isRecord(value)) return plain(key) === 'source' ? namesIn({ ...value, source: undefined }) : [];
    if (isText(value)) return [partsOf(value)];
    return Array.isArray(value) ? [value.slice(0, DEPTH).flatMap((part) => partsOf(String(part)))] : [];
  });

/** Splits `company[address].line_1`, `/company/address/line_1` and `company.address.lineOne` into parts. */
const partsOf = (path: string): string[] =>
  path
    .slice(0, LENGTH)
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^\w$]+/)
    .filter(Boolean);

/** A field of a call: its path, the path without list indexes, and whether it was sent. */
interface Field {
  path: string;
  bare: string;
  isSent: boolean;
}

/** Returns the field with this path, or the only one whose path ends like this: among all fields, or among those that were sent. */
function resolve(parts: readonly string[], known: readonly Field[]): string | undefined {
  const end = parts.filter((part) => !WRAPPERS.test(part)).join('.');
  const ends = known.filter(({ path, bare }) => `.${path}`.endsWith(`.${end}`) || `.${bare}`.endsWith(`.${end}`));
  const sent = ends.filter(({ isSent }) => isSent);
  const only = ends.length === 1 ? ends[0] : sent.length === 1 ? sent[0] : undefined;
  return end ? (ends.find(({ path }) => path === end) ?? only)?.path : undefined;
}

/** Returns the fields of a call, including those of each address that was sent. */
function fieldsOf(name: CallName, sent: unknown): Field[] {
  if (name === 'uploadDocument') return ['file', 'type'].map((path) => ({ path, bare: path, isSent: true }));
  if (name === 'prequalify') return fieldsIn(PREQUALIFICATION, sent);
  if (name !== 'createApplication') return [];
  return fieldsIn({ company: COMPANY, applicant: APPLICANT, region: always(openCode()) }, sent);
}

function fieldsIn(table: FieldTable, sent: unknown, at = ''): Field[] {
  return Object.entries(table).flatMap(([name, field]): Field[] => {
    const [path, inner] = [at + name, isRecord(sent) ? sent[name] : undefined];
    if (isFieldType(field)) return [{ path, bare: path.replace(/\.\d+(?=\.)/g, ''), isSent: inner !== undefined }];
    if (!Array.isArray(field)) return fieldsIn(field as FieldTable, inner, `${path}.`);
    const items: unknown[] = Array.isArray(inner) ? inner : [];
    return items.flatMap((item, index) => fieldsIn(field[0] as FieldTable, item, `${path}.${index}.`));
  });
}
