// A process on some version of Node: it adds a consent to a SQLite file, and prints the number of consents and of broken chains. It warns once,
// so that a test sees the warnings of this process. `<file> <name>`
import process from 'node:process';
import { sqliteStore } from '../../../src/server/sqlite/engine.js';
import { sampleConsent } from '../consent/consent-samples.js';

const [file, name] = process.argv.slice(2);
const { append, consents, close } = sqliteStore(file!);
await append(sampleConsent('jane', { servedId: name }));
const { entries, broken } = await consents.check();
process.emitWarning('another module', 'ExperimentalWarning');
await close();
console.log(`${entries} ${broken.length}`);
