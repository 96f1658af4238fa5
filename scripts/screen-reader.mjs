// `npm run test:screen-reader`: the screen reader Orca reads the journey in Firefox and Chromium. It needs Debian's packages, and installs
// them if it may. Let no other work run. `-- firefox` runs one browser; names of tables after it run only these.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { TABLES } from '../test/screen-reader/tables.mjs';
import { apt, ensurePackages, fail, isOnPath, root, whyAptCannotInstall } from './setup.mjs';

const COMMANDS = ['orca', 'firefox-esr', 'chromium', 'Xvfb', 'openbox', 'xdotool', 'dbus-run-session', 'dbus-send'];
const PACKAGES =
  'orca firefox-esr chromium xvfb openbox xdotool dbus dbus-x11 at-spi2-core python3-speechd python3-pyatspi python3-gi ' +
  'gir1.2-wnck-3.0 gir1.2-atspi-2.0 libatk-adaptor fonts-dejavu-core';

/** Installs the packages if a command is missing. */
function ensureReader() {
  const missing = COMMANDS.filter((command) => !isOnPath(command));
  if (missing.length === 0) return;
  const reason = whyAptCannotInstall();
  if (reason) throw new Error(`${missing.join(', ')} missing, and ${reason}. Install: ${PACKAGES}`);
  console.log('Installing a screen reader and two browsers (about two minutes the first time)…');
  apt('update');
  apt('install', '--yes', '--no-install-recommends', ...PACKAGES.split(' '));
}

/** Runs a table in a session of its own, because Orca remembers. Returns false if it failed. If Orca does not speak or find the browser, it runs once more. */
function hear(engine, table, isAgain = false) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'screen-reader-'));
  const session = path.join(root, 'test/screen-reader/session.sh');
  const args = [process.execPath, path.join(root, 'test/screen-reader/run.mjs'), engine, table];
  const { status } = spawnSync(session, args, { stdio: 'inherit', env: { ...process.env, READER_FOLDER: folder } });
  console.log(`Transcript: ${path.join(folder, 'transcript.txt')}`);
  if (status === 3 && !isAgain) return hear(engine, table, true);
  return status === 0;
}

try {
  ensurePackages();
  ensureReader();
  const [first, ...tables] = process.argv.slice(2);
  const failed = [];
  for (const engine of first ? [first] : ['firefox', 'chromium'])
    for (const table of tables.length > 0 ? tables : Object.keys(TABLES))
      if (!hear(engine, table)) failed.push(`${table}, ${engine}`);
  if (failed.length > 0) throw new Error(`Not heard as the tables say: ${failed.join('; ')}. Search for ✖ above.`);
} catch (error) {
  fail(error);
}
