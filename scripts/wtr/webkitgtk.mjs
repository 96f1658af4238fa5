// Runs WebKitGTK for web-test-runner: the window of webkitgtk-window.py with WebKitWebDriver, on its own display.
import { once } from 'node:events';
import fs from 'node:fs';
import { connect } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { webdriverLauncher } from '@web/test-runner-webdriver';
import { withCommands } from './commands.mjs';
import { mediaQueries, waitUntil } from './media.mjs';
import { startDriver, startDisplay, windowProgram } from './webkitgtk-processes.mjs';

export { isWebKitGtkInstalled } from './webkitgtk-processes.mjs';

const MODIFIERS = { Shift: '\uE008', Control: '\uE009', Alt: '\uE00A', Meta: '\uE03D' };

export function webkitGtkLauncher() {
  const options = {
    hostname: '127.0.0.1',
    port: 0,
    path: '/',
    logLevel: 'error',
    capabilities: {
      browserName: 'MiniBrowser',
      'wdio:enforceWebDriverClassic': true, // WebKitWebDriver does not support BiDi.
      'webkitgtk:browserOptions': { binary: windowProgram, args: [] },
    },
  };
  const launcher = webdriverLauncher(options);
  const { initialize, stop } = launcher;
  const children = [];
  let home;

  launcher.initialize = async function (config, testFiles) {
    home = fs.mkdtempSync(path.join(os.tmpdir(), 'lending-webkit-'));
    const display = await startDisplay();
    children.push(display.child);
    const driver = await startDriver(display.name, home);
    children.push(driver.child);
    options.port = driver.port;
    await initialize.call(this, config, testFiles);
    this.name = 'WebKitGTK';
  };

  launcher.stop = async function () {
    await stop.call(this);
    for (const child of children.splice(0).reverse()) child.kill('SIGTERM');
    if (home) fs.rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  };

  const sendToWindow = async (message) => {
    const client = connect(path.join(home, 'socket'));
    client.write(`${JSON.stringify(message)}\n`);
    await once(client, 'data');
    client.destroy();
  };

  return withCommands(launcher, {
    async 'set-viewport'({ width, height }) {
      await sendToWindow({ width, height });
      const script = 'return innerWidth === arguments[0] && innerHeight === arguments[1]';
      return waitUntil(() => launcher.driver.execute(script, width, height), `a viewport of ${width} × ${height}`);
    },

    async 'emulate-media'(payload) {
      if (payload.forcedColors === 'active')
        throw new Error('WebKitGTK does not support forced colours. Skip this test in WebKitGTK.');
      await sendToWindow(payload);
      const script = 'return arguments[0].every(([query, on]) => matchMedia(query).matches === on)';
      return waitUntil(() => launcher.driver.execute(script, mediaQueries(payload)), JSON.stringify(payload));
    },

    // The built-in command handles press and type.
    async 'send-keys'({ down, up }) {
      const key = down ?? up;
      if (!key) return undefined;
      const action = { type: down ? 'keyDown' : 'keyUp', value: MODIFIERS[key] ?? key };
      await launcher.driver.performActions([{ type: 'key', id: 'keyboard', actions: [action] }]);
      return true;
    },
  });
}
