// The programs that WebKitGTK needs beside the window: an X display and WebKitWebDriver.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { works } from '../apt.mjs';
import { freePort } from '../free-port.mjs';

export const windowProgram = fileURLToPath(new URL('./webkitgtk-window.py', import.meta.url));

/** The window's first line names this Python too: one in the user's PATH need not know Debian's gi module. */
const PYTHON = '/usr/bin/python3';

export function isWebKitGtkInstalled() {
  return (
    works('which', 'WebKitWebDriver') &&
    works('which', 'Xvfb') &&
    works(PYTHON, '-c', 'import gi; gi.require_version("Gtk", "3.0"); gi.require_version("WebKit2", "4.1")')
  );
}

export async function startDisplay() {
  const args = ['-displayfd', '3', '-screen', '0', '1600x1400x24', '-nolisten', 'tcp', '-noreset'];
  const child = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const gone = once(child, 'exit').then(([code]) => {
    throw new Error(`Xvfb ended with code ${code} before it had a display. Run \`Xvfb -displayfd 1\` to see why.`);
  });
  gone.catch(() => {}); // It also ends, rightly, when the tests are done.
  const [number] = await Promise.race([once(child.stdio[3], 'data'), gone]);
  return { child, name: `:${String(number).trim()}` };
}

export async function startDriver(display, home) {
  const port = await freePort();
  const child = spawn('WebKitWebDriver', ['-p', String(port), '--host=127.0.0.1'], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: display,
      GDK_BACKEND: 'x11',
      NO_AT_BRIDGE: '1',
      GIO_USE_VFS: 'local',
      LIBGL_ALWAYS_SOFTWARE: '1',
      XDG_CONFIG_HOME: home,
      XDG_CACHE_HOME: home,
      XDG_DATA_HOME: home,
      LENDING_WINDOW_SOCKET: path.join(home, 'socket'),
    },
  });
  for (const end = Date.now() + 10_000; Date.now() < end;) {
    if (await isReady(port)) return { child, port };
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  child.kill('SIGTERM');
  throw new Error('WebKitWebDriver did not answer within 10 seconds. Run `WebKitWebDriver -p 4444` to see why.');
}

async function isReady(port) {
  try {
    return (await fetch(`http://127.0.0.1:${port}/status`)).ok;
  } catch {
    return false;
  }
}
