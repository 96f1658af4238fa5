// Drives WebKitGTK: the window of webkitgtk-window.py on a display of its own, with WebKitWebDriver. For web-test-runner, it shows one test
// file after the other in one window.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import { connect } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { freePort, isOnPath, runs } from '../setup.mjs';
import { mediaQueries, waitUntil, withCommands } from './commands.mjs';

const windowProgram = fileURLToPath(new URL('./webkitgtk-window.py', import.meta.url));

/** The window's first line also uses this Python: another Python on the PATH may not have Debian's gi module. */
const PYTHON = '/usr/bin/python3';

export function isWebKitGtkInstalled() {
  return (
    isOnPath('WebKitWebDriver') &&
    isOnPath('Xvfb') &&
    runs(PYTHON, '-c', 'import gi; gi.require_version("Gtk", "3.0"); gi.require_version("WebKit2", "4.1")')
  );
}

/** Starts the driver and its display. It opens one window at a time, each without stored data. */
export async function startWebKitGtk() {
  const home = await fs.mkdtemp(path.join(os.tmpdir(), 'lending-webkit-'));
  const display = await startDisplay();
  const driver = await startDriver(display.name, home);
  return {
    async open() {
      const options = { binary: windowProgram, args: [] };
      const capabilities = { alwaysMatch: { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options } };
      const { sessionId } = await ask(driver.port, 'POST', '/session', { capabilities });
      /** Sends a command of WebDriver. */
      const send = (method, command, ...more) => ask(driver.port, method, `/session/${sessionId}${command}`, ...more);
      return {
        send,
        tell: (message) => tellWindow(home, message),
        close: () => send('DELETE', '').catch(() => undefined), // The window may already be closed.
      };
    },
    async close() {
      for (const { child } of [driver, display]) child.kill('SIGTERM');
      await fs.rm(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Sends the window a command that WebDriver does not have. */
async function tellWindow(home, message) {
  const client = connect(path.join(home, 'socket'));
  client.write(`${JSON.stringify(message)}\n`);
  await once(client, 'data');
  client.destroy();
}

async function ask(port, method, command, body, limit = 60_000) {
  const content = body && { body: JSON.stringify(body) };
  const signal = AbortSignal.timeout(limit);
  const answer = await fetch(`http://127.0.0.1:${port}${command}`, { method, signal, ...content });
  const { value } = await answer.json();
  if (!answer.ok) throw new Error(`WebKitWebDriver ${method} ${command}: ${value.error} ${value.message}`);
  return value;
}

async function startDisplay() {
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

async function startDriver(display, home) {
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
  for (const end = Date.now() + 60_000; Date.now() < end;) {
    if (await isReady(port)) return { child, port };
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  child.kill('SIGTERM');
  throw new Error('WebKitWebDriver did not answer within a minute. Run `WebKitWebDriver -p 4444` to see the cause.');
}

async function isReady(port) {
  try {
    return (await fetch(`http://127.0.0.1:${port}/status`)).ok;
  } catch {
    return false;
  }
}

const KEYS = { Enter: '\uE007', Tab: '\uE004' };

export function webkitGtkLauncher() {
  const urls = new Map();
  let webkit;
  let window;
  let stopped;
  const goTo = (url) => window.send('POST', '/url', { url });
  const run = (script, ...args) => window.send('POST', '/execute/sync', { script, args });
  const open = async () => {
    webkit = await startWebKitGtk();
    window = await webkit.open();
  };

  const launcher = {
    name: 'WebKitGTK',
    type: 'webkitgtk',
    initialize: open,
    async stop() {
      await window?.close();
      await webkit?.close();
    },
    async startSession(id, url) {
      urls.set(id, url);
      await stopped;
      await goTo(url);
    },
    isActive: (id) => urls.has(id),
    getBrowserUrl: (id) => urls.get(id),
    async stopSession(id) {
      // It stops all code of the test. A page that hangs ends with its window, and the next test gets another one.
      stopped = goTo('about:blank').catch(() => webkit.close().then(open));
      await stopped;
      urls.delete(id);
      return {};
    },
    startDebugSession: () => Promise.reject(new Error('Debug a test in Chromium: WebKitGTK has one window.')),
  };

  return withCommands(launcher, {
    async 'set-viewport'({ width, height }) {
      await window.tell({ width, height });
      const script = 'return innerWidth === arguments[0] && innerHeight === arguments[1]';
      return waitUntil(() => run(script, width, height), `a viewport of ${width} × ${height}`);
    },

    async 'emulate-media'(payload) {
      if (payload.forcedColors === 'active')
        throw new Error('WebKitGTK does not support forced colours. Skip this test in WebKitGTK.');
      await window.tell(payload);
      const script = 'return arguments[0].every(([query, on]) => matchMedia(query).matches === on)';
      return waitUntil(() => run(script, mediaQueries(payload)), JSON.stringify(payload));
    },

    async 'send-keys'({ type, press }) {
      const keys = press ? [KEYS[press] ?? press] : [...type];
      const actions = keys.flatMap((value) => ['keyDown', 'keyUp'].map((action) => ({ type: action, value })));
      await window.send('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
      return true;
    },
  });
}
