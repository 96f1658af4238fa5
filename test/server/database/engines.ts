// The databases that every store is tested with.
import { memoryStore, type Store } from '../../../src/server/index.js';
import { migratePostgres, postgresStore } from '../../../src/server/postgres/index.js';
import { openPostgres } from '../postgres/open-postgres.js';
import { sqlite, testDatabase, type TestDatabase, type TestEngine } from './sqlite-engine.js';

const { skip, pool } = await openPostgres();

const postgres: TestEngine = {
  name: 'PostgreSQL',
  skip,
  now: 'extract(epoch FROM now())',
  async create() {
    const schema = `lending_${crypto.randomUUID().slice(0, 8)}`;
    await migratePostgres(pool!, schema);
    return testDatabase(
      (options) => postgresStore(pool!, { schema, ...options }),
      async (statement) => (await pool!.query(statement(`${schema}.`))).rows as Record<string, unknown>[],
    );
  },
};

export type { TestDatabase };
export const engines: readonly TestEngine[] = [sqlite, postgres];

/** The databases, and a store in memory. */
export const stores: readonly { name: string; skip: string | false; create(): Promise<{ open(): Store }> }[] = [
  {
    name: 'memory',
    skip: false,
    async create() {
      const store = memoryStore();
      return { open: () => store };
    },
  },
  ...engines,
];

/** Everything that a store lists. */
export async function all<T>(found: AsyncIterable<T>): Promise<T[]> {
  const list = [];
  for await (const one of found) list.push(one);
  return list;
}
