import { line } from './text.js';
import { uuid } from './wire.js';

/** A document kind of the service's, in the shape that `settings.document_types` takes. */
export interface ServiceDocumentType {
  /** The code that an upload carries. */
  value: string;
  /** What the service calls it, where it says so. */
  label?: string | undefined;
}

/** Where an application stands. */
export interface ApplicationStatus {
  /** An open list: `PENDING`, `RECEIVED_OFFERS`, `REJECTED`, `OFFER_ACCEPTED`, `FUNDS_DISBURSED`, `CLOSED` are known. */
  status: string;
  application_id?: string | undefined;
}

/** So many document kinds are read of an answer. */
const KINDS = 200;

/** The document kinds of an answer, or `undefined` where it has no list, or a list of which nothing can be read. */
// Spec: the call and its answer are not shown; a list of texts or objects is looked for where other answers have their data.
export function readDocumentTypes(body: unknown): ServiceDocumentType[] | undefined {
  const list = listIn(body, 2);
  const kinds = list?.slice(0, KINDS).flatMap((one) => kindOf(one) ?? []);
  if (!kinds || (kinds.length === 0 && list!.length > 0)) return undefined;
  return kinds.filter(({ value }, index) => kinds.findIndex((kind) => kind.value === value) === index);
}

function listIn(value: unknown, depth: number): unknown[] | undefined {
  if (Array.isArray(value)) return value;
  const { data, document_types, documentTypes, types } = membersOf(value);
  const inside = depth > 0 ? [data, document_types, documentTypes, types] : [];
  return inside.map((one) => listIn(one, depth - 1)).find((list) => list);
}

function kindOf(one: unknown): ServiceDocumentType | undefined {
  const { value, code, type, key, name, label, title, description } = membersOf(one);
  const found = firstText(one, value, code, type, key, name);
  return found === undefined ? undefined : { value: found, label: firstText(label, title, name, description) };
}

/** The status in an answer, or `undefined` where none is found. */
// Spec: the call and its answer are not shown; the inmost goes first, for a `status` at the top may be the answer's own.
export function readApplicationStatus(body: unknown): ApplicationStatus | undefined {
  const { data, application } = membersOf(body);
  for (const place of [membersOf(data).application, data, application, body]) {
    const { application_status, status, application_id } = membersOf(place);
    const found = firstText(application_status, status, place);
    const id = uuid().safeParse(application_id);
    if (found !== undefined) return { status: found, application_id: id.data };
  }
  return undefined;
}

const membersOf = (value: unknown) =>
  (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;

/** The first that is a text, tidied, neither empty nor over 200 characters. */
function firstText(...candidates: unknown[]): string | undefined {
  const results = candidates.map((one) => line().accept(one));
  return results.flatMap((result) => ('value' in result ? [result.value] : []))[0];
}
