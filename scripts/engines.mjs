// Installs Firefox and WebKitGTK for the component tests, if they are missing. With the argument `chromium` it also
// installs a Chromium with autofill. The Chromium from npm has no autofill.
import process from 'node:process';
import { apt, fail, runs, whyAptCannotInstall } from './setup.mjs';
import { findFirefox } from './wtr/firefox.mjs';
import { isWebKitGtkInstalled } from './wtr/webkitgtk.mjs';

const WEBKIT = ['webkit2gtk-driver', 'xvfb', 'python3-gi', 'gir1.2-webkit2-4.1'];

try {
  const missing = [...(findFirefox() ? [] : ['Firefox']), ...(isWebKitGtkInstalled() ? [] : ['WebKitGTK'])];
  if (process.argv.includes('chromium') && !runs('chromium', '--version')) missing.push('Chromium');
  if (missing.length) install(missing);
  console.log('The engines are installed.');
} catch (error) {
  fail(error);
}

function install(engines) {
  const names = engines.join(' and ');
  const reason = whyAptCannotInstall();
  if (reason)
    throw new Error(
      `${names} cannot be installed: ${reason}. Run \`sudo ${process.execPath} scripts/engines.mjs\`, or install Firefox yourself and run ` +
        'the component tests with ENGINES=chromium,firefox.',
    );
  console.log(`Installing ${names} (about half a minute)…`);
  apt('update');
  // Debian has only firefox-esr, Ubuntu only firefox. The package lists are known after the update.
  const firefox = runs('apt-cache', 'show', 'firefox-esr') ? 'firefox-esr' : 'firefox';
  const packages = { Firefox: firefox, WebKitGTK: WEBKIT, Chromium: 'chromium' };
  apt('install', '-y', '--no-install-recommends', ...engines.flatMap((engine) => packages[engine]));
}
