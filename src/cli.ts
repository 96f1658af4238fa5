#!/usr/bin/env node
import { checkFile, exportFile } from './cli/consents.js';
import { UsageError } from './cli/usage.js';
import { LendingError } from './errors.js';

const HELP = `lending-elements consents check <file> [--expect <hash>]
    Checks the chain of a file of consents, and prints its closing hash: keep it elsewhere.
    --expect   A closing hash that was printed before. Only by it a file that was cut off, or written anew, is seen.

lending-elements consents export <file> [--subject <subject>]
    Prints a record of each decision in the structure of ISO/IEC TS 27560, as JSON Lines with a chain of their own.
    --subject  Only the decisions of one subject.

The exit code is 0; 1 where a file is not as it was written; 2 where the command could not be carried out.`;

const COMMANDS = new Map([
  ['consents check', checkFile],
  ['consents export', exportFile],
]);

async function main(args: string[]): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    console.log(HELP);
    return 0;
  }
  const command = COMMANDS.get(args.slice(0, 2).join(' '));
  if (!command) throw new UsageError();
  return (await command(args.slice(2))) ? 0 : 1;
}

/** What went wrong, without anything that a file or the command line said: a subject is personal data. */
function explain(error: unknown): string {
  if (error instanceof UsageError) return `This command is not known.\n\n${HELP}`;
  if (error instanceof LendingError) return error.message;
  const { code = 'unknown' } = error as NodeJS.ErrnoException;
  return `The file could not be read (${code}).`;
}

// Who reads may stop reading: `… | head`.
process.stdout.on('error', () => process.exit());

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(explain(error));
  process.exitCode = 2;
}
