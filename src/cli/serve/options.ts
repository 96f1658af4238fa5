// The options of a handler that runs in a separate process: from the environment, a file of settings, and a module.
import fs from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { LendingError } from '../../errors.js';
import { nearest } from '../../schema/nearest.js';
import { originProblem } from '../../schema/widget/origins.js';
import { isLoopback } from '../../schema/widget/loopback.js';
import { parseUrl } from '../../schema/widget/parse-url.js';
import type { Env } from '../../server/node/environment.js';
import { configErrorOf } from '../../server/options/config-error.js';
import { fromEnv } from '../../server/node/from-env.js';
import { kindOf, textProblem } from '../../server/options/text-kinds.js';
import type { HandlerOptions } from '../../server/types.js';

/** The options that a file can have: they are data, and no variable has them. The build writes a JSON Schema of them. */
export const DATA_OPTIONS = [
  'consentFacts',
  'consentMaxAgeSeconds',
  'filePart',
  'frame',
  'hookTimeoutMs',
  'limits',
  'notCreatedStatuses',
  'notice',
  'origins',
  'path',
  'responsePaths',
  'settings',
  'textResponses',
  'timeoutMs',
  'uploadMemoryBytes',
  'uploadTimeoutMs',
] as const satisfies readonly (keyof HandlerOptions)[];

export const wrong = (name: string, why: string, remedy: string) =>
  new LendingError('config-invalid', `${name}: ${why}.`, { remedy });

/** The origin of the pages, which the handler compares with the headers of each request. A proxy may pass on any Host header. */
export function publicOriginOf(env: Env, own: string): string {
  const given = env['LENDING_PUBLIC_ORIGIN'];
  const isSandbox = env['LENDING_ENVIRONMENT'] === 'sandbox';
  if (!given && isSandbox) return own;
  const why = given ? originProblem(given)?.why.replace(/^/, 'it ') : 'it is missing';
  if (given && !why && (given.startsWith('https:') || isLoopback(parseUrl(given)!.hostname))) return given;
  throw wrong(
    'LENDING_PUBLIC_ORIGIN',
    why ?? 'it does not begin with https://',
    'Set it to the origin that applicants see, like https://partner.example.',
  );
}

async function readSettings(file: string | undefined): Promise<Partial<HandlerOptions>> {
  if (!file) return {};
  const refuse = (why: string) =>
    wrong('LENDING_SETTINGS', why, 'Compare the file with settings.schema.json in the package.');
  const kind = textProblem(file)?.message ?? (kindOf(file) && `is ${kindOf(file)!}`);
  if (kind && kind !== 'is the path of a file')
    throw wrong(
      'LENDING_SETTINGS',
      `it ${kind}, not the path of a file`,
      'Save the settings as JSON in a file, and name it.',
    );
  const text = await fs
    .readFile(file, 'utf8')
    .catch(({ code }) => Promise.reject(refuse(code === 'EISDIR' ? 'it names a folder' : 'the file cannot be read')));
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    throw refuse('the file is not JSON');
  }
  if (typeof found !== 'object' || found === null || Array.isArray(found))
    throw refuse('the file is not a JSON object');
  const { $schema: _, ...options } = found as Record<string, unknown>;
  const unknown = Object.keys(options).find((name) => !(DATA_OPTIONS as readonly string[]).includes(name));
  if (unknown !== undefined) {
    const meant = nearest(unknown, DATA_OPTIONS);
    throw refuse(`the option “${unknown}” does not exist there${meant ? `. Did you mean “${meant}”` : ''}`);
  }
  return options;
}

/** Reads the module of `--config`, whose default export are options with functions. */
async function readModule(file: string | undefined): Promise<Partial<HandlerOptions>> {
  if (file === undefined) return {};
  const { default: options } = (await import(pathToFileURL(path.resolve(file)).href)) as { default?: unknown };
  if (typeof options === 'object' && options !== null) return options;
  throw wrong('--config', 'the module has no default export with options', 'export default { lookupCompany, … };');
}

/** Reads all options. A variable that is missing stops the process: it serves nothing else. */
export async function readHandlerOptions(env: Env, config?: string): Promise<Omit<HandlerOptions, 'authorize'>> {
  const options = fromEnv(env);
  const { whole } = configErrorOf(options);
  if (whole) throw whole;
  return { ...options, ...(await readSettings(env['LENDING_SETTINGS'])), ...(await readModule(config)) };
}
