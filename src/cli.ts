#!/usr/bin/env node
import { checkFile, exportFile } from './cli/consents.js';
import { examine } from './cli/doctor.js';
import { runSandbox } from './cli/sandbox.js';
import { UsageError } from './cli/usage.js';
import { LendingError } from './errors.js';

const HELP = `lending-elements consents check <file> [--expect <hash>]
    Checks the chain of a file of consents, and the marks of LENDING_CONSENTS_KEY where the environment has it. Prints the closing
    hash, which you keep elsewhere, and the time of the last line. Lines that go back in time fail the check.
    --expect   A closing hash that was printed before. Only by it a file that was cut off, or written anew, is seen. Times
               that went back before it are not told again.

lending-elements consents export <file> [--subject <subject>]
    Prints a record of each decision in the structure of ISO/IEC TS 27560, as JSON Lines with a chain of their own.
    --subject  Only the decisions of one subject.

lending-elements doctor [--env <file>] [--handler <url>] [--page <url>] [--bundle <file>] [--timeout <seconds>] [--no-calls]
    Looks at the environment that fromEnv() reads, and at what it names: says what it found, what that means, what to do.
    --env       A file of variables, beside those of the process.
    --handler   The address at which the handler is mounted: https://partner.example/api/lending
    --page      The address of a page with the elements, for its Content-Security-Policy.
    --bundle    Writes what was found into a file for whoever helps. It holds neither key nor secrets.
    --timeout   How long whoever is asked has. Default: 10.
    --no-calls  Does not try the key. Else a token is asked for, for a company that does not exist.

lending-elements doctor --csp [--env <file>] [--handler <url> --page <url>]
    Prints the strictest Content-Security-Policy that a page works under. {nonce} stands for one that is new for each page.

lending-elements sandbox [--port <port>]
    A made-up lender on this machine, and the environment of a backend that asks it.

The exit code is 0; 1 where a file is not as it was written, or the doctor finds something wrong; 2 where the command could not be carried out.`;

const COMMANDS = new Map([
  ['consents check', checkFile],
  ['consents export', exportFile],
  ['doctor', examine],
  ['sandbox', runSandbox],
]);

async function main(args: string[]): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    console.log(HELP);
    return 0;
  }
  const words = [2, 1].find((count) => COMMANDS.has(args.slice(0, count).join(' ')));
  if (!words) throw new UsageError();
  const command = COMMANDS.get(args.slice(0, words).join(' '))!;
  return (await command(args.slice(words))) ? 0 : 1;
}

/** What went wrong, without anything that a file or the command line said: a subject is personal data. */
function explain(error: unknown): string {
  if (error instanceof UsageError) return `This command is not known.\n\n${HELP}`;
  if (error instanceof LendingError) return error.message;
  const { code, name } = error as NodeJS.ErrnoException;
  return code ? `The file could not be opened (${code}).` : `The command failed (${name}).`;
}

// Who reads may stop reading: `… | head`.
process.stdout.on('error', () => process.exit());

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(explain(error));
  process.exitCode = 2;
}
