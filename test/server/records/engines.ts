// The databases that the rules about consents are tested with.
import { migratePostgres, postgresStore } from '../../../src/server/postgres/index.js';
import type { Database, DatabaseSettings } from '../../../src/server/records/records.js';
import { sqliteStore } from '../../../src/server/records/sqlite/engine.js';
import { openPostgres } from '../postgres/open-postgres.js';
import { newFile, openOther } from './files.js';

/** A database that no other test uses. */
export interface TestDatabase {
  /** Opens it, as each process does. */
  open(settings?: DatabaseSettings): Database;
  /** Runs a statement in it. */
  query(statement: string): Promise<Record<string, unknown>[]>;
}

const { skip, pool } = await openPostgres();

/** Creates the tables in a new schema. Returns its name. */
export async function newSchema(): Promise<string> {
  const schema = `lending_${crypto.randomUUID().slice(0, 8)}`;
  await migratePostgres(pool!, schema);
  return schema;
}

export const engines: readonly { name: string; skip: string | false; create(): Promise<TestDatabase> }[] = [
  {
    name: 'SQLite',
    skip: false,
    async create() {
      const file = newFile();
      const query = await openOther(file);
      return {
        open: (settings) => sqliteStore(file, settings),
        query: async (statement) => query(statement) as Record<string, unknown>[],
      };
    },
  },
  {
    name: 'PostgreSQL',
    skip,
    async create() {
      const schema = await newSchema();
      return {
        open: (settings) => postgresStore(pool!, { schema, ...settings }),
        async query(statement) {
          const results = await pool!.query(`BEGIN; SET LOCAL search_path = ${schema}; ${statement}; COMMIT`);
          return (results as unknown as { rows: Record<string, unknown>[] }[])[2]!.rows;
        },
      };
    },
  },
];
