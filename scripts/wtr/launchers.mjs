import { chromiumLauncher } from './chromium.mjs';
import { findFirefox, firefoxLauncher } from './firefox.mjs';
import { isWebKitGtkInstalled, webkitGtkLauncher } from './webkitgtk.mjs';

const MEND = 'On Debian and Ubuntu `sudo node scripts/engines.mjs` installs it; or leave it out of ENGINES';

const ENGINES = {
  chromium: chromiumLauncher,

  firefox() {
    if (findFirefox()) return firefoxLauncher();
    throw new Error(`ENGINES names firefox, and none was found. ${MEND}, or set FIREFOX_PATH to its program file.`);
  },

  webkit() {
    if (isWebKitGtkInstalled()) return webkitGtkLauncher();
    throw new Error(`ENGINES names webkit, and WebKitGTK is not complete here. ${MEND}.`);
  },
};

/** The launchers for a list like "chromium,firefox,webkit". An engine that is missing is an error, never skipped. */
export async function launchers(list) {
  try {
    return await Promise.all(list.split(',').map((name) => launcher(name.trim())));
  } catch (error) {
    // The test runner prints the stack of whatever its configuration throws, and here the sentence is all that helps.
    error.stack = `Error: ${error.message}`;
    throw error;
  }
}

async function launcher(name) {
  if (Object.hasOwn(ENGINES, name)) return ENGINES[name]();
  throw new Error(`ENGINES names “${name}”, which is none of ${Object.keys(ENGINES).join(', ')}.`);
}
