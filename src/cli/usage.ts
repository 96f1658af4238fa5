import { existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import { parseArgs, parseEnv } from 'node:util';
import type { Env } from '../server/node/environment.js';
import { usageOf } from './help.js';

/** An invalid command line. Its message never repeats the command line, which may contain personal data. */
export class UsageError extends Error {}

/** The arguments of a command: options with a value, options without one, and the others. */
export interface Options {
  values: Record<string, string>;
  flags: Set<string>;
  positionals: string[];
}

/** Reads the arguments of a command. Throws if its help does not show one, or if another argument is missing. */
export function readOptions(name: string, args: string[]): Options {
  const { options, others } = usageOf(name);
  let parsed;
  try {
    parsed = parseArgs({ args, options, allowPositionals: true });
  } catch {
    // The message of Node's error contains the argument, so it is replaced.
    throw new UsageError('Unknown option, or an option without its value.');
  }
  const { positionals } = parsed;
  const needed = ['takes options only, and no file', 'needs one file', 'needs two databases'][others];
  if (positionals.length !== others) throw new UsageError(`This command ${needed}.`);
  const given = Object.entries(parsed.values);
  return {
    values: Object.fromEntries(given.filter((one): one is [string, string] => typeof one[1] === 'string')),
    flags: new Set(given.flatMap(([option, value]) => (value === true ? [option] : []))),
    positionals,
  };
}

/** The files that Node and Next read. Variables of the second file override those of the first. */
const ENV_FILES = ['.env', '.env.local'];

/** Variables, and the environment files in this folder: those that were read, and those that were not. */
export interface FoundEnv {
  env: Env;
  read: string[];
  unread: string[];
}

/**
 * Reads the variables of the process, and those of the file of `--env`. Variables of the process win. If neither names a variable of this
 * library, the files of this folder are read.
 */
// The option is not `--env-file`: some versions of Node read that option even after the program's name.
export async function readEnv(file?: string): Promise<FoundEnv> {
  if (file !== undefined) return { env: { ...(await parseFile(file)), ...process.env }, read: [], unread: [] };
  const found = ENV_FILES.filter((name) => existsSync(name));
  if (Object.keys(process.env).some((name) => name.startsWith('LENDING_')))
    return { env: process.env, read: [], unread: found };
  const parsed = await Promise.all(found.map(parseFile));
  return { env: Object.assign({}, ...parsed, process.env) as Env, read: found, unread: [] };
}

const parseFile = async (file: string) => parseEnv(await fs.readFile(file, 'utf8'));
