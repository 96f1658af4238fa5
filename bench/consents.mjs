// `npm run bench:consents`: measures a consent store with a million lines: the time and memory of a start, the time of a lookup
// as others' records grow, and the rate of appends one after the other and in parallel. Each figure is measured in its own
// process. The times depend on the machine, the ratios much less. `--lines 100000` uses fewer lines. `--against <folder>` also
// measures the `dist` folder of another build.
import { fork } from 'node:child_process';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { lines: { type: 'string' }, against: { type: 'string' } } });
const LINES = Number(values.lines ?? 1e6);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bench-consents-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }));

const text = 'We share your data with lenders, who ask credit reference agencies about you. '.repeat(30);
const notice = { id: 'default', links: [], locale: 'en', providers: [], sha256: 'a'.repeat(64), text, version: '1' };
const about = 'notice:["default","1","en"]';
const at = '2026-11-21T14:05:09.123Z';

/** Returns an entry in canonical JSON, as a store writes it. Every tenth entry is a consent, the others are changes. */
const entryOf = (subject, number) =>
  JSON.stringify(
    number % 10 === 0
      ? { about: subject, at, entryId: `entry-${number}`, event: 'given', notice: 1, servedId: `serving-${number}` }
      : { about: subject, at, call: 'prequalify', entryId: `entry-${number}`, event: 'changed' },
  );

/** Writes a file with `count` lines: `heavy` lines about one subject, and at most two about each other subject. */
function writeLines(file, count, heavy = 0) {
  const out = fs.openSync(file, 'w');
  let previous = '0'.repeat(64);
  let buffer = '';
  for (let line = 1; line <= count; line++) {
    const subject = line <= heavy + 1 ? 'subject:heavy' : `subject:user-${line >> 1}`;
    const first = { about, at, entryId: 'first', event: 'served', notice };
    const entry = line === 1 ? JSON.stringify(first) : entryOf(subject, line);
    const digest = hash('sha256', `{"entry":${entry},"line":${line},"previous":"${previous}"}`);
    buffer += `{"entry":${entry},"hash":"${digest}","line":${line},"previous":"${previous}"}\n`;
    previous = digest;
    if (buffer.length > 1e6 || line === count) {
      fs.writeSync(out, buffer);
      buffer = '';
    }
  }
  fs.closeSync(out);
}

function writeRows(file, count) {
  return run('rows', { file, count });
}

async function run(task, facts, dist = 'dist') {
  const script = fileURLToPath(new URL('consent-tasks.mjs', import.meta.url));
  const child = fork(script, [task, JSON.stringify({ ...facts, dist: path.resolve(dist) })], {
    execArgv: ['--expose-gc'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [answer] = await once(child, 'message');
  await once(child, 'exit');
  return answer;
}

const stores = [
  ...(values.against ? [['against', 'file', values.against]] : []),
  ['file', 'file', 'dist'],
  ['libsql', 'sqlite', 'dist'],
];

const results = {};
for (const [name, kind, dist] of stores) {
  const file = path.join(folder, name);
  const few = path.join(folder, `${name}-few`);
  if (kind === 'file') writeLines(file, LINES, 7200);
  else await writeRows(file, LINES);
  if (kind === 'file') writeLines(few, 10_000);
  else await writeRows(few, 10_000);
  const row = (results[name] = {});
  const facts = { kind, file };
  const first = await run('start', facts, dist);
  if (kind === 'file') row['start without an index, s'] = first.seconds;
  const restarted = await run('start', facts, dist);
  row['first call after a start, s'] = restarted.seconds;
  row['memory added, MB'] = restarted.megabytes;
  const perLookup = (await run('lookup', facts, dist)).milliseconds;
  const perLookupOfFew = (await run('lookup', { kind, file: few }, dist)).milliseconds;
  row['lookup of 2 lines, ms'] = perLookup;
  row['… ratio to the same with 10,000 lines'] = perLookup / perLookupOfFew;
  const alone = (await run('others', { ...facts, readers: 0 }, dist)).milliseconds;
  const concurrent = (await run('others', { ...facts, readers: 2 }, dist)).milliseconds;
  row['lookup while one subject with 7200 lines is read, ms'] = concurrent;
  row['… ratio to the same without other readers'] = concurrent / alone;
  const appends = await run('append', { kind, file: `${few}-append` }, dist);
  row['appends one after the other, 1/s'] = appends.single;
  row['32 appends at once, 1/s'] = appends.parallel;
  row['… ratio to one after the other'] = appends.parallel / appends.single;
}

const formatted = (value) => (value === undefined ? '-' : value >= 100 ? value.toFixed(0) : value.toPrecision(3));
console.log(`${LINES} lines, Node ${process.version}, ${os.cpus().length} × ${os.cpus()[0].model}`);
console.table(
  Object.fromEntries(
    Object.keys(Object.assign({}, ...Object.values(results))).map((row) => [
      row,
      Object.fromEntries(stores.map(([name]) => [name, formatted(results[name][row])])),
    ]),
  ),
);
