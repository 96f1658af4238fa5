// What bench/consents.mjs measures, each in a process of its own: `<task> <facts as JSON>`.
import path from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

const [task, json] = process.argv.slice(2);
const { kind, file, dist, count, readers } = JSON.parse(json);
const { fileConsents } = await import(pathToFileURL(path.join(dist, 'server/node.js')));
const { sqliteConsents } = await import('../examples/consents-sqlite/consents.mjs');
const open = () => (kind === 'sqlite' ? sqliteConsents(file) : fileConsents(file));
const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];
const memory = () => (globalThis.gc(), globalThis.gc(), process.memoryUsage().rss / 1e6);
const since = (begun) => performance.now() - begun;

const changed = (about, number) => ({
  entry_id: `entry-${number}`,
  about,
  at: new Date().toISOString(),
  event: 'changed',
  call: 'prequalify',
});

const tasks = {
  async rows() {
    const { default: Database } = await import('libsql');
    sqliteConsents(file).close();
    const database = new Database(file);
    const add = database.prepare('INSERT INTO consents (about, entry) VALUES (?, ?)');
    database.exec('BEGIN');
    for (let line = 1; line <= count; line++) {
      const who = line <= 7201 && count > 10_000 ? 'subject:heavy' : `subject:user-${line >> 1}`;
      add.run(who, JSON.stringify(changed(who, line)));
    }
    database.exec('COMMIT');
    database.close();
  },
  async start() {
    const before = memory();
    const begun = performance.now();
    const store = open();
    await store.about('subject:user-4000');
    const seconds = since(begun) / 1000;
    // An index is kept when it is made.
    await store.ready?.();
    return { seconds, megabytes: memory() - before };
  },
  async lookup() {
    const store = open();
    await store.about('subject:nobody');
    const times = [];
    for (let user = 3700; user < 4300; user++) {
      const begun = performance.now();
      await store.about(`subject:user-${user}`);
      times.push(since(begun));
    }
    return { milliseconds: median(times) };
  },
  /** One subject’s lookup while that of another one with a long history is asked for again and again. */
  async others() {
    const store = open();
    await store.about('subject:heavy');
    const over = new AbortController();
    const reading = Array.from({ length: readers }, async () => {
      for (; !over.signal.aborted; await pause(0)) await store.about('subject:heavy');
    });
    const times = [];
    for (let user = 3700; user < 3720; user++) {
      const begun = performance.now();
      await store.about(`subject:user-${user}`);
      times.push(since(begun));
    }
    over.abort();
    await Promise.all(reading);
    return { milliseconds: median(times) };
  },
  async append() {
    const store = open();
    await store.append(changed('subject:first', 0));
    const rate = async (rounds, size) => {
      const begun = performance.now();
      for (let round = 0; round < rounds; round++)
        await Promise.all(Array.from({ length: size }, (_, at) => store.append(changed(`subject:${at}`, round))));
      return (rounds * size) / (since(begun) / 1000);
    };
    await rate(20, 1);
    return { single: await rate(300, 1), parallel: await rate(100, 32) };
  },
};

process.send((await tasks[task]()) ?? {}, () => process.exit());
