#!/usr/bin/env node
import { runEraseApplicant, runList, runSettle, runStatus } from './cli/applications.js';
import { runCheck, runErase, runExport } from './cli/consents.js';
import { runBackup, runCopy, runDatabaseCheck, runMigrate, runRestored, runRetryEvents } from './cli/database.js';
import { runDoctor } from './cli/doctor.js';
import { helpFor } from './cli/help.js';
import { runInit } from './cli/init.js';
import { runRehearse } from './cli/rehearse.js';
import { runSandbox } from './cli/sandbox.js';
import { runServe } from './cli/serve.js';
import { runSnippet } from './cli/snippet.js';
import { readOptions, UsageError, type Options } from './cli/usage.js';
import { messageWithRemedy, LendingError } from './errors.js';
import { version } from './version.js';

const COMMANDS = new Map<string, (options: Options) => Promise<boolean>>([
  ['init', runInit],
  ['sandbox', runSandbox],
  ['doctor', runDoctor],
  ['rehearse', runRehearse],
  ['serve', runServe],
  ['snippet', runSnippet],
  ['status', runStatus],
  ['applications list', runList],
  ['applications erase', runEraseApplicant],
  ['applications settle', runSettle],
  ['consents check', runCheck],
  ['consents export', runExport],
  ['consents erase', runErase],
  ['database check', runDatabaseCheck],
  ['database backup', runBackup],
  ['database copy', runCopy],
  ['database migrate', runMigrate],
  ['database restored', runRestored],
  ['database events retry', runRetryEvents],
]);

async function main(args: string[]): Promise<number> {
  if (args[0] === 'help' || args.includes('--help') || args.includes('-h')) {
    console.log(helpFor(args.filter((one) => one !== 'help')));
    return 0;
  }
  if (args[0] === '--version') {
    console.log(version);
    return 0;
  }
  for (const count of [3, 2, 1]) {
    const name = args.slice(0, count).join(' ');
    const command = COMMANDS.get(name);
    if (command) return (await command(readOptions(name, args.slice(count)))) ? 0 : 1;
  }
  throw new UsageError('Unknown command.');
}

/** Explains an error without the contents of files or the command line: a subject is personal data. */
function explain(error: unknown): string {
  if (error instanceof UsageError) return `${error.message}\n\n${helpFor(process.argv.slice(2))}`;
  if (error instanceof LendingError) return messageWithRemedy(error);
  const { code, name } = error as NodeJS.ErrnoException;
  return code
    ? `A file could not be read or written (${code}). Check its path and its permissions.`
    : `The command failed (${name}).`;
}

// The reader of a pipe may close it early, like `head`.
process.stdout.on('error', () => process.exit());

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(explain(error));
  process.exitCode = 2;
}
