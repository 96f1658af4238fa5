// The rules of a store of records. Every store passes them.
import type { Store } from '../../../src/server/records/records.js';
import type { TwoDatabases } from './given.js';
import { CHANGES } from './rules-of-changes.js';
import { ENDS } from './rules-of-ends.js';
import { newProof } from './samples.js';

/** The rules, for a test runner. `create` returns a new database for each. */
export const storeTests = (create: () => TwoDatabases): { name: string; run(): Promise<void> }[] =>
  Object.entries({ ...CHANGES, ...ENDS }).map(([name, rule]) => ({
    name,
    async run() {
      const { databases, setClock } = create();
      const [one, other] = databases.map((database) => database.open(newProof())) as [Store, Store];
      await rule({ one, other, setClock, databases });
      for (const database of new Set(databases)) await database.close();
    },
  }));
