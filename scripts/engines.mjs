// Installs the two other engines of the component tests where they are missing: Firefox and WebKitGTK. With the word
// `chromium` also a Chromium that has autofill, which the one from npm has not.
import process from 'node:process';
import { apt, works } from './apt.mjs';
import { fail } from './setup.mjs';
import { findFirefox } from './wtr/firefox.mjs';
import { isWebKitGtkInstalled } from './wtr/webkitgtk.mjs';

const WEBKIT = ['webkit2gtk-driver', 'xvfb', 'python3-gi', 'gir1.2-webkit2-4.1'];

try {
  const missing = [...(findFirefox() ? [] : ['Firefox']), ...(isWebKitGtkInstalled() ? [] : ['WebKitGTK'])];
  if (process.argv.includes('chromium') && !works('chromium', '--version')) missing.push('Chromium');
  if (missing.length) install(missing);
  console.log('The engines are installed.');
} catch (error) {
  fail(error);
}

function install(engines) {
  const names = engines.join(' and ');
  if (process.platform !== 'linux' || !works('apt-get', '--version')) {
    throw new Error(
      `${names} can be installed by this script on Debian and Ubuntu only. Elsewhere install Firefox by hand, and run ` +
        'the component tests with ENGINES=chromium,firefox.',
    );
  }
  if (process.getuid() !== 0) {
    throw new Error(`Installing ${names} needs root. Run: sudo ${process.execPath} scripts/engines.mjs`);
  }
  console.log(`Installing ${names} (about half a minute)…`);
  apt('update');
  // Debian has firefox-esr only, Ubuntu firefox only; which one is known after the update.
  const firefox = works('apt-cache', 'show', 'firefox-esr') ? 'firefox-esr' : 'firefox';
  const packages = { Firefox: firefox, WebKitGTK: WEBKIT, Chromium: 'chromium' };
  apt('install', '-y', '--no-install-recommends', ...engines.flatMap((engine) => packages[engine]));
}
