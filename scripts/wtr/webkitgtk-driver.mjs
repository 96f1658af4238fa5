// Starts the programs that WebKitGTK needs in addition to the window: an X display and WebKitWebDriver.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { isOnPath, runs } from '../apt.mjs';
import { freePort } from '../free-port.mjs';

export const windowProgram = fileURLToPath(new URL('./webkitgtk-window.py', import.meta.url));

/** The window's first line also uses this Python: another Python on the PATH may not have Debian's gi module. */
const PYTHON = '/usr/bin/python3';

export function isWebKitGtkInstalled() {
  return (
    isOnPath('WebKitWebDriver') &&
    isOnPath('Xvfb') &&
    runs(PYTHON, '-c', 'import gi; gi.require_version("Gtk", "3.0"); gi.require_version("WebKit2", "4.1")')
  );
}

export async function startDisplay() {
  const args = ['-displayfd', '3', '-screen', '0', '1600x1400x24', '-nolisten', 'tcp', '-noreset'];
  const child = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const exited = once(child, 'exit').then(([code]) => {
    throw new Error(
      `Xvfb exited with code ${code} before it opened a display. Run \`Xvfb -displayfd 1\` to see the cause.`,
    );
  });
  exited.catch(() => {}); // Xvfb also exits at the end of the tests. That is not an error.
  const [number] = await Promise.race([once(child.stdio[3], 'data'), exited]);
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
  throw new Error('WebKitWebDriver did not answer within 10 seconds. Run `WebKitWebDriver -p 4444` to see the cause.');
}

async function isReady(port) {
  try {
    return (await fetch(`http://127.0.0.1:${port}/status`)).ok;
  } catch {
    return false;
  }
}
