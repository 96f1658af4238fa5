import { parseArgs } from 'node:util';

/** The command was called in a way that it does not know. */
export class UsageError extends Error {}

interface Options {
  positionals: string[];
  values: Record<string, string>;
  flags: Set<string>;
}

function parse(args: string[], valued: readonly string[], flags: readonly string[]): Options {
  const options = Object.fromEntries([
    ...valued.map((name) => [name, { type: 'string' as const }] as const),
    ...flags.map((name) => [name, { type: 'boolean' as const }] as const),
  ]);
  try {
    const { positionals, values } = parseArgs({ args, options, allowPositionals: true });
    const given = Object.entries(values);
    return {
      positionals,
      values: Object.fromEntries(given.filter(([, value]) => typeof value === 'string')) as Record<string, string>,
      flags: new Set(given.flatMap(([name, value]) => (value === true ? [name] : []))),
    };
  } catch {
    // Its message repeats what was typed.
    throw new UsageError();
  }
}

/** One file, and the options that a command has. Each takes a value. */
export function readArgs(args: string[], options: readonly string[]): { file: string; values: Record<string, string> } {
  const { positionals, values } = parse(args, options, []);
  const [file, ...more] = positionals;
  if (file && more.length === 0) return { file, values };
  throw new UsageError();
}

/** The options of a command that takes nothing else: those with a value, and those without. */
export function readOptions(args: string[], valued: readonly string[], flags: readonly string[]): Options {
  const options = parse(args, valued, flags);
  if (options.positionals.length === 0) return options;
  throw new UsageError();
}
