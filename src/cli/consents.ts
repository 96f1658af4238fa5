import fs from 'node:fs/promises';
import process from 'node:process';
import type { ConsentEntry, ConsentRecord } from '../schema/consent/consent.js';
import type { ConsentCheck } from '../server/database/check.js';
import type { DatabaseConsents } from '../server/database/consents.js';
import { LendingError } from '../errors.js';
import { consentRecord } from '../server/consent/record.js';
import { consentsAt, isPostgres } from '../server/node/database.js';
import { readEnv, readOptions, UsageError } from './usage.js';

const NOT_EXPECTED =
  'The entries of the expected digest are not all there: some were deleted or written again, or the digest is of another database.';

/** Opens the consents of the environment for `work`, and closes them. */
async function withConsents<T>(file: string | undefined, work: (consents: DatabaseConsents) => Promise<T>): Promise<T> {
  const { env } = await readEnv(file);
  const location = env['LENDING_DATABASE'];
  if (!location) throw new UsageError('LENDING_DATABASE is not set. Set it, or name a file with it: --env .env');
  // A file that is not there would be made, and have no faults.
  if (!isPostgres(location)) await fs.access(location);
  const keys = [env['LENDING_CONSENTS_KEY'], env['LENDING_CONSENTS_KEY_PREVIOUS']].filter((key) => !!key) as string[];
  const consents = consentsAt(location, keys);
  try {
    return await work(consents);
  } catch (error) {
    if (error instanceof LendingError || !isPostgres(location)) throw error;
    const { code = 'no code' } = error as { code?: string };
    throw new LendingError('handler-failed', `PostgreSQL could not be used (${code}).`, {
      remedy: 'Check LENDING_DATABASE, and that PostgreSQL accepts connections of this machine.',
      cause: error,
    });
  } finally {
    await consents.close();
  }
}

/** `consents check`: returns true if no entry was changed and none of an earlier check is missing. */
export async function runCheck(args: string[]): Promise<boolean> {
  const { expect, env } = readOptions(args, ['expect', 'env'], []).values;
  if (expect !== undefined && !/^\d+\.[0-9a-f]{64}$/.test(expect))
    throw new UsageError('--expect must be a digest that an earlier check printed.');
  return withConsents(env, async (consents) => {
    const found = await consents.check(expect);
    return reportFaults(found) && reportCheck(found);
  });
}

function reportCheck({ entries, chains, last, digest }: ConsentCheck): boolean {
  console.log(`${entries} entries about ${chains} subjects and notices, none was changed.\nDigest: ${digest}`);
  if (last !== undefined) console.log(`Last time: ${last}`);
  return true;
}

/** Prints the faults of a check. Returns true if there are none. */
function reportFaults({ broken, isExpected }: ConsentCheck): boolean {
  for (const { about, place, why } of broken) console.error(`${about}: entry ${place} ${why}.`);
  if (!isExpected) console.error(NOT_EXPECTED);
  return broken.length === 0 && isExpected;
}

/** `consents export`: prints the records, unless the check finds a fault. */
export async function runExport(args: string[]): Promise<boolean> {
  const { subject, env } = readOptions(args, ['subject', 'env'], []).values;
  return withConsents(env, async (consents) => {
    if (!reportFaults(await consents.check())) return false;
    for await (const record of records(consents, subject)) {
      if (!process.stdout.write(`${JSON.stringify(record)}\n`))
        await new Promise((resolve) => process.stdout.once('drain', resolve));
    }
    return true;
  });
}

async function* records(consents: DatabaseConsents, subject: string | undefined): AsyncGenerator<ConsentRecord> {
  const all = subject === undefined ? consents.entries() : await consents.about(`subject:${subject}`);
  for await (const entry of all as AsyncIterable<ConsentEntry>) {
    if (entry.event !== 'given' && entry.event !== 'declined') continue;
    yield consentRecord(entry, await consents.about(entry.about));
  }
}
