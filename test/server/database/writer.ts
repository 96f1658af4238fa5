// A process that uses a SQLite file: `<file> append <about> <count>`, which prints the number of each stored consent, or
// `<file> lock <key>`, which takes the lock, and prints whether it has it, then and for each line of its input.
import fs from 'node:fs';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { sqliteStore } from '../../../src/server/sqlite/engine.js';
import { openKept } from '../../../src/server/store/kept.js';
import { createLocks } from '../../../src/server/store/locks.js';
import { sampleConsent } from '../consent/consent-samples.js';
import { SECRET } from '../setup.js';

const [file, work, key, count] = process.argv.slice(2);
const store = sqliteStore(file!);
// Synchronously: the process may be killed at any time, and the test relies on each line.
const print = (line: unknown) => fs.writeSync(1, `${String(line)}\n`);

let next = 0;
/** Eight of these run in parallel, so that the store writes several entries together. */
async function append() {
  for (let number = next++; number < Number(count); number = next++) {
    await store.append(sampleConsent(key!, { servedId: `${number}` }));
    print(number);
  }
}

if (work === 'append') {
  await Promise.all(Array.from({ length: 8 }, append));
  await store.close();
} else {
  await createLocks(openKept(store, [SECRET]))(key!, async (requireLock) => {
    const holds = () =>
      requireLock().then(
        () => true,
        () => false,
      );
    print(await holds());
    for await (const _ of createInterface({ input: process.stdin })) print(await holds());
  });
}
