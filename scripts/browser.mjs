// Finds a Chromium for the tests, and unpacks the one that npm ships where none is installed.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
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

let resolved;

/**
 * CHROME_PATH, then an installed Chrome, Chromium or Edge, then the Chromium inside the npm package
 * @sparticuz/chromium; CHROME_PATH=npm asks for the latter. The answer fits puppeteer's launch().
 *
 * @returns {Promise<{
 *   executablePath: string, args: string[], headless: true | 'shell', env: NodeJS.ProcessEnv, source: string
 * }>}
 */
export function resolveChromium() {
  resolved ??= find().then((browser) => {
    console.log(`Browser: ${path.basename(browser.executablePath)} (${browser.source})`);
    return browser;
  });
  return resolved;
}

async function find() {
  const args = [...FLAGS];
  // Chromium refuses to sandbox for root, and CI containers mostly lack what its sandbox needs.
  if (process.getuid?.() === 0 || process.env.CI || process.env.CHROME_NO_SANDBOX) args.push('--no-sandbox');
  const wanted = process.env.CHROME_PATH;
  if (wanted && wanted !== 'npm') {
    if (!fs.existsSync(wanted)) {
      throw new Error(`CHROME_PATH names ${wanted}, which does not exist. Correct it, or unset it to have one found.`);
    }
    return { executablePath: wanted, args, headless: true, env: process.env, source: 'from CHROME_PATH' };
  }
  for (const file of wanted ? [] : candidates().filter((candidate) => fs.existsSync(candidate))) {
    if (await starts(file, args)) {
      return { executablePath: file, args, headless: true, env: process.env, source: 'installed' };
    }
  }
  return shipped(args);
}

function candidates() {
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
 * Whether an installed browser really opens a page: on Linux the name may belong to a script that only says how to
 * install it, and a sandbox may be forbidden by the system.
 */
async function starts(executablePath, args) {
  if (process.platform !== 'linux') return true;
  const { launch } = await import('puppeteer-core');
  try {
    const browser = await launch({ executablePath, args, headless: true, timeout: 10_000 });
    try {
      await browser.newPage();
    } finally {
      await browser.close();
    }
    return true;
  } catch {
    console.log(
      `Browser: ${path.basename(executablePath)} is installed but does not start here, looking for another. ` +
        'If its sandbox is the reason, CHROME_NO_SANDBOX=1 starts it without.',
    );
    return false;
  }
}

async function shipped(args) {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('No Chrome, Chromium or Edge was found. Install one, or set CHROME_PATH to its program file.');
  }
  const folder = await unpack();
  const executablePath = path.join(folder, 'chromium');
  const env = { ...process.env };
  if (spawnSync(executablePath, ['--version', '--no-sandbox'], { stdio: 'ignore', env }).status !== 0) {
    // A machine without NSS or expat: the package brings its own.
    env.LD_LIBRARY_PATH = [path.join(folder, 'al2023/lib'), env.LD_LIBRARY_PATH].filter(Boolean).join(':');
    const { status, stderr } = spawnSync(executablePath, ['--version', '--no-sandbox'], { encoding: 'utf8', env });
    if (status !== 0) {
      throw new Error(
        `The Chromium from npm does not start here: ${String(stderr).trim()}\nInstall Chrome, Chromium or Edge, or set CHROME_PATH.`,
      );
    }
  }
  if (!fs.existsSync('/usr/share/fonts') || !fs.existsSync('/etc/fonts/fonts.conf')) {
    env.FONTCONFIG_PATH = path.join(folder, 'fonts');
  }
  // Unpacked into a user's folder it has neither a setuid helper nor an AppArmor profile, hence no sandbox.
  const flags = new Set(['--no-zygote', '--disable-setuid-sandbox', '--no-sandbox', ...args]);
  return { executablePath, args: [...flags], headless: 'shell', env, source: 'from npm' };
}

/**
 * Unpacks the npm package beside itself, once per version. The package would take a fixed path in the shared temporary
 * folder, where another user's copy, an older one or a half-written one may lie.
 */
async function unpack() {
  const build = path.dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium')));
  const { version } = JSON.parse(fs.readFileSync(path.join(build, '../package.json'), 'utf8'));
  const name = `lending-chromium-${version}`;
  const places = [fileURLToPath(new URL('../node_modules/.cache', import.meta.url)), path.join(os.homedir(), '.cache')];
  const done = places.map((place) => path.join(place, name)).find((folder) => fs.existsSync(folder));
  if (done) return done;

  const place = places.find(isWritable);
  if (!place)
    throw new Error(`Chromium from npm cannot be unpacked: make ${places.join(' or ')} writable, or set CHROME_PATH.`);
  console.log('Unpacking Chromium from npm (a few seconds, once)…');
  const staging = fs.mkdtempSync(path.join(place, `${name}-`));
  const { inflate } = await import('@sparticuz/chromium');
  const { TMPDIR } = process.env;
  try {
    process.env.TMPDIR = staging; // The only way to tell the package where to unpack.
    const archives = ['chromium.br', 'swiftshader.tar.br', 'fonts.tar.br', 'al2023.tar.br'];
    await Promise.all(archives.map((archive) => inflate(path.join(build, '../bin', archive))));
  } catch (error) {
    fs.rmSync(staging, { recursive: true, force: true });
    throw new Error(`Chromium from npm could not be unpacked: ${error.message}. It needs 210 MB in ${place}.`, {
      cause: error,
    });
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  }
  // The package's own file looks for fonts under /tmp only.
  fs.writeFileSync(
    path.join(staging, 'fonts/fonts.conf'),
    '<?xml version="1.0"?>\n<fontconfig><dir prefix="relative">fonts</dir><cachedir prefix="xdg">fontconfig</cachedir></fontconfig>\n',
  );
  return publish(staging, path.join(place, name));
}

/** A rename shows the folder complete or not at all, also when two runs unpack at the same time. */
function publish(staging, folder) {
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

function isWritable(folder) {
  try {
    fs.mkdirSync(folder, { recursive: true });
    fs.accessSync(folder, fs.constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
