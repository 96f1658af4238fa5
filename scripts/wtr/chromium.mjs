// Chromium for web-test-runner, with complete media emulation.
import { chromeLauncher } from '@web/test-runner-chrome';
import { resolveChromium } from '../browser.mjs';
import { withCommands } from './commands.mjs';

export async function chromiumLauncher() {
  const { executablePath, args, headless, env } = await resolveChromium();
  const launcher = chromeLauncher({ launchOptions: { executablePath, args, headless, env } });
  const states = new WeakMap();
  const { stopSession } = launcher;
  // One tab shows all files. Of a full history Chromium drops those entries first that no press has made, and the tests' are such.
  launcher.stopSession = async (id) => {
    const page = launcher.getPage(id);
    const result = await stopSession.call(launcher, id);
    const cdp = await page.createCDPSession();
    await cdp.send('Page.resetNavigationHistory');
    await cdp.detach();
    return result;
  };

  return withCommands(launcher, {
    // The built-in command knows two features only, and resets those that a call does not name.
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
