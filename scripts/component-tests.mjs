// Runs the component tests in the engines of ENGINES. `--short` runs only the files of `npm test`, `--long` the others. `--again`
// runs a file that has failed once more, alone, in the engine in which it failed. `--half=0` runs every second file, and `--half=1` the
// others. Paths run only these files.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { MOST_AGAIN, reportUnstable } from './again.mjs';
import { freePort } from './free-port.mjs';
import { fail, root } from './setup.mjs';
import { longTests, shortTests } from './test-files.mjs';

const WTR = path.join(root, 'node_modules/@web/test-runner/dist/bin.js');

try {
  const flag = { type: 'boolean' };
  const { values, positionals } = parseArgs({
    options: { short: flag, long: flag, again: flag, half: { type: 'string' } },
    allowPositionals: true,
  });
  const files = filesOf(values) ?? positionals;
  const isIn = (file, at) => values.half === undefined || at % 2 === Number(values.half);
  const first = await run(files.filter(isIn), process.env.ENGINES);
  const { failed } = first;
  const mayRunAgain = values.again && failed.length > 0 && failed.length <= MOST_AGAIN;
  process.exitCode = mayRunAgain ? await runAgain(failed) : first.code;
} catch (error) {
  fail(error);
}

function filesOf({ short, long }) {
  if (short) return shortTests().components;
  return long ? longTests().components : undefined;
}

/** Returns the exit code, and the file and the engine of each failure. */
async function run(files, engines) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lending-tests-'));
  const list = path.join(folder, 'failed.txt');
  try {
    const env = { ...process.env, FAILED_SESSIONS: list, ...(engines && { ENGINES: engines }) };
    // Another half may run at the same time.
    const port = ['--port', `${await freePort()}`];
    const child = spawn(process.execPath, [WTR, ...port, ...files], { cwd: root, stdio: 'inherit', env });
    const code = await new Promise((resolve) => child.on('close', (status) => resolve(status ?? 1)));
    const lines = fs.existsSync(list) ? fs.readFileSync(list, 'utf8').split('\n').filter(Boolean) : [];
    return { code, failed: lines.map((line) => line.split('\t')) };
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

async function runAgain(failed) {
  let worst = 0;
  for (const [file, browser] of failed) {
    const { code } = await run([path.relative(root, file)], engineOf(browser));
    worst ||= code;
  }
  reportUnstable(
    failed.map(([file, browser]) => `${path.relative(root, file)} in ${browser}`),
    worst,
  );
  return worst;
}

function engineOf(browser) {
  if (/webkit/i.test(browser)) return 'webkit';
  return /firefox/i.test(browser) ? 'firefox' : 'chromium';
}
