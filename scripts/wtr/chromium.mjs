// Chromium for web-test-runner, with complete media emulation.
import { chromeLauncher } from '@web/test-runner-chrome';
import { resolveChromium } from '../browser.mjs';
import { withCommands } from './commands.mjs';

export async function chromiumLauncher() {
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
