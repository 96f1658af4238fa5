import type { Store } from '../records/records.js';
import type { Rule, TwoDatabases } from './given.js';
import { CHANGES } from './rules-of-changes.js';
import { ENDS } from './rules-of-ends.js';
import { STORE_KEY } from './samples.js';

/**
 * Tests of the rules of a store, for your own engine and any test runner. `run` rejects with a message if the store breaks a rule. `create` returns two
 * connections to a new and empty database, as two processes have them, and a function that sets the clock of both. They cannot show that a change
 * survives a crash: your database must promise that.
 *
 * ```ts
 * for (const { name, run } of storeTests(create)) test(name, run);
 * ```
 */
export const storeTests = (
  create: () => TwoDatabases | Promise<TwoDatabases>,
): { name: string; run(): Promise<void> }[] =>
  Object.entries<Rule>({ ...CHANGES, ...ENDS }).map(([name, rule]) => ({
    name,
    async run() {
      const { databases, setClock } = await create();
      const [one, other] = databases.map((database) => database.open(STORE_KEY)) as [Store, Store];
      await rule({ one, other, setClock, databases });
      for (const database of new Set(databases)) await database.close();
    },
  }));
