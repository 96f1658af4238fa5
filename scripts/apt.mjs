// Installs Debian packages that some tests need and that npm does not have.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { run } from './setup.mjs';

export function runs(command, ...args) {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}

/** Returns true if the command is on the PATH. Some machines have no `which`. */
export const isOnPath = (command) =>
  (process.env.PATH ?? '').split(path.delimiter).some((folder) => folder && fs.existsSync(path.join(folder, command)));

export function whyAptCannotInstall() {
  if (process.platform !== 'linux' || !runs('apt-get', '--version')) return 'apt-get is only on Debian and Ubuntu';
  return process.getuid() === 0 ? undefined : 'apt-get needs root';
}

/** Runs apt-get. Throws an error with its output if it fails. */
export const apt = (...args) => run('apt-get', args, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
