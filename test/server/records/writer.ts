// A process that adds entries about one owner to a SQLite file, and prints the version of the application after each: `<file> <count>`.
import fs from 'node:fs';
import process from 'node:process';
import { sqliteStore } from '../../../src/server/records/sqlite/engine.js';
import { CONSENTS_KEY, entry, raising, STORE_KEY } from '../../../src/server/testing/samples.js';

const [file, count] = process.argv.slice(2);
const database = sqliteStore(file!, { consentsKey: CONSENTS_KEY });
const store = database.open(STORE_KEY);

let next = 0;
/** Eight of these run in parallel, so that one transaction has several changes. */
async function add() {
  while (next++ < Number(count)) {
    const version = await store.change({ subject: 'jane', business: 'bakery' }, (records) => {
      const [raised, version] = raising(records);
      return [{ ...raised, consents: [...records.consents, entry('changed', records.now)] }, version];
    });
    // Synchronously: the process may be killed at any time, and the test relies on each line.
    fs.writeSync(1, `${version}\n`);
  }
}
await Promise.all(Array.from({ length: 8 }, add));
await database.close();
