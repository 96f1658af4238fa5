// `node scripts/versions.mjs` runs the tests of the stores on each supported line of Node, and lets each read the SQLite file that the others
// have written. It installs the versions from the npm package `node`, once, and names those that it cannot install.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fail, npmCommand, root } from './setup.mjs';

/** 20 has no SQLite, so it uses `libsql`. 22.13 is the oldest version with SQLite. */
const VERSIONS = ['20', '22.13.0', '24', '26'];

/** Returns the program of a version, after installing it if necessary, or `undefined`. */
function findNode(version) {
  if (process.version.startsWith(`v${version}.`)) return process.execPath;
  const folder = path.join(root, 'node_modules/.cache/node-versions', version);
  const program = path.join(folder, 'node_modules/node/bin/node');
  if (!fs.existsSync(program)) {
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(path.join(folder, 'package.json'), '{ "private": true }');
    const [command, args, options] = npmCommand(['install', '--no-audit', '--no-fund', `node@${version}`]);
    spawnSync(command, args, { cwd: folder, ...options });
  }
  return fs.existsSync(program) ? program : undefined;
}

function run(program, ...args) {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: root, encoding: 'utf8', maxBuffer: Infinity });
  return { status, stdout, stderr };
}

/** Adds an entry to the file with this version. It must see all earlier ones, and print no warning but its own. */
function addEntry(program, file, expected) {
  const script = path.join(root, 'test/server/records/node-version.ts');
  const { stdout, stderr } = run(program, '--import', 'tsx', script, file, program);
  if (stdout !== `${expected} 0\n`)
    throw new Error(`The file has other consents than the ${expected} that were written: ${stdout}${stderr}`);
  if (/SQLite/.test(stderr) || !/another module/.test(stderr)) throw new Error(`It printed other warnings: ${stderr}`);
}

try {
  const found = VERSIONS.map((version) => ({ version, program: findNode(version) }));
  const missing = found.filter(({ program }) => !program).map(({ version }) => version);
  if (missing.length > 0) console.log(`Node ${missing.join(', ')} could not be installed, and was not tested.`);
  const versions = found.filter(({ program }) => program);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lending-node-versions-'));
  try {
    let entries = 0;
    for (const _ of [1, 2])
      for (const { program } of versions) addEntry(program, path.join(folder, 'lending.db'), ++entries);
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
  console.log(`Node ${versions.map(({ version }) => version).join(', ')} read and write one SQLite file.`);
  for (const { version, program } of versions) {
    const { status, stdout, stderr } = run(program, 'scripts/run-tests.mjs', 'node', 'test/server/records');
    if (status !== 0) throw new Error(`${stdout}${stderr}\nThe tests of the stores fail on Node ${version}.`);
    console.log(`Node ${version}: ${/pass \d+/.exec(stdout)?.[0]}`);
  }
} catch (error) {
  fail(error);
}
