import { CALLS, type CallName } from '../../schema/calls/calls.js';
import { isoOf } from '../../server/journal/closing.js';
import type { Owner, RowOf } from '../../server/records/records.js';
import type { Connection } from './connection.js';

/** The applications that one statement reads. */
const PAGE = 1000;
const IS_UNKNOWN = `c.call = 'createApplication' AND company_id IS NULL AND closed_at IS NULL
  AND (state = 'unknown' OR (state = 'begun' AND deadline <= $2))`;
const columns = [
  'a.subject, a.business, number, company_id, application_id, created_at, closed_at',
  ...CALLS.map((call, at) => `max(CASE WHEN c.call = '${call}' AND state = 'done' THEN 1 END) AS done_${at}`),
  `max(CASE WHEN ${IS_UNKNOWN} THEN begun_at END) AS unknown_at`,
  `max(CASE WHEN ${IS_UNKNOWN} THEN request_id END) AS request_id`,
];

type ApplicationRow = Owner &
  RowOf<'applications'> & { unknown_at: number | null; request_id: string | null } & Readonly<Record<string, unknown>>;

interface Wanted {
  subject?: string | undefined;
  /** Only creations with an unknown outcome. */
  isUnknown?: boolean;
}

/** The applications of a namespace, and its creations with an unknown outcome, in the order of their owners. */
export async function* listApplications(
  { prefix, query }: Connection,
  namespace: string,
  { subject, isUnknown = false }: Wanted = {},
): AsyncGenerator<object> {
  const select = `SELECT ${columns.join(', ')}
    FROM ${prefix}applications AS a LEFT JOIN ${prefix}calls AS c ON c.namespace = a.namespace AND c.subject = a.subject
      AND c.business = a.business AND c.application = number
    WHERE a.namespace = $1 AND (a.subject, a.business, number) > ($3, $4, $5) ${subject === undefined ? '' : 'AND a.subject = $6'}
      ${isUnknown ? 'AND created_at IS NULL AND closed_at IS NULL' : ''}
    GROUP BY a.namespace, a.subject, a.business, a.id ORDER BY a.subject, a.business, number LIMIT ${PAGE}`;
  const more = subject === undefined ? [] : [subject];
  for (let after: unknown[] = ['', '', 0]; ;) {
    const rows = (await query(select, [
      namespace,
      Date.now(),
      ...after,
      ...more,
    ])) as readonly unknown[] as readonly ApplicationRow[];
    for (const row of rows) if (row.unknown_at !== null || (row.company_id !== null && !isUnknown)) yield lineOf(row);
    const last = rows.at(-1);
    if (!last) return;
    after = [last.subject, last.business, last.number];
  }
}

function lineOf(row: ApplicationRow): object {
  const { subject, business, number, company_id, application_id, created_at, closed_at, unknown_at, request_id } = row;
  const owner = { subject, business, number };
  if (company_id === null)
    return { ...owner, state: 'unknown', begunAt: isoOf(unknown_at), requestId: request_id ?? undefined };
  const facts = { company_id, application_id: application_id ?? undefined, createdAt: isoOf(created_at) };
  if (closed_at !== null) return { ...owner, state: 'closed', ...facts, closedAt: isoOf(closed_at) };
  // Somebody may have settled the creation.
  const isDone = (call: CallName, at: number) => call === 'createApplication' || row[`done_${at}`] !== null;
  return { ...owner, state: 'open', ...facts, done: CALLS.filter(isDone) };
}
