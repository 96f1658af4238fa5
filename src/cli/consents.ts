import process from 'node:process';
import type { ConsentEntry, ConsentRecord } from '../schema/consent/consent.js';
import type { ConsentCheck, Erasure } from '../server/database/check.js';
import type { DatabaseStore } from '../server/database/store.js';
import { consentRecord } from '../server/consent/record.js';
import { checkExists, findDatabase, withStore } from './database/connection.js';
import { readOptions, UsageError } from './usage.js';

const NOT_EXPECTED =
  'The entries of the expected digest are not all there: some were erased, deleted or written again, or the digest is of another database.';

async function openConsents(
  values: Record<string, string>,
  work: (consents: DatabaseStore['consents']) => Promise<boolean>,
) {
  const database = await findDatabase(values);
  await checkExists(database.location);
  return withStore(database, ({ consents }) => work(consents));
}

/** `consents check`: returns true if no entry was changed and none of an earlier check is missing. */
export async function runCheck(args: string[]): Promise<boolean> {
  const { expect, ...values } = readOptions(args, ['expect', 'env'], []).values;
  if (expect !== undefined && !/^\d+\.[0-9a-f]{64}$/.test(expect))
    throw new UsageError('--expect must be a digest that an earlier check printed.');
  return openConsents(values, async (consents) => {
    const found = await consents.check(expect);
    return reportFaults(found) && reportCheck(found);
  });
}

/** Prints a check that found no faults. */
export function reportCheck({ entries, chains, last, digest, erased }: ConsentCheck): boolean {
  console.log(`${entries} entries about ${chains} applications and notices, none was changed.\nDigest: ${digest}`);
  if (last !== undefined) console.log(`Last time: ${last}`);
  for (const one of erased) console.log(describeErasure(one));
  return true;
}

const describeErasure = ({ at, reason, applications, entries }: Erasure) =>
  `Erased at ${at}: ${entries} entries about ${applications} applications. Reason: ${reason}`;

/** Prints the faults of a check. Returns true if there are none. */
export function reportFaults({ broken, isExpected, erased }: ConsentCheck): boolean {
  for (const { about, place, why } of broken) console.error(`${about}: entry ${place} ${why}.`);
  if (!isExpected) console.error([NOT_EXPECTED, ...erased.map(describeErasure)].join('\n'));
  return broken.length === 0 && isExpected;
}

/** `consents export`: prints the records, unless the check finds a fault. */
export async function runExport(args: string[]): Promise<boolean> {
  const { subject, business, ...values } = readOptions(args, ['subject', 'business', 'env'], []).values;
  return openConsents(values, async (consents) => {
    if (!reportFaults(await consents.check())) return false;
    for await (const record of records(consents, { subject, business })) {
      if (!process.stdout.write(`${JSON.stringify(record)}\n`))
        await new Promise((resolve) => process.stdout.once('drain', resolve));
    }
    return true;
  });
}

async function* records(
  consents: DatabaseStore['consents'],
  wanted: { subject: string | undefined; business: string | undefined },
): AsyncGenerator<ConsentRecord> {
  for await (const chain of consents.chains()) {
    const [{ subject, business }] = chain as [ConsentEntry];
    if ((wanted.subject ?? subject) !== subject || (wanted.business ?? business) !== business) continue;
    for (const entry of chain)
      if (entry.event === 'given' || entry.event === 'declined') yield consentRecord(entry, chain);
  }
}
