// Debian's packages, for what tests need and npm has not.
import { spawnSync } from 'node:child_process';
import process from 'node:process';

/** Whether a command runs here. */
export function works(command, ...args) {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}

/** Why nothing can be installed here, if nothing can. */
export function whyNoApt() {
  if (process.platform !== 'linux' || !works('apt-get', '--version')) return 'that works on Debian and Ubuntu only';
  return process.getuid() === 0 ? undefined : 'that needs root';
}

/** Runs apt-get, and says what it said where it failed. */
export function apt(...args) {
  const { status, stdout, stderr } = spawnSync('apt-get', args, {
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    maxBuffer: Infinity,
  });
  if (status !== 0) {
    throw new Error(
      `${stdout}${stderr}\napt-get ${args.join(' ')} failed: mend what the lines above name, and run the command again.`,
    );
  }
}
