// Finds an installed Chromium for the tests, or unpacks the one from npm.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const FLAGS = [
  '--no-first-run',
  '--disable-quic',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none',
  '--force-color-profile=srgb',
];

let chromium;

/**
 * Finds a browser in this order: CHROME_PATH; an installed Chrome, Chromium or Edge; the Chromium of the npm package
 * @sparticuz/chromium. CHROME_PATH=npm selects the last one. The result contains options for puppeteer's launch().
 *
 * @returns {Promise<{
 *   executablePath: string, args: string[], headless: true | 'shell', env: NodeJS.ProcessEnv, source: string
 * }>}
 */
export function resolveChromium() {
  chromium ??= findChromium().then((browser) => {
    console.log(`Browser: ${path.basename(browser.executablePath)} (${browser.source})`);
    return browser;
  });
  return chromium;
}

async function findChromium() {
  const args = [...FLAGS];
  // Chromium does not run its sandbox as root, and most CI containers do not support the sandbox.
  if (process.getuid?.() === 0 || process.env.CI || process.env.CHROME_NO_SANDBOX) args.push('--no-sandbox');
  const requested = process.env.CHROME_PATH;
  if (requested && requested !== 'npm') {
    if (!fs.existsSync(requested)) {
      throw new Error(
        `CHROME_PATH is ${requested}, but that file does not exist. Correct CHROME_PATH, or unset it to use an installed browser.`,
      );
    }
    return { executablePath: requested, args, headless: true, env: process.env, source: 'from CHROME_PATH' };
  }
  for (const file of requested ? [] : installedPaths().filter((candidate) => fs.existsSync(candidate))) {
    if (await opensPages(file, args)) {
      return { executablePath: file, args, headless: true, env: process.env, source: 'installed' };
    }
  }
  return npmChromium(args);
}

function installedPaths() {
  const { env, platform } = process;
  if (platform === 'darwin') {
    return ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
      (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
    );
  }
  if (platform === 'win32') {
    const programs = [
      'Google\\Chrome\\Application\\chrome',
      'Chromium\\Application\\chrome',
      'Microsoft\\Edge\\Application\\msedge',
    ];
    return [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA]
      .filter(Boolean)
      .flatMap((folder) => programs.map((program) => `${folder}\\${program}.exe`));
  }
  const names = [
    'google-chrome-stable',
    'google-chrome',
    'chromium',
    'chromium-browser',
    'microsoft-edge-stable',
    'microsoft-edge',
  ];
  return names.flatMap((name) => (env.PATH ?? '').split(':').map((folder) => path.join(folder, name)));
}

/**
 * Returns true if an installed browser opens a page. On Linux the command can be a script that only explains how to
 * install the browser, and the system can forbid the sandbox.
 */
async function opensPages(executablePath, args) {
  if (process.platform !== 'linux') return true;
  const { launch } = await import('puppeteer-core');
  try {
    const browser = await launch({ executablePath, args, headless: true, timeout: 60_000 });
    try {
      await browser.newPage();
    } finally {
      await browser.close();
    }
    return true;
  } catch {
    console.log(
      `Browser: ${path.basename(executablePath)} is installed, but it does not start here. Trying the next browser. ` +
        'If the sandbox is the cause, set CHROME_NO_SANDBOX=1.',
    );
    return false;
  }
}

async function npmChromium(args) {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(
      'Chrome, Chromium or Edge was not found. Install one of them, or set CHROME_PATH to the path of its executable.',
    );
  }
  const folder = await unpack();
  const executablePath = path.join(folder, 'chromium');
  const env = { ...process.env };
  if (spawnSync(executablePath, ['--version', '--no-sandbox'], { stdio: 'ignore', env }).status !== 0) {
    // The machine has no NSS or expat. The package includes both.
    env.LD_LIBRARY_PATH = [path.join(folder, 'al2023/lib'), env.LD_LIBRARY_PATH].filter(Boolean).join(':');
    const { status, stderr } = spawnSync(executablePath, ['--version', '--no-sandbox'], { encoding: 'utf8', env });
    if (status !== 0) {
      throw new Error(
        `The Chromium from npm does not start: ${String(stderr).trim()}\nInstall Chrome, Chromium or Edge, or set CHROME_PATH.`,
      );
    }
  }
  // Chromium crashes when it draws a text without a font.
  if (!hasFonts() || !fs.existsSync('/etc/fonts/fonts.conf')) {
    env.FONTCONFIG_PATH = path.join(folder, 'fonts');
  }
  // The unpacked Chromium has no setuid helper and no AppArmor profile, so its sandbox does not work.
  const flags = new Set(['--no-zygote', '--disable-setuid-sandbox', '--no-sandbox', ...args]);
  return { executablePath, args: [...flags], headless: 'shell', env, source: 'from npm' };
}

/** Returns true if a font folder contains a font. The folder can exist and be empty. */
const hasFonts = () =>
  ['/usr/share/fonts', '/usr/local/share/fonts']
    .filter((folder) => fs.existsSync(folder))
    .some((folder) => fs.readdirSync(folder, { recursive: true }).some((file) => /\.(ttf|ttc|otf|pfb)$/i.test(file)));

/**
 * Unpacks the npm package into a cache folder, once per version. The package itself would use a fixed path in the shared
 * temporary folder, which can contain a copy of another user, an older copy or an incomplete copy.
 */
async function unpack() {
  const build = path.dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium')));
  const { version } = JSON.parse(fs.readFileSync(path.join(build, '../package.json'), 'utf8'));
  const name = `lending-chromium-${version}`;
  const cacheFolder = fileURLToPath(new URL('../node_modules/.cache', import.meta.url));
  const folder = path.join(cacheFolder, name);
  if (fs.existsSync(folder)) return folder;
  fs.mkdirSync(cacheFolder, { recursive: true });
  console.log('Unpacking Chromium from npm (a few seconds, once)…');
  const staging = fs.mkdtempSync(path.join(cacheFolder, `${name}-`));
  const { inflate } = await import('@sparticuz/chromium');
  const { TMPDIR } = process.env;
  try {
    process.env.TMPDIR = staging; // The package reads its target folder only from this variable.
    const archives = ['chromium.br', 'swiftshader.tar.br', 'fonts.tar.br', 'al2023.tar.br'];
    await Promise.all(archives.map((archive) => inflate(path.join(build, '../bin', archive))));
  } catch (error) {
    fs.rmSync(staging, { recursive: true, force: true });
    throw new Error(
      `The Chromium from npm could not be unpacked into ${cacheFolder}: ${error.message}. It needs 210 MB of free space.`,
      { cause: error },
    );
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  }
  // The package's own fonts.conf looks for fonts in /tmp only.
  fs.writeFileSync(
    path.join(staging, 'fonts/fonts.conf'),
    '<?xml version="1.0"?>\n<fontconfig><dir prefix="relative">fonts</dir><cachedir prefix="xdg">fontconfig</cachedir></fontconfig>\n',
  );
  return moveIntoPlace(staging, folder);
}

/** Renames the folder. A rename is atomic, also when two runs unpack at the same time. */
function moveIntoPlace(staging, folder) {
  fs.chmodSync(staging, 0o755);
  fs.chmodSync(path.join(staging, 'chromium'), 0o755);
  try {
    fs.renameSync(staging, folder);
  } catch (error) {
    fs.rmSync(staging, { recursive: true, force: true });
    if (!fs.existsSync(folder)) throw error;
  }
  return folder;
}
