// Runs the Node tests. `--e2e` runs the end-to-end tests instead. `--short` runs only the files of `npm test`, `--long` those
// of the short form of `npm run verify`. `--again` runs a file that has failed once more, alone. Paths run only these files or folders.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { MOST_AGAIN, reportUnstable } from './again.mjs';
import { STUCK } from './failed-files.mjs';
import { fail, root } from './setup.mjs';
import { isLong, isShort, needsProcess, runsAlone, testFiles } from './test-files.mjs';

const IN_ONE_PROCESS = fileURLToPath(new URL('import-tests.mjs', import.meta.url));

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
  const { code, failed } = await runFiles(files, e2e);
  const mayRunAgain = values.again && failed.length > 0 && failed.length <= MOST_AGAIN;
  process.exitCode = mayRunAgain ? await runAgain(failed) : code;
} catch (error) {
  fail(error);
}

/**
 * Runs files in groups. The Node tests of a folder share a process, except files whose names say that they need their own. Two end-to-end
 * tests can run at the same time, because each has its own browser and servers.
 */
async function runFiles(files, e2e) {
  const node = files.filter((file) => !e2e.includes(file));
  const results = [];
  for (const folder of folders(node.filter((file) => !needsProcess(file)))) results.push(...(await runFolder(folder)));
  const groups = [
    ['--test', ...node.filter(needsProcess)],
    ['--test', '--test-concurrency=2', ...files.filter((file) => e2e.includes(file) && !runsAlone(file))],
    ['--test', '--test-concurrency=1', ...files.filter((file) => e2e.includes(file) && runsAlone(file))],
  ];
  for (const group of groups) if (/\.test\.\w+$/.test(group.at(-1))) results.push(await runGroup(group));
  return {
    code: results.find(({ code }) => code !== 0)?.code ?? 0,
    failed: results.flatMap((result) => result.failed),
  };
}

/** Runs files in one process. If a test of one file hangs, the process ends, and the files that have not failed run again. */
async function runFolder(files) {
  const result = await runGroup([IN_ONE_PROCESS, ...files]);
  const rest = files.filter((file) => !result.failed.includes(path.join(root, file)));
  const isStuck = result.code === STUCK && rest.length > 0 && rest.length < files.length;
  return isStuck ? [result, ...(await runFolder(rest))] : [result];
}

/** Returns a list for each folder of test/, and one for the files in test/ itself. */
function folders(files) {
  const groups = new Map();
  for (const file of files) {
    const [, folder, ...below] = file.split('/');
    const key = below.length ? folder : '';
    groups.set(key, [...(groups.get(key) ?? []), file]);
  }
  return [...groups.values()];
}

/** Runs Node with these arguments. Returns the exit code, and the files that have failed. */
async function runGroup(argv) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lending-tests-'));
  const list = path.join(folder, 'failed.txt');
  try {
    const reporters = [
      '--test-reporter=spec',
      '--test-reporter-destination=stdout',
      `--test-reporter=${new URL('failed-files.mjs', import.meta.url)}`,
      `--test-reporter-destination=${list}`,
    ];
    // No group or file takes half as long. A test that hangs is ended, so that the failure is reported.
    const all = ['--import', 'tsx', '--test-timeout=1200000', ...reporters, ...argv];
    const child = spawn(process.execPath, all, { cwd: root, stdio: 'inherit', timeout: 1_800_000 });
    const code = await new Promise((resolve) => child.on('close', (status) => resolve(status ?? 1)));
    return { code, failed: fs.readFileSync(list, 'utf8').split('\n').filter(Boolean) };
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

async function runAgain(failed) {
  const names = failed.map((file) => path.relative(root, file));
  console.log(`\nThese files failed, and run once more: ${names.join(', ')}`);
  const { code } = await runGroup(['--test', '--test-concurrency=1', ...failed]);
  reportUnstable(names, code);
  return code;
}
