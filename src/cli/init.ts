import { existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { LendingError } from '../errors.js';
import { describePlatform, findPlatform, has, PLATFORMS, type Manifest, type Platform } from './init/platforms.js';
import { createSandbox } from '../sandbox/index.js';
import { isPostgres } from '../server/node/location.js';
import { sqliteOfNode } from '../server/records/sqlite/driver.js';
import { choosePort, sandboxEnvironment } from './sandbox.js';
import { UsageError, type Options } from './usage.js';

/** The samples in this package. The path is the same from `src/cli` and from `dist/cli`. */
const SAMPLES = new URL(/* @vite-ignore */ '../../examples/start/', import.meta.url);

/** `init`: writes the backend, the page and an environment file for the sandbox. It never changes a file that exists. */
export async function runInit({ values }: Options): Promise<boolean> {
  const folder = process.cwd();
  const manifest = await readManifest(folder);
  const found = findPlatform(manifest);
  const name = PLATFORMS.find((one) => one === (values['platform'] ?? found));
  if (!name) throw new UsageError(`--platform must be one of ${PLATFORMS.join(', ')}.`);
  if (!values['platform'] && name === 'node' && isMonorepo(folder, manifest))
    throw new LendingError('config-invalid', 'This folder is the root of a monorepo.', {
      remedy: 'Run the command in the folder of your backend, or add --platform to write the files here.',
    });
  const platform = describePlatform(name, folder, manifest);
  console.log(`${sayPlatform(platform, values['platform'] !== undefined)}\n`);
  for (const { target, sample, about, edit = same } of platform.files) {
    const code = edit(await fs.readFile(new URL(sample, SAMPLES), 'utf8'));
    say(await write(folder, target, code), target, about);
  }
  const missing = await writeEnvironment(folder, platform.env);
  platform.missing.push(...(await packagesOfDatabase(folder, platform.env, manifest)));
  const unignored = await writeIgnored(folder, platform.env);
  console.log(`\nThe remaining steps:\n\n${nextSteps(platform, missing, unignored)}`);
  return true;
}

const same = (code: string) => code;

const isMonorepo = (folder: string, { workspaces }: Manifest) =>
  workspaces !== undefined || existsSync(path.join(folder, 'pnpm-workspace.yaml'));

async function readManifest(folder: string): Promise<Manifest> {
  try {
    return JSON.parse(await fs.readFile(path.join(folder, 'package.json'), 'utf8')) as Manifest;
  } catch (cause) {
    throw new LendingError('config-invalid', 'This folder has no package.json that can be read.', {
      remedy: 'Run the command in the folder of your backend, after `npm install lending-elements`.',
      cause,
    });
  }
}

function sayPlatform({ name, title }: Platform, isGiven: boolean): string {
  if (isGiven) return `For ${title}:`;
  if (name === 'node') return `package.json names no framework that this command knows, so this is for ${title}:`;
  return `package.json names ${title}:`;
}

const say = (isWritten: boolean, file: string, about: string) =>
  console.log(`${isWritten ? 'wrote' : 'kept '}  ${file}${isWritten ? `: ${about}` : ': it exists already'}`);

/** Writes a file that does not exist yet. Returns false if it exists. */
async function write(folder: string, target: string, content: string, mode = 0o666): Promise<boolean> {
  const file = path.join(folder, target);
  await fs.mkdir(path.dirname(file), { recursive: true });
  try {
    await fs.writeFile(file, content, { flag: 'wx', mode });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

const ABOUT_ENV = [
  '# For the sandbox that `npx lending-elements sandbox` starts. For staging and production, set the base URL, the key and',
  '# the widget to those in the partner dashboard. Keep this file out of version control.',
];

/** Writes the environment file for the sandbox. If the file exists, it is not changed: returns the lines that it lacks. */
async function writeEnvironment(folder: string, file: string): Promise<string[]> {
  const lines = sandboxEnvironment(createSandbox({ origin: `http://127.0.0.1:${await choosePort()}` }));
  // Only this user may read the key.
  const isWritten = await write(folder, file, [...ABOUT_ENV, ...lines, ''].join('\n'), 0o600);
  say(isWritten, file, 'the settings for the sandbox');
  if (isWritten) return [];
  const known = parseEnv(await fs.readFile(path.join(folder, file), 'utf8'));
  return lines.filter((line) => !(line.slice(0, line.indexOf('=')) in known));
}

/** The package that the database needs on older versions of Node, which have no SQLite, if package.json does not name it. */
async function packagesOfDatabase(folder: string, file: string, manifest: Manifest): Promise<string[]> {
  const written = parseEnv(await fs.readFile(path.join(folder, file), 'utf8'));
  const location = process.env['LENDING_DATABASE'] ?? written['LENDING_DATABASE'] ?? '';
  const needed = isPostgres(location) ? 'pg' : sqliteOfNode() ? undefined : 'libsql';
  return needed === undefined || has(manifest, needed) ? [] : [needed];
}

/** The database file of the sandbox, and the other files that SQLite creates next to it. */
const SANDBOX_DATABASE = 'lending-sandbox.db*';

/** Writes a `.gitignore` if there is none. Returns the names that are not lines of an existing one. */
async function writeIgnored(folder: string, env: string): Promise<string[]> {
  const lines = [env, SANDBOX_DATABASE];
  if (await write(folder, '.gitignore', `${lines.join('\n')}\n`)) {
    say(true, '.gitignore', 'keeps the secret key and the database of the sandbox out of version control');
    return [];
  }
  const text = await fs.readFile(path.join(folder, '.gitignore'), 'utf8');
  const known = text.split('\n').map((line) => line.trim().replace(/^\//, ''));
  const patterns = [
    [env, '.env*', '*.local', '.env*.local'],
    [SANDBOX_DATABASE, 'lending-sandbox.*', '*.db*'],
  ];
  return lines.filter((_, at) => !patterns[at]!.some((pattern) => known.includes(pattern)));
}

function nextSteps(platform: Platform, lines: string[], unignored: string[]): string {
  const { files, server, mount, missing, start, env, page } = platform;
  const { target: partner } = files.find(({ target }) => target.includes('lending-partner'))!;
  const indented = (code: string[]) => code.map((line) => `       ${line}`).join('\n');
  const steps = [
    missing.length > 0 && `Install a package: npm install ${missing.join(' ')}`,
    server && `Add these lines to ${server}:\n\n${indented(mount)}\n`,
    server && 'Serve funding.html, or paste its three lines into a page of yours.',
    lines.length > 0 && `Add these lines to ${env}:\n\n${indented(lines)}\n`,
    unignored.includes(env) && `Add ${env} to .gitignore, because it holds the secret key.`,
    unignored.includes(SANDBOX_DATABASE) && `Add ${SANDBOX_DATABASE} to .gitignore, because it holds your test data.`,
    'In another terminal, start the sandbox lender: npx lending-elements sandbox',
    start
      ? `Start the server: ${start}\n     Then open ${page}`
      : `Start your server with ${env}, for example: node --env-file=${env} <your server>`,
    `Replace the samples in ${partner} with your names and your sign-in.`,
    'For staging and production, set the variables to the values in the partner dashboard, and run: npx lending-elements doctor',
  ];
  return steps
    .filter(Boolean)
    .map((step, index) => `  ${index + 1}. ${step}`)
    .join('\n');
}
