import type { Problem } from '../errors.js';
import { APPLICANT, COMPANY } from '../schema/application-fields.js';
import { always, isKind, type Table } from '../schema/kind.js';
import { PREQUALIFICATION } from '../schema/prequalification-fields.js';
import { code } from '../schema/text.js';
import type { CallName } from '../schema/calls.js';

/** So much of an answer is looked at, and so many fields are named. */
const [VALUES, DEPTH, LENGTH, FIELDS] = [500, 8, 200, 30];

/** The keys under which answers list what is wrong, without their capitals and signs. */
const LISTS =
  /^(errors?|fields?|fielderrors|issues?|details?|violations?|failures?|problems?|validation(errors)?|invalidparams|messages?|children)$/;
/** The keys by which one entry of a list says what it is about. */
const NAMES =
  /^(path|propertypath|instancepath|datapath|property|field(name)?|loc(ation)?|param(eter)?|attribute|pointer|key|name|source)$/;
/** What stands before a path, or in it, in some answers, and is no part of it. */
const WRAPPERS = /^(\$|body|data|request|payload|input|root|application|properties|attributes|items)$/;
/** A sentence that begins with a field, as validators write it. */
const SENTENCE = /^["'`]?([\w.[\]]{1,200})["'`]? (must|should|is|has|cannot|can|may|does|was|are|needs|required)\b/;
/** Names of fields that an error also has of itself: `type: "validation_error"`. */
const OF_ERRORS = ['type', 'status', 'region'];

/**
 * The fields that an answer refuses, as far as they are ours: their paths, and nothing that the answer says of them. What
 * cannot be told for certain is left out.
 */
// Spec: error bodies are not shown; the shapes that validators and frameworks commonly give are looked for.
export function refusedFields(name: CallName, body: unknown, sent: unknown): Problem[] {
  const known = fieldsOf(name, sent);
  const found = new Set<string>();
  let left = VALUES;

  /** Takes note of a field, where this names one. */
  const note = (parts: readonly string[]): boolean => {
    const path = resolve(parts, known);
    if (path !== undefined && found.size < FIELDS) found.add(path);
    return path !== undefined;
  };

  /** Looks at a value that stands at a path, in a list of what is wrong or not. */
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

  /** An entry of a list: it names its field, and may have more inside; or it has no name but its place. */
  function lookAtEntry(entry: unknown, index: number, at: readonly string[], isList: boolean): void {
    const names = isList && isRecord(entry) ? namesIn(entry).map((parts) => [...at, ...parts]) : [];
    if (names.some(note)) return;
    const [here] = names;
    if (!here) return look(entry, at.length > 0 && isRecord(entry) ? [...at, String(index)] : at, isList);
    for (const [key, inner] of Object.entries(entry as object)) if (LISTS.test(plain(key))) look(inner, here, true);
  }

  /** A key of an object: a list of what is wrong, or a field with what is wrong about it. */
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

/** What an answer calls its data may be what was sent: only its lists are looked at. */
const listsIn = (data: unknown) =>
  isRecord(data) ? Object.fromEntries(Object.entries(data).filter(([key]) => LISTS.test(plain(key)))) : undefined;

/** What an entry says that it is about: by one key, or by several of which one is it. */
const namesIn = (entry: Record<string, unknown>): string[][] =>
  Object.entries(entry).flatMap(([key, value]): string[][] => {
    if (!NAMES.test(plain(key))) return [];
    if (isRecord(value)) return plain(key) === 'source' ? namesIn({ ...value, source: undefined }) : [];
    if (isText(value)) return [partsOf(value)];
    return Array.isArray(value) ? [value.slice(0, DEPTH).flatMap((part) => partsOf(String(part)))] : [];
  });

/** `company[address].line_1`, `/company/address/line_1` and `company.address.lineOne` by their parts. */
const partsOf = (path: string): string[] =>
  path
    .slice(0, LENGTH)
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^\w$]+/)
    .filter(Boolean);

/** A field of a call: its path, the path without the numbers of a list, and whether the call has it. */
interface Field {
  path: string;
  bare: string;
  isSent: boolean;
}

/** The field that is meant: the one of this path, or the only one that ends like this, of all or of those that were sent. */
function resolve(parts: readonly string[], known: readonly Field[]): string | undefined {
  const end = parts.filter((part) => !WRAPPERS.test(part)).join('.');
  const ends = known.filter(({ path, bare }) => `.${path}`.endsWith(`.${end}`) || `.${bare}`.endsWith(`.${end}`));
  const sent = ends.filter(({ isSent }) => isSent);
  const only = ends.length === 1 ? ends[0] : sent.length === 1 ? sent[0] : undefined;
  return end ? (ends.find(({ path }) => path === end) ?? only)?.path : undefined;
}

/** The fields of a call, those of every address that was sent among them. */
function fieldsOf(name: CallName, sent: unknown): Field[] {
  if (name === 'uploadDocument') return ['file', 'type'].map((path) => ({ path, bare: path, isSent: true }));
  if (name === 'prequalify') return fieldsIn(PREQUALIFICATION, sent);
  if (name !== 'createApplication') return [];
  return fieldsIn({ company: COMPANY, applicant: APPLICANT, region: always(code()) }, sent);
}

function fieldsIn(table: Table, sent: unknown, at = ''): Field[] {
  return Object.entries(table).flatMap(([name, field]): Field[] => {
    const [path, inner] = [at + name, isRecord(sent) ? sent[name] : undefined];
    if (isKind(field)) return [{ path, bare: path.replace(/\.\d+(?=\.)/g, ''), isSent: inner !== undefined }];
    if (!Array.isArray(field)) return fieldsIn(field as Table, inner, `${path}.`);
    const items: unknown[] = Array.isArray(inner) ? inner : [];
    return items.flatMap((item, index) => fieldsIn(field[0] as Table, item, `${path}.${index}.`));
  });
}
