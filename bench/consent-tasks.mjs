// The measurements of bench/consents.mjs. Each runs in its own process: `<task> <options as JSON>`.
import { hash } from 'node:crypto';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

const [task, json] = process.argv.slice(2);
const { file, dist, count, readers, pause: longest } = JSON.parse(json);
const { sqliteStore } = await import(pathToFileURL(path.join(dist, 'server/node/index.js')));
const open = () => sqliteStore(file);
const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];
const memory = () => (globalThis.gc(), globalThis.gc(), process.memoryUsage().rss / 1e6);
const since = (started) => performance.now() - started;

const changed = (about, number) => ({
  entryId: `entry-${number}`,
  about,
  at: new Date().toISOString(),
  event: 'changed',
  call: 'prequalify',
});

const tasks = {
  /** Writes rows as the store does, but a million of them in one transaction. */
  async rows() {
    const { default: Database } = await import('libsql');
    const { ready, close } = open();
    await ready();
    await close();
    const database = new Database(file);
    const add = database.prepare(
      `INSERT INTO consents (namespace, about_sha256, place, entry, hash) VALUES ('default', ?, ?, ?, ?)`,
    );
    const ends = new Map();
    database.exec('BEGIN');
    for (let line = 1; line <= count; line++) {
      const subject = line <= 7201 && count > 10_000 ? 'subject:heavy' : `subject:user-${line >> 1}`;
      const { place = 0, previous = '0'.repeat(64) } = ends.get(subject) ?? {};
      const entry = JSON.stringify(changed(subject, line));
      const own = hash('sha256', [previous, place + 1, '', entry].join('\n'));
      ends.set(subject, { place: place + 1, previous: own });
      add.run(hash('sha256', subject), place + 1, entry, own);
    }
    database.exec('COMMIT');
    database.close();
  },
  async start() {
    const before = memory();
    const started = performance.now();
    await open().entries('subject:user-4000');
    const seconds = since(started) / 1000;
    return { seconds, megabytes: memory() - before };
  },
  async lookup() {
    const store = open();
    await store.entries('subject:nobody');
    const times = [];
    for (let user = 3700; user < 4300; user++) {
      const started = performance.now();
      await store.entries(`subject:user-${user}`);
      times.push(since(started));
    }
    return { milliseconds: median(times) };
  },
  /** Measures lookups of one subject while other lookups continuously read a subject with a long history. */
  async others() {
    const store = open();
    await store.entries('subject:heavy');
    const ended = new AbortController();
    const reading = Array.from({ length: readers }, async () => {
      for (; !ended.signal.aborted; await pause(0)) await store.entries('subject:heavy');
    });
    const times = [];
    for (let user = 3700; user < 3720; user++) {
      const started = performance.now();
      await store.entries(`subject:user-${user}`);
      times.push(since(started));
    }
    ended.abort();
    await Promise.all(reading);
    return { milliseconds: median(times) };
  },
  async append() {
    const store = open();
    await store.append(changed('subject:first', 0));
    const rate = async (rounds, size) => {
      const started = performance.now();
      for (let round = 0; round < rounds; round++)
        await Promise.all(Array.from({ length: size }, (_, at) => store.append(changed(`subject:${at}`, round))));
      return (rounds * size) / (since(started) / 1000);
    };
    await rate(20, 1);
    return { single: await rate(300, 1), parallel: await rate(100, 32) };
  },
  /** Measures the delay of the event loop while 32 applicants add entries, each after a random pause of at most `longest` milliseconds. */
  async delay() {
    const store = open();
    await store.append(changed('subject:first', 0));
    const delays = monitorEventLoopDelay({ resolution: 1 });
    delays.enable();
    const end = performance.now() + 3000;
    const add = async (at) => {
      for (let number = 0; performance.now() < end; number++) {
        await store.append(changed(`subject:${at}`, number));
        if (longest > 0) await pause(Math.random() * longest);
      }
    };
    await Promise.all(Array.from({ length: 32 }, (_, at) => add(at)));
    delays.disable();
    return { half: delays.percentile(50) / 1e6, most: delays.percentile(99) / 1e6 };
  },
};

process.send((await tasks[task]()) ?? {}, () => process.exit());
