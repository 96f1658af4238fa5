// Opens a page in the installed Firefox or Chromium, in the display of session.sh, with a new profile.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const FIREFOX_SETTINGS = {
  'browser.shell.checkDefaultBrowser': false,
  'browser.aboutwelcome.enabled': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'datareporting.policy.dataSubmissionEnabled': false,
  'datareporting.policy.firstRunURL': '',
  'app.normandy.enabled': false,
  'termsofuse.bypassNotification': true,
  'accessibility.force_disabled': -1,
};

const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--force-renderer-accessibility',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-features=Translate,MediaRouter,AutofillServerCommunication',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--password-store=basic',
  '--ozone-platform=x11',
  '--window-size=1200,950',
  '--window-position=0,0',
];

const OPEN = {
  firefox(profile, url) {
    const lines = Object.entries(FIREFOX_SETTINGS).map(
      ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
    );
    fs.writeFileSync(path.join(profile, 'user.js'), lines.join('\n'));
    return ['firefox-esr', ['--no-remote', '--new-instance', '--profile', profile, url]];
  },
  chromium: (profile, url) => ['chromium', [...CHROMIUM_FLAGS, `--user-data-dir=${profile}`, url]],
};

/** Opens the page and returns a function that closes the browser. */
export function openBrowser(engine, url, folder) {
  const profile = fs.mkdtempSync(path.join(folder, 'profile-'));
  const [command, args] = OPEN[engine](profile, url);
  const browser = spawn(command, args, { stdio: 'ignore' });
  const ended = new Promise((resolve) => browser.on('exit', resolve));
  return async () => {
    browser.kill();
    await ended;
  };
}
