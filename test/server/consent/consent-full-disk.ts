// A process with a limit on the size of its files, as on a full disk: a write beyond the limit is written in part, and fails.
import fs from 'node:fs';
import process from 'node:process';
import { fileConsents } from '../../../src/server/node/index.js';
import { sampleConsent } from './consent-samples.js';

const [file] = process.argv.slice(2);
const store = fileConsents(file!);
const size = () => fs.statSync(file!).size;
const report: unknown[] = [];
await store.append(sampleConsent('jane', { servedId: 'first' }));
const before = size();
const { notice } = sampleConsent('jane');
const long = sampleConsent('jane', { servedId: 'long', notice: { ...notice!, text: 'x'.repeat(20_000) } });
report.push(await store.append(long).catch((error: NodeJS.ErrnoException) => error.code), size() - before);
await store.append(sampleConsent('jane', { servedId: 'second' }));
report.push((await store.about('subject:jane')).map(({ servedId }) => servedId));
console.log(JSON.stringify(report));
