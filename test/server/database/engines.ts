// The databases that every store is tested with.
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
