import path from 'node:path';
import { describe, it } from 'node:test';
import { memoryStore } from '../../../src/server/records/memory.js';
import { sqliteStore } from '../../../src/server/records/sqlite/engine.js';
import { newFolder } from '../folder.js';
import type { TwoDatabases } from '../../../src/server/testing/given.js';
import { storeTests } from '../../../src/server/testing/index.js';

/** A clock that the tests set. */
function newClock() {
  let time: number | undefined;
  return { clock: () => time ?? Date.now(), setClock: (next: number) => void (time = next) };
}

const folder = newFolder();
const STORES: Record<string, () => TwoDatabases> = {
  memory() {
    const { clock, setClock } = newClock();
    const database = memoryStore({ clock });
    return { databases: [database, database], setClock };
  },
  'SQLite, with two connections to one file'() {
    const { clock, setClock } = newClock();
    const file = path.join(folder, `${crypto.randomUUID()}.db`);
    return { databases: [sqliteStore(file, { clock }), sqliteStore(file, { clock })], setClock };
  },
};

for (const [name, create] of Object.entries(STORES))
  describe(`a store of records in ${name}`, () => {
    for (const rule of storeTests(create)) it(rule.name, rule.run);
  });
