// Runs an installed Firefox for web-test-runner, with puppeteer-core and WebDriver BiDi.
import fs from 'node:fs';
import process from 'node:process';
import { chromeLauncher } from '@web/test-runner-chrome';
import * as puppeteer from 'puppeteer-core';
import { mediaQueries, waitUntil, withCommands } from './commands.mjs';

const CANDIDATES = [
  process.env.FIREFOX_PATH,
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/snap/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
];

const PREFERENCES = {
  'datareporting.policy.dataSubmissionEnabled': false,
  'app.normandy.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
};

export function findFirefox() {
  return CANDIDATES.find((file) => file && fs.existsSync(file));
}

export function firefoxLauncher() {
  const launcher = chromeLauncher({
    puppeteer,
    launchOptions: {
      browser: 'firefox',
      executablePath: findFirefox(),
      args: ['--remote-allow-system-access'], // emulate-media needs access to the preferences.
      extraPrefsFirefox: PREFERENCES,
    },
  });

  return withCommands(launcher, {
    // Firefox does not support media emulation over BiDi, so this sets the preferences of the media features.
    async 'emulate-media'(payload, session) {
      const page = launcher.getPage(session.id);
      const { connection } = page.browser();
      const { result } = await connection.send('browsingContext.getTree', { 'moz:scope': 'chrome' });
      await connection.send('script.evaluate', {
        expression: `for (const [name, value] of ${JSON.stringify(preferences(payload))}) Services.prefs.setIntPref(name, value)`,
        target: { context: result.contexts[0].context },
        awaitPromise: false,
      });
      const applied = (queries) => queries.every(([query, on]) => matchMedia(query).matches === on);
      return waitUntil(() => page.evaluate(applied, mediaQueries(payload)), JSON.stringify(payload));
    },
  });
}

function preferences({ colorScheme, reducedMotion, forcedColors }) {
  const list = [];
  if (colorScheme !== undefined) {
    list.push(['layout.css.prefers-color-scheme.content-override', { dark: 0, light: 1 }[colorScheme] ?? 2]);
  }
  if (reducedMotion !== undefined) list.push(['ui.prefersReducedMotion', reducedMotion === 'reduce' ? 1 : 0]);
  if (forcedColors !== undefined) list.push(['browser.display.document_color_use', forcedColors === 'active' ? 2 : 0]);
  return list;
}
