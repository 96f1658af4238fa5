import { PAUSE_DOUBLINGS, type Outbox, type SealedEvent, type WaitingEvent } from '../store/types.js';
import type { Change, Engine, Row } from './engine.js';

/** The change that adds events. It belongs into the transaction of the facts that they report. */
export const addEvents = ({ prefix, each }: Engine, namespace: string, events: readonly SealedEvent[]): Change => ({
  statement: `INSERT INTO ${prefix}events (namespace, topic, content, tries, due_at)
    SELECT CAST($1 AS text), value ->> 0, value ->> 1, 0, 0 FROM ${each}($2) RETURNING number`,
  values: [namespace, JSON.stringify(events.map(({ topic, content }) => [topic, content]))],
});

/** The table `events`. A claim is a change of `due_at`, so it needs no lock, and a process that is killed leaves nothing to clean up. */
export function createOutbox({ query, prefix, now, each, skipLocked }: Engine, namespace: string): Outbox {
  const run = async (statement: string, ...values: unknown[]) =>
    (await query(statement, [namespace, ...values])).map(
      ({ id, ...row }: Row) => ({ ...row, id: String(id) }) as WaitingEvent,
    );
  const columns = 'number AS id, topic, content, tries';
  return {
    async claim(seconds) {
      const claimed = await run(
        `UPDATE ${prefix}events SET tries = tries + 1, due_at = ${now} +
           CAST($2 AS double precision) * (1 << CASE WHEN tries < ${PAUSE_DOUBLINGS} THEN tries ELSE ${PAUSE_DOUBLINGS} END)
         WHERE number = (
           SELECT number FROM ${prefix}events AS head WHERE namespace = $1 AND due_at <= ${now}
             AND NOT EXISTS (SELECT 1 FROM ${prefix}events AS earlier
               WHERE earlier.namespace = head.namespace AND earlier.topic = head.topic AND earlier.number < head.number)
           ORDER BY number LIMIT 1 ${skipLocked})
         RETURNING ${columns}`,
        seconds,
      );
      return claimed[0];
    },
    list: (topics) =>
      run(
        `SELECT ${columns} FROM ${prefix}events
         WHERE namespace = $1 AND topic IN (SELECT value ->> 0 FROM ${each}($2)) ORDER BY number`,
        JSON.stringify(topics.map((topic) => [topic])),
      ),
    async remove(id) {
      await run(`DELETE FROM ${prefix}events WHERE namespace = $1 AND number = $2 RETURNING number`, Number(id));
    },
  };
}
