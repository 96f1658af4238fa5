import { chromiumLauncher } from './chromium.mjs';
import { findFirefox, firefoxLauncher } from './firefox.mjs';
import { webkitGtkLauncher } from './webkitgtk.mjs';
import { isWebKitGtkInstalled } from './webkitgtk-processes.mjs';

const INSTALL_HINT = 'Install it with `sudo node scripts/engines.mjs` (Debian and Ubuntu), or remove it from ENGINES';

const ENGINES = {
  chromium: chromiumLauncher,

  firefox() {
    if (findFirefox()) return firefoxLauncher();
    throw new Error(
      `ENGINES includes firefox, but Firefox was not found. ${INSTALL_HINT}, or set FIREFOX_PATH to the path of its executable.`,
    );
  },

  webkit() {
    if (isWebKitGtkInstalled()) return webkitGtkLauncher();
    throw new Error(`ENGINES includes webkit, but WebKitGTK or one of its programs is not installed. ${INSTALL_HINT}.`);
  },
};

/** Returns the launchers for a list like "chromium,firefox,webkit". Throws if an engine is not installed. */
export async function launchers(list) {
  try {
    return await Promise.all(list.split(',').map((name) => launcher(name.trim())));
  } catch (error) {
    // The test runner prints the stack of an error in its configuration. The message is enough.
    error.stack = `Error: ${error.message}`;
    throw error;
  }
}

async function launcher(name) {
  if (Object.hasOwn(ENGINES, name)) return ENGINES[name]();
  throw new Error(`ENGINES includes “${name}”, which is not an engine. Use ${Object.keys(ENGINES).join(', ')}.`);
}
