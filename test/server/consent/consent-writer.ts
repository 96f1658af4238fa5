// A process that appends consents of one subject. Arguments: `<file> <subject> <count>`. It prints the number of each stored consent.
import fs from 'node:fs';
import process from 'node:process';
import { fileConsents } from '../../../src/server/node/index.js';
import { sampleConsent } from './consent-samples.js';

const [file, subject, count] = process.argv.slice(2);
const store = fileConsents(file!);
let next = 0;
/** Eight of these run in parallel, so that the store writes several entries at once. */
const append = async () => {
  for (let number = next++; number < Number(count); number = next++) {
    await store.append(sampleConsent(subject!, { servedId: `${number}` }));
    // Synchronously: the process may be killed at any time, and the test relies on each printed number.
    fs.writeSync(1, `${number}\n`);
  }
};
await Promise.all(Array.from({ length: 8 }, append));
