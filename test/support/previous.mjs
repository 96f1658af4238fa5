// The package as it was before `serve` existed: the other version of a deployment.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { ROOT } from './dist.mjs';

const COMMIT = '60f1b69df3fc48f0ee3a91968406be77b8e21ab5';
export const PREVIOUS_VERSION = '0.0.9';
const FOLDER = path.join(ROOT, 'artifacts', `previous-${COMMIT}`);

/** Returns the handler's module of the earlier version. It is built once. */
export async function previousServer() {
  if (!fs.existsSync(path.join(FOLDER, 'dist/cdn/integrity.json'))) build();
  return import(pathToFileURL(path.join(FOLDER, 'dist/server/node/index.js')).href);
}

function build() {
  fs.rmSync(FOLDER, { recursive: true, force: true });
  const modules = path.join(FOLDER, 'node_modules');
  fs.mkdirSync(modules, { recursive: true });
  run('tar', ['x', '-C', FOLDER], { input: run('git', ['archive', COMMIT], { cwd: ROOT }) });
  // A folder of links, because the build leaves a mark in it.
  for (const name of fs.readdirSync(path.join(ROOT, 'node_modules')))
    if (name === '.bin' || !name.startsWith('.'))
      fs.symlinkSync(path.join(ROOT, 'node_modules', name), path.join(modules, name));
  for (const file of ['package.json', 'src/version.ts'].map((name) => path.join(FOLDER, name)))
    fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace('0.1.0', PREVIOUS_VERSION));
  run(process.execPath, ['scripts/build.mjs'], { cwd: FOLDER });
}

function run(command, args, options) {
  const { status, stdout, stderr } = spawnSync(command, args, { maxBuffer: 2 ** 28, ...options });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`);
  return stdout;
}
