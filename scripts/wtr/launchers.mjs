import { chromeLauncher } from '@web/test-runner-chrome';
import { resolveChromium } from '../browser.mjs';
import { withCommands } from './commands.mjs';
import { findFirefox, firefoxLauncher } from './firefox.mjs';
import { isWebKitGtkInstalled, webkitGtkLauncher } from './webkitgtk.mjs';

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

/** Chromium, with complete media emulation. */
async function chromiumLauncher() {
  const { executablePath, args, headless, env } = await resolveChromium();
  const launcher = chromeLauncher({ launchOptions: { executablePath, args, headless, env } });
  const states = new WeakMap();
  const { stopSession } = launcher;
  // One tab shows all files. When its history is full, Chromium first drops entries without a user gesture, such as those of tests.
  launcher.stopSession = async (id) => {
    const page = launcher.getPage(id);
    const result = await stopSession.call(launcher, id);
    const cdp = await page.createCDPSession();
    await cdp.send('Page.resetNavigationHistory');
    await cdp.detach();
    return result;
  };

  return withCommands(launcher, {
    // The built-in command supports only two features, and resets features that a call leaves out.
    async 'emulate-media'(payload, session) {
      const page = launcher.getPage(session.id);
      const state = states.get(page) ?? { cdp: await page.createCDPSession() };
      states.set(page, Object.assign(state, payload));
      const features = {
        'prefers-color-scheme': state.colorScheme,
        'prefers-reduced-motion': state.reducedMotion,
        'forced-colors': state.forcedColors,
        'prefers-contrast': state.contrast,
      };
      await state.cdp.send('Emulation.setEmulatedMedia', {
        media: state.media ?? '',
        features: Object.entries(features)
          .filter(([, value]) => value != null)
          .map(([name, value]) => ({ name, value })),
      });
      return true;
    },
  });
}
