import { parseArgs } from 'node:util';

/** The command was called in a way that it does not know. */
export class UsageError extends Error {}

/** One file, and the options that a command has. Each takes a value. */
export function readArgs(args: string[], options: readonly string[]): { file: string; values: Record<string, string> } {
  const wanted = Object.fromEntries(options.map((name) => [name, { type: 'string' as const }]));
  try {
    const { positionals, values } = parseArgs({ args, options: wanted, allowPositionals: true });
    const [file, ...more] = positionals;
    if (file && more.length === 0) return { file, values: values as Record<string, string> };
  } catch {
    // Its message repeats what was typed.
  }
  throw new UsageError();
}
