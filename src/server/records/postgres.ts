import { createQueue } from '../util/queue.js';
import { startOnce } from '../util/start-once.js';
import type { Row } from './change.js';
import type { Engine, Work } from './engine.js';
import type { Owner } from './records.js';
import { insertOf, SWEEP_INTERVAL_MS, sweepOf, type Statement } from './sql.js';

interface Queries {
  query(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
}

/** Your pool: a `Pool` of the package `pg`, version 8 or newer, with at least two connections. */
export interface PostgresPool extends Queries {
  connect(): Promise<Queries & { release(error?: Error | boolean): void }>;
}

/** Sends statements together, in one round trip. Returns the rows of each. */
export type Ask = (statements: readonly (string | Statement)[]) => Promise<readonly (readonly Row[])[]>;

/** The result of `pg` for one statement. */
interface Result {
  rows: Record<string, unknown>[];
  fields?: readonly { name: string; dataTypeID: number }[] | undefined;
}

const INT8 = 20;
/** The most times that work is done, and the pause after the first time, which doubles. */
const MAX_TRIES = 6;
const PAUSE_MS = 50;

/**
 * The schema's statements have values in their text, because several statements with values cannot be sent together. A string is written in hexadecimal, so
 * it cannot end the literal, whatever it contains.
 */
function literalOf(value: unknown): string {
  if (value === null) return 'NULL';
  if (typeof value === 'string') return `convert_from(decode('${Buffer.from(value).toString('hex')}', 'hex'), 'UTF8')`;
  if (Number.isSafeInteger(value)) return `(${value as number})`;
  throw new TypeError('A value of a row must be null, a string or an integer.');
}

const textOf = (one: string | Statement) =>
  typeof one === 'string'
    ? one
    : one.sql.replace(/\$(\d+)/g, (_, place: string) => literalOf(one.values[Number(place) - 1]));

/** The rows of a result. `pg` returns a `bigint` as a string. */
export function rowsOf({ rows, fields = [] }: Result): readonly Row[] {
  const numbers = fields.filter(({ dataTypeID }) => dataTypeID === INT8).map(({ name }) => name);
  for (const row of rows) for (const name of numbers) if (row[name] !== null) row[name] = Number(row[name]);
  return rows;
}

const codeOf = (error: unknown) => (error as { code?: string }).code ?? '';
/** An error that PostgreSQL has sent. After any other one, and if the server stops, nobody knows whether the statement was run. */
const isAnswer = (error: unknown) => /^(?!08|57P)[0-9A-Z]{5}$/.test(codeOf(error));

const ignore = () => undefined;

/** Uses one connection. It goes back to the pool only outside of a transaction, and if the server has answered each statement. */
export async function onConnection<T>(pool: PostgresPool, work: (ask: Ask) => Promise<T>): Promise<T> {
  const connection = await pool.connect();
  // Without a listener, a connection that ends would end this process. Its query fails too.
  const emitter = connection as { on?(...on: unknown[]): void; removeListener?(...on: unknown[]): void };
  emitter.on?.('error', ignore);
  const release = (isBroken = false) => {
    emitter.removeListener?.('error', ignore);
    connection.release(isBroken);
  };
  let isAnswered = true;
  try {
    const result = await work(async (statements) => {
      if (statements.length === 0) return [];
      isAnswered = false;
      try {
        const results = [await connection.query(statements.map(textOf).join(';\n'))].flat() as Result[];
        isAnswered = true;
        return results.map(rowsOf);
      } catch (error) {
        isAnswered = isAnswer(error);
        throw error;
      }
    });
    release();
    return result;
  } catch (error) {
    const isFree = isAnswered && (await connection.query('ROLLBACK').catch(() => undefined));
    release(!isFree);
    throw error;
  }
}

/** Two processes have written the same row, or created the same table. */
const isConflict = (error: unknown) => ['23505', '40001', '40P01', '42P06', '42P07'].includes(codeOf(error));

/** The answer to a COMMIT is lost. */
class LostCommit extends Error {
  readonly result: unknown;
  readonly found: Statement | undefined;
  constructor(cause: unknown, result: unknown, found: Statement | undefined) {
    super('The answer to a COMMIT is lost.', { cause });
    [this.result, this.found] = [result, found];
  }
}

/**
 * Does work again after a conflict, which the rows of the winner then decide, and after a COMMIT whose answer is lost: `attempt` gets the facts of it.
 */
export async function withRetries<T>(attempt: (lost?: LostCommit) => Promise<T>): Promise<T> {
  let lost: LostCommit | undefined;
  for (let tries = 1; ; tries++) {
    try {
      return await attempt(lost);
    } catch (error) {
      if (error instanceof LostCommit) lost = error;
      // While the server starts again, it cannot be asked.
      else if (!isConflict(error) && (!lost || isAnswer(error))) throw error;
      if (tries === MAX_TRIES) throw lost?.cause ?? error;
    }
    const pause = PAUSE_MS * 2 ** (tries - 1);
    await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + Math.random())));
  }
}

/** Asks in rounds. `end` ends the transaction, if possible with the last round. */
async function advance<T>(ask: Ask, work: ReturnType<Work<T>>, end: readonly string[] = []) {
  let step = work.next([]);
  let left = end;
  while (!step.done) {
    const { selects, values, isLast } = step.value;
    const asked = selects.map((sql) => ({ sql, values }));
    step = work.next(await ask(isLast ? [...asked, ...left] : asked));
    if (isLast) left = [];
  }
  await ask(left);
  return step.value;
}

const CLOCK = 'SELECT CAST(floor(extract(epoch FROM clock_timestamp()) * 1000) AS bigint) AS now';
const LOCK_TIMEOUT = `SET LOCAL lock_timeout = '8s'`;
/** Each change of an owner holds a lock of this table that this one waits for, before it reads the clock. */
const LOCK_ALL = 'LOCK TABLE owners IN EXCLUSIVE MODE';
const LOCK_OWNER = 'SELECT 1 AS found FROM owners WHERE namespace = $1 AND subject = $2 AND business = $3 FOR UPDATE';
const timeOf = (rounds: readonly (readonly Row[])[]) => rounds.at(-1)![0]!['now'] as number;

/**
 * The engine of a schema in PostgreSQL. It keeps no state in a session, so a pooler may be in transaction mode.
 *
 * - The row of the owner is the lock, which the first round takes. A later statement loads the rows, so it sees everything that was written under the lock.
 * - A new owner has no row to lock. Then the first statement that writes adds it: while another process does the same, it waits, and fails if that one
 *   commits. The work is done again, with the lock. So a change that writes nothing leaves no row.
 * - If the answer to a COMMIT is lost, the work begins again with the lock, and therefore after the lost transaction. If a row that this one wrote is there,
 *   it was committed, and its result is the result.
 */
export function postgresEngine(
  pool: PostgresPool,
  schema: string,
  namespace: string,
  start: () => Promise<void>,
): Engine {
  const search = `SET LOCAL search_path = ${schema}`;
  const ready = startOnce(start);
  const inOrder = createQueue();
  let swept = 0;

  const begins = (owner: Owner | 'all' | undefined): readonly (string | Statement)[] => {
    const begin = (isolation: string) => [`BEGIN ISOLATION LEVEL ${isolation}`, search, LOCK_TIMEOUT];
    // Works without an owner that write the same row get a conflict.
    if (owner === undefined) return [...begin('REPEATABLE READ'), CLOCK];
    if (owner === 'all') return [...begin('READ COMMITTED'), LOCK_ALL, CLOCK];
    const { subject, business } = owner;
    return [...begin('READ COMMITTED'), { sql: LOCK_OWNER, values: [namespace, subject, business] }, CLOCK];
  };

  const attempt = <T>(owner: Owner | 'all' | undefined, work: Work<T>, lost?: LostCommit) =>
    onConnection(pool, async (ask) => {
      const begun = await ask(begins(owner));
      const now = timeOf(begun);
      const isNew = typeof owner === 'object' && begun.at(-2)!.length === 0;
      if (lost?.found && (await ask([lost.found]))[0]!.length > 0) {
        await ask(['ROLLBACK']);
        return { result: lost.result as T, now, isWritten: false };
      }
      const [result, statements, found] = await advance(ask, work(now));
      const isWritten = statements.length > 0;
      const first = isWritten && isNew ? [insertOf('owners', newRow(namespace, owner))] : [];
      await ask([...first, ...statements, isWritten ? 'COMMIT' : 'ROLLBACK']).catch((error: unknown) => {
        throw isAnswer(error) || !isWritten ? error : new LostCommit(error, result, found);
      });
      return { result, now, isWritten };
    });

  /** Others sweep too, so rows that they are changing are left out. */
  const sweep = (now: number) =>
    onConnection(pool, (ask) =>
      ask(['BEGIN', search, LOCK_TIMEOUT, ...sweepOf(now, 'FOR UPDATE SKIP LOCKED'), 'COMMIT']),
    ).catch(() => undefined);

  return {
    order: 'added',
    async read(work) {
      await ready();
      return onConnection(pool, async (ask) => {
        const begun = await ask(['BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', search, CLOCK]);
        const [result] = await advance(ask, work(timeOf(begun)), ['COMMIT']);
        return result;
      });
    },
    async write(owner, work) {
      await ready();
      const run = () => withRetries((lost) => attempt(owner, work, lost));
      // At most one change of an owner holds a connection.
      const { result, now, isWritten } = await (typeof owner === 'object'
        ? inOrder(JSON.stringify([owner.subject, owner.business]), run)
        : run());
      if (isWritten && now - swept > SWEEP_INTERVAL_MS) {
        swept = now;
        await sweep(now);
      }
      return result;
    },
    ready,
    // If the role may not vacuum, or the pool's time limit ends the statement, autovacuum does it later. Without `TRUNCATE false` it would lock the whole table.
    scrub: async () => void (await pool.query(`VACUUM (TRUNCATE false) ${schema}.consents`).catch(() => undefined)),
    close: async () => undefined,
  };
}

const newRow = (namespace: string, { subject, business }: Owner) => ({
  namespace,
  subject,
  business,
  number: 0,
  lookups: 0,
  lookups_from: 0,
});
