// Runs the tests of one runner: `node scripts/run-tests.mjs components`, `node` or `e2e`. Paths run only these files or folders. `--short`
// runs only the files of `npm test`, `--long` those of the short form of `npm run verify`. `--half=0` runs every second file, and
// `--half=1` the others. `--again` runs a file that has failed once more, alone. ENGINES has the engines of the component tests.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { fail, freePort, root } from './setup.mjs';
import { filesToRepeat, isLong, isShort, needsProcess, runsAlone, testFiles } from './test-files.mjs';

const WTR = path.join(root, 'node_modules/@web/test-runner/dist/bin.js');
const IN_ONE_PROCESS = fileURLToPath(new URL('import-tests.mjs', import.meta.url));
const REPORTER = new URL('test-files.mjs', import.meta.url);

const RUNNERS = { components: runComponents, node: runNode, e2e: runE2e };

try {
  const flag = { type: 'boolean' };
  const { values, positionals } = parseArgs({
    options: { short: flag, long: flag, again: flag, half: { type: 'string' } },
    allowPositionals: true,
  });
  const [runner, ...places] = positionals;
  const found = testFiles(places.length ? places : undefined)[runner];
  const files = found
    .filter((file) => !(values.short && !isShort(file)) && !(values.long && !isLong(file)))
    .filter((_, at) => values.half === undefined || at % 2 === Number(values.half));
  if (!files.length) throw new Error(`The given paths contain no tests of the runner “${runner}”.`);
  const { code, failed } = await RUNNERS[runner](files);
  const again = values.again ? filesToRepeat(failed, files) : [];
  process.exitCode = again.length ? await runAgain(runner, again) : code;
} catch (error) {
  fail(error);
}

async function runAgain(runner, failed) {
  console.log(`\nThese files failed, and run once more: ${failed.join(', ')}`);
  const { code } = runner === 'components' ? await runComponents(failed) : await runTests(failed, 1);
  if (code === 0)
    console.log(`\nUnstable: ${failed.join(', ')} failed, and passed when run again. The first failure is above.`);
  return code;
}

/** Another half may run at the same time, so the port is free. */
async function runComponents(files) {
  const port = await freePort();
  return start(() => [WTR, '--port', `${port}`, ...files]);
}

/** The Node tests of a folder share a process, except files whose names say that they need their own. */
async function runNode(files) {
  const results = [];
  for (const folder of folders(files.filter((file) => !needsProcess(file))))
    results.push(await startNode([IN_ONE_PROCESS, ...folder]));
  return together([...results, await runTests(files.filter(needsProcess))]);
}

/** Two end-to-end tests can run at the same time, because each has its own browser and servers. */
async function runE2e(files) {
  const others = files.filter((file) => !runsAlone(file));
  return together([await runTests(others, 2), await runTests(files.filter(runsAlone), 1)]);
}

function together(results) {
  const code = results.find((result) => result.code !== 0)?.code ?? 0;
  return { code, failed: results.flatMap(({ failed }) => failed) };
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

/** Runs each file in its own process, so many at the same time. */
function runTests(files, concurrency) {
  if (!files.length) return { code: 0, failed: [] };
  return startNode(['--test', ...(concurrency ? [`--test-concurrency=${concurrency}`] : []), ...files]);
}

function startNode(argv) {
  const options = ['--import', 'tsx', '--test-timeout=1200000', '--test-reporter=spec', `--test-reporter=${REPORTER}`];
  const outputs = ['--test-reporter-destination=stdout', '--test-reporter-destination'];
  // No group or file needs half of this time. A test that hangs is ended, so that the failure is reported.
  return start((list) => [...options, ...outputs, list, ...argv], { timeout: 1_800_000 });
}

/** Runs Node. Returns the exit code, and the files that have failed, of which a reporter writes the list. */
async function start(argv, options) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lending-tests-'));
  const list = path.join(folder, 'failed.txt');
  const env = { ...process.env, FAILED_FILES: list };
  try {
    const child = spawn(process.execPath, argv(list), { cwd: root, stdio: 'inherit', env, ...options });
    const code = await new Promise((resolve) => child.on('close', (status) => resolve(status ?? 1)));
    const lines = fs.existsSync(list) ? fs.readFileSync(list, 'utf8').split('\n').filter(Boolean) : [];
    return { code, failed: [...new Set(lines)].map((file) => path.relative(root, file).split(path.sep).join('/')) };
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}
