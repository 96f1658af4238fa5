// Rows and changes for the tests of stores.
import { hashesOfNode } from '../records/proof.js';
import {
  COLUMNS,
  type Change,
  type NoticeRow,
  type Owner,
  type Records,
  type RowOf,
  type TableName,
} from '../records/records.js';

export const STORE_KEY = 'a key of the tests with 32 characters';
export const CONSENTS_KEY = 'a random key for the marks of all consents';

export const newOwner = (): Owner => ({ subject: `jane ${crypto.randomUUID()}`, business: 'bakery' });

/** A row whose columns are empty, except these. */
const rowOf = <Table extends TableName>(table: Table, facts: Partial<RowOf<Table>>): RowOf<Table> => {
  const empty = Object.keys(COLUMNS[table]).map((name) => [name, null]);
  return { ...(Object.fromEntries(empty) as RowOf<Table>), id: crypto.randomUUID(), ...facts };
};

export const application = (number: number) => rowOf('applications', { number, version: 0 });

export const call = (facts: Partial<RowOf<'calls'>> = {}) => {
  const [key, times] = [crypto.randomUUID(), { begun_at: 1, deadline: 2 }];
  return rowOf('calls', { application: 1, call: 'prequalify', key, state: 'begun', version: 0, ...times, ...facts });
};

/** An entry of the usual length: its JSON has the ids, the notice's times and the origin. */
export const entry = (event: RowOf<'consents'>['event'], at: number, facts: Partial<RowOf<'consents'>> = {}) => {
  const id = crypto.randomUUID();
  const rest = {
    entryId: id,
    about: 'applicant:["jane","bakery",1]',
    event,
    company_id: id,
    servedId: id,
    servedAt: id,
  };
  const text = JSON.stringify({ ...rest, application_id: id, origin: 'https://partner.example', method: 'checkbox' });
  return { id, application: 1, event, at, notice: null, entry: text, ...facts } satisfies RowOf<'consents'>;
};

/** A recorded notice. */
export const notice = (text: string, facts: Partial<NoticeRow> = {}): NoticeRow => {
  const json = JSON.stringify({ text });
  const sha256 = hashesOfNode().hash(json);
  return { id: 'default', version: '1', locale: 'en', sha256, notice: json, at: 5, ...facts };
};

export const served = (served_at: number, ends_at: number) =>
  rowOf('served', { application: 1, notice: 'a'.repeat(64), version: 0, served_at, ends_at });

export const draft = (sealed: string, ends_at: number) =>
  rowOf('drafts', { application: 1, revision: 'first', sealed, saved_at: 1, ends_at });

export const event = (at: number, due_at: number | null) =>
  rowOf('events', { application: 1, step: 'created', at, tries: 0, due_at });

/** Adds the first application, unless there is one, and these rows. */
export const adding =
  (rows: Partial<Records> | ((now: number) => Partial<Records>)): Change<void> =>
  (records) => {
    const added = Object.entries(typeof rows === 'function' ? rows(records.now) : rows);
    const isNew = records.applications.length === 0;
    const opened = isNew ? { applications: [application(1)], owner: { ...records.owner, number: 1 } } : {};
    const all = added.map(([table, more]) => [table, [...(records[table as 'calls'] ?? []), ...(more as [])]]);
    return [{ ...records, ...opened, ...(Object.fromEntries(all) as Partial<Records>) }, undefined];
  };

/** Adds 1 to the version of the current application. */
export const raising: Change<number> = (records) => {
  const [one = application(1)] = records.applications;
  const next = { ...one, version: one.version + 1 };
  return [{ ...records, applications: [next], owner: { ...records.owner, number: 1 } }, next.version];
};

export const nothing: Change<void> = (records) => [records, undefined];
