// A process on some version of Node: it adds an entry to a SQLite file, and prints the number of entries and of broken chains. It warns once,
// so that a test sees the warnings of this process. `<file>`
import process from 'node:process';
import { sqliteStore } from '../../../src/server/records/sqlite/engine.js';
import { adding, entry, STORE_KEY } from '../../../src/server/testing/samples.js';

const database = sqliteStore(process.argv[2]!);
const add = adding((now) => ({ consents: [entry('changed', now)] }));
await database.open(STORE_KEY).change({ subject: 'jane', business: 'bakery' }, add);
const { entries, broken } = await database.consents.check();
process.emitWarning('another module', 'ExperimentalWarning');
await database.close();
console.log(`${entries} ${broken.length}`);
