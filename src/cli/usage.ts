import { existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import { parseArgs, parseEnv } from 'node:util';
import type { Env } from '../server/node/environment.js';

/** An invalid command line. Its message never repeats the command line, which may contain personal data. */
export class UsageError extends Error {
  constructor(message = 'Unknown command.') {
    super(message);
  }
}

interface Options {
  positionals: string[];
  values: Record<string, string>;
  flags: Set<string>;
}

function parseCommandLine(args: string[], valued: readonly string[], flags: readonly string[]): Options {
  const named = (names: readonly string[], type: 'string' | 'boolean') =>
    names.map((name) => [name, { type }] as const);
  const options = Object.fromEntries([...named(valued, 'string'), ...named(flags, 'boolean')]);
  try {
    const { positionals, values } = parseArgs({ args, options, allowPositionals: true });
    const given = Object.entries(values);
    return {
      positionals,
      values: Object.fromEntries(given.filter(([, value]) => typeof value === 'string')) as Record<string, string>,
      flags: new Set(given.flatMap(([name, value]) => (value === true ? [name] : []))),
    };
  } catch {
    // The message of Node's error contains the argument, so it is replaced.
    throw new UsageError('Unknown option, or an option without its value.');
  }
}

/** Reads the arguments of a command: `valued` options have a value, `flags` do not. Throws if the number of other arguments is wrong. */
export function readOptions(
  args: string[],
  valued: readonly string[],
  flags: readonly string[],
  others: 0 | 1 | 2 = 0,
): Options {
  const options = parseCommandLine(args, valued, flags);
  if (options.positionals.length === others) return options;
  const needed = ['takes options only, and no file', 'needs one file', 'needs two databases'][others];
  throw new UsageError(`This command ${needed}.`);
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
