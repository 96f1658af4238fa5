// The engine of a store: the SQL of a Durable Object.
import { createClock, creatingTables, sweepOf } from 'lending-elements/server';

/** `storage` is that of an object. Work is synchronous, so no other work of the object overlaps it. */
export function objectEngine(storage, clock = Date.now) {
  const timeAfter = createClock(clock);

  /** In SQLite, `?2` is the second value. A statement gets the values up to the last one that it names. */
  function run(statement, values = []) {
    const places = [...statement.matchAll(/\$(\d+)/g)].map(([, place]) => Number(place));
    const used = values.slice(0, Math.max(0, ...places));
    return storage.sql.exec(statement.replaceAll('$', '?'), ...used).toArray();
  }

  /** Reads in rounds. Returns the result of the work, and the statements that write. */
  function doWork(work, now) {
    const steps = work(now);
    let step = steps.next([]);
    while (!step.done) {
      const { selects, values } = step.value;
      step = steps.next(selects.map((select) => run(select, values)));
    }
    return step.value;
  }

  const time = () => timeAfter(run('SELECT last_at FROM clock')[0].last_at);

  function write(owner, work) {
    const now = time();
    const [result, statements] = doWork(work, now);
    if (statements.length === 0 && owner !== 'all') return result;
    for (const { sql, values } of [...statements, ...sweepOf(now)]) run(sql, values);
    run('UPDATE clock SET last_at = $1', [now]);
    return result;
  }

  storage.transactionSync(() => {
    run('CREATE TABLE IF NOT EXISTS clock (last_at bigint NOT NULL)');
    run('INSERT INTO clock SELECT 0 WHERE NOT EXISTS (SELECT * FROM clock)');
    write('all', creatingTables());
  });

  return {
    order: 'rowid',
    read: async (work) => doWork(work, time())[0],
    async write(owner, work) {
      const result = storage.transactionSync(() => write(owner, work));
      await storage.sync();
      return result;
    },
    ready: async () => {},
    // Cloudflare keeps the earlier states of an object for 30 days, so this overwrites nothing.
    scrub: async () => {},
    close: async () => {},
  };
}
