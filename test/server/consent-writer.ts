// A process that appends consents of one subject: `<file> <subject> <count>`. It prints the number of each that was acknowledged.
import fs from 'node:fs';
import process from 'node:process';
import { fileConsents } from '../../src/server/node.js';
import { sampleConsent } from './consent-samples.js';

const [file, subject, count] = process.argv.slice(2);
const store = fileConsents(file!);
let next = 0;
/** Eight at a time: what comes while others are written is written together. */
const append = async () => {
  for (let number = next++; number < Number(count); number = next++) {
    await store.append(sampleConsent(subject!, { served_id: `${number}` }));
    // At once, not when the process has time for it: what is acknowledged is counted on.
    fs.writeSync(1, `${number}\n`);
  }
};
await Promise.all(Array.from({ length: 8 }, append));
