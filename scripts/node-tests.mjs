// Runs the Node tests. `--e2e` runs the end-to-end tests instead. `--short` runs only the files of `npm test`, `--long` those
// of the short form of `npm run verify`. `--again` runs a file that has failed once more, alone. Paths run only these files or folders.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { MOST_AGAIN, reportUnstable } from './again.mjs';
import { fail, root } from './setup.mjs';
import { isLong, isShort, runsAlone, testFiles } from './test-files.mjs';

try {
  const flag = { type: 'boolean' };
  const { values, positionals } = parseArgs({
    options: { e2e: flag, short: flag, long: flag, again: flag },
    allowPositionals: true,
  });
  const { node, e2e } = testFiles(positionals.length ? positionals : undefined);
  const isWanted = (file) => !(values.short && !isShort(file)) && !(values.long && !isLong(file));
  const files = (values.e2e ? e2e : positionals.length ? [...node, ...e2e] : node).filter(isWanted);
  if (!files.length) throw new Error(`The given paths contain no ${values.e2e ? 'end-to-end' : 'Node'} tests.`);
  const { code, failed } = await runFiles(files, e2e, values.long ? ['--test-concurrency=1'] : []);
  const mayRunAgain = values.again && failed.length > 0 && failed.length <= MOST_AGAIN;
  process.exitCode = mayRunAgain ? await runAgain(failed) : code;
} catch (error) {
  fail(error);
}

/**
 * Runs files in groups. Two end-to-end tests can run at the same time, because each has its own browser and servers. The long Node tests
 * run one at a time: `npm run verify` runs them next to two browsers.
 */
async function runFiles(files, e2e, options) {
  const groups = [
    { files: files.filter((file) => !e2e.includes(file)), options },
    { files: files.filter((file) => e2e.includes(file) && !runsAlone(file)), options: ['--test-concurrency=2'] },
    { files: files.filter((file) => e2e.includes(file) && runsAlone(file)), options: ['--test-concurrency=1'] },
  ];
  const results = [];
  for (const group of groups) if (group.files.length) results.push(await runGroup(group.files, group.options));
  return {
    code: results.find(({ code }) => code !== 0)?.code ?? 0,
    failed: results.flatMap((result) => result.failed),
  };
}

/** Returns the exit code, and the files that have failed. */
async function runGroup(files, options) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lending-tests-'));
  const list = path.join(folder, 'failed.txt');
  try {
    const reporters = [
      '--test-reporter=spec',
      '--test-reporter-destination=stdout',
      `--test-reporter=${new URL('failed-files.mjs', import.meta.url)}`,
      `--test-reporter-destination=${list}`,
    ];
    const argv = ['--import', 'tsx', '--test', ...reporters, ...options, ...files];
    const child = spawn(process.execPath, argv, { cwd: root, stdio: 'inherit' });
    const code = await new Promise((resolve) => child.on('close', (status) => resolve(status ?? 1)));
    return { code, failed: fs.readFileSync(list, 'utf8').split('\n').filter(Boolean) };
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

async function runAgain(failed) {
  const names = failed.map((file) => path.relative(root, file));
  console.log(`\nThese files failed, and run once more: ${names.join(', ')}`);
  const { code } = await runGroup(failed, ['--test-concurrency=1']);
  reportUnstable(names, code);
  return code;
}
