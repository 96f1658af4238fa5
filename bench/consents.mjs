// `npm run bench:consents`: a store of consents with a million lines. How long its start takes and how much memory, what a lookup
// costs as others' records grow, and what appends share. Each figure is measured in a process of its own; times depend on the
// machine, the ratios hardly do. `--lines 100000` takes fewer lines, `--against <folder>` another build's `dist` as well.
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

/** An entry in canonical JSON, as a store writes it: every tenth is a consent, and most are changes. */
const entryOf = (subject, number) =>
  JSON.stringify(
    number % 10 === 0
      ? { about: subject, at, entry_id: `entry-${number}`, event: 'given', notice: 1, served_id: `serving-${number}` }
      : { about: subject, at, call: 'prequalify', entry_id: `entry-${number}`, event: 'changed' },
  );

/** A file with so many lines about half as many subjects: nobody has more than two but `heavy`, who has 7200. */
function writeLines(file, count, heavy = 0) {
  const out = fs.openSync(file, 'w');
  let previous = '0'.repeat(64);
  let waiting = '';
  for (let line = 1; line <= count; line++) {
    const who = line <= heavy + 1 ? 'subject:heavy' : `subject:user-${line >> 1}`;
    const first = { about, at, entry_id: 'first', event: 'served', notice };
    const entry = line === 1 ? JSON.stringify(first) : entryOf(who, line);
    const digest = hash('sha256', `{"entry":${entry},"line":${line},"previous":"${previous}"}`);
    waiting += `{"entry":${entry},"hash":"${digest}","line":${line},"previous":"${previous}"}\n`;
    previous = digest;
    if (waiting.length > 1e6 || line === count) {
      fs.writeSync(out, waiting);
      waiting = '';
    }
  }
  fs.closeSync(out);
}

function writeRows(file, count) {
  return run('rows', { file, count });
}

/** Does a task in a process of its own, and answers with what it has measured. */
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
  const again = await run('start', facts, dist);
  row['first call after a start, s'] = again.seconds;
  row['memory added, MB'] = again.megabytes;
  const many = (await run('lookup', facts, dist)).milliseconds;
  const less = (await run('lookup', { kind, file: few }, dist)).milliseconds;
  row['lookup of 2 lines, ms'] = many;
  row['… ÷ the same with 10,000 lines'] = many / less;
  const alone = (await run('others', { ...facts, readers: 0 }, dist)).milliseconds;
  const beside = (await run('others', { ...facts, readers: 2 }, dist)).milliseconds;
  row['lookup while one subject with 7200 lines is read, ms'] = beside;
  row['… ÷ the same alone'] = beside / alone;
  const appends = await run('append', { kind, file: `${few}-append` }, dist);
  row['appends one after the other, 1/s'] = appends.single;
  row['32 at once, 1/s'] = appends.parallel;
  row['… ÷ one after the other'] = appends.parallel / appends.single;
}

const shown = (value) => (value === undefined ? '-' : value >= 100 ? value.toFixed(0) : value.toPrecision(3));
console.log(`${LINES} lines, Node ${process.version}, ${os.cpus().length} × ${os.cpus()[0].model}`);
console.table(
  Object.fromEntries(
    Object.keys(Object.assign({}, ...Object.values(results))).map((row) => [
      row,
      Object.fromEntries(stores.map(([name]) => [name, shown(results[name][row])])),
    ]),
  ),
);
