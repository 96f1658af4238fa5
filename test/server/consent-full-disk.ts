// A process whose files may grow to a limit only, as on a full disk: what is written beyond it is written in part, and fails.
import fs from 'node:fs';
import process from 'node:process';
import { fileConsents } from '../../src/server/node.js';
import { sampleConsent } from './consent-samples.js';

const [file] = process.argv.slice(2);
const store = fileConsents(file!);
const size = () => fs.statSync(file!).size;
const report: unknown[] = [];
await store.append(sampleConsent('jane', { served_id: 'first' }));
const before = size();
const { notice } = sampleConsent('jane');
const long = sampleConsent('jane', { served_id: 'long', notice: { ...notice!, text: 'x'.repeat(20_000) } });
report.push(await store.append(long).catch((error: NodeJS.ErrnoException) => error.code), size() - before);
await store.append(sampleConsent('jane', { served_id: 'second' }));
report.push((await store.about('subject:jane')).map(({ served_id }) => served_id));
console.log(JSON.stringify(report));
