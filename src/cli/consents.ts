import { once } from 'node:events';
import process from 'node:process';
import type { ConsentEntry, ConsentRecord } from '../schema/consent/consent.js';
import { consentRecord } from '../server/consent/record.js';
import type { ConsentCheck, Erasure } from '../server/records/consent-check.js';
import { isReason } from '../server/applications/owners.js';
import type { Database, Owner } from '../server/records/records.js';
import { withApplications } from './applications.js';
import { findDatabase, withStore } from './database/connection.js';
import { UsageError, type Options } from './usage.js';

const NOT_EXPECTED =
  'The entries of the expected digest are not all there: some were erased, deleted or written again, or the digest is of another database.';

export async function runCheck({ values }: Options): Promise<boolean> {
  const { expect } = values;
  if (expect !== undefined && !/^\d+\.[0-9a-f]{64}$/.test(expect))
    throw new UsageError('--expect must be a digest that an earlier check printed.');
  const database = await findDatabase(values);
  return withStore(database, async ({ consents }) => {
    const found = await consents.check(expect);
    return reportProblems(found) && reportCheck(found) && reportMarks(database);
  });
}

export function reportCheck({ entries, chains, last, digest, erased }: ConsentCheck): boolean {
  console.log(`${entries} entries about ${chains} applications and notices, none was changed.\nDigest: ${digest}`);
  if (last !== undefined) console.log(`Last time: ${last}`);
  for (const one of erased) console.log(describeErasure(one));
  return true;
}

/** Says that marks were not verified, if the environment has no key. */
export function reportMarks({ consentsKey }: { readonly consentsKey: readonly string[] }): boolean {
  if (consentsKey.length === 0) console.error('No mark (HMAC) was verified, because LENDING_CONSENTS_KEY is not set.');
  return true;
}

const describeErasure = ({ at, reason, entries }: Erasure) => `Erased at ${at}: ${entries} entries. Reason: ${reason}`;

/** Prints the problems that a check found. Returns true if there are none. */
export function reportProblems({ broken, isExpected, erased }: ConsentCheck): boolean {
  for (const { about, place, why } of broken) console.error(`${about}: entry ${place} ${why}.`);
  if (!isExpected) console.error([NOT_EXPECTED, ...erased.map(describeErasure)].join('\n'));
  return broken.length === 0 && isExpected;
}

export async function runExport({ values, flags }: Options): Promise<boolean> {
  const { subject, business } = values;
  const isMeant = (one: { table?: unknown; subject?: unknown; business?: unknown }) =>
    (subject ?? one.subject) === one.subject && (business ?? one.business) === one.business;
  return withStore(await findDatabase(values), async ({ consents }) => {
    if (flags.has('chains')) {
      for await (const row of consents.rows()) if (row.table !== 'consents' || isMeant(row)) await print(row);
      return true;
    }
    if (!reportProblems(await consents.check())) return false;
    for await (const chain of consents.chains())
      if (isMeant(chain[0]!)) for (const record of recordsOf(chain)) await print(record);
    return true;
  });
}

/** Prints a line of JSON, when the reader of a pipe has taken the lines before. */
async function print(line: object): Promise<void> {
  if (!process.stdout.write(`${JSON.stringify(line)}\n`)) await once(process.stdout, 'drain');
}

const recordsOf = (chain: readonly ConsentEntry[]) =>
  chain.flatMap((entry): (ConsentEntry | ConsentRecord)[] => {
    if (entry.event === 'authorised' || entry.event === 'prefilled') return [entry];
    return entry.event === 'given' || entry.event === 'declined' ? [consentRecord(entry, chain)] : [];
  });

/** `--before` erases no application whose last entry is younger than this many days. No notice can be agreed to for so long. */
const YOUNGEST = 30;

interface Chain extends Owner {
  number: number;
  times: readonly string[];
}

/** Erases the consents of a subject, or of applications whose entries are all older than a date. */
export async function runErase({ values }: Options): Promise<boolean> {
  const { subject, business, before } = values;
  if (before !== undefined) {
    if (subject !== undefined) throw new UsageError('Use either --subject or --before.');
    const isDate = /^\d{4}-\d\d-\d\d$/.test(before) && new Date(before).toJSON()?.startsWith(before);
    if (!isDate || Date.parse(before) > Date.now() - YOUNGEST * 24 * 3600_000)
      throw new UsageError(`--before must be a date like 2020-12-31, at least ${YOUNGEST} days ago.`);
    return erase(values, ({ times }) => times.every((at) => at < before));
  }
  if (!subject) throw new UsageError('--subject is missing.');
  return erase(values, (one) => one.subject === subject && (business ?? one.business) === one.business);
}

/** Erases chains if the number of their entries is confirmed; otherwise prints the number. */
async function erase(values: Record<string, string>, isMeant: (chain: Chain) => boolean): Promise<boolean> {
  const { reason = '', confirm } = values;
  if (!isReason(reason)) throw new UsageError('--reason must have 1 to 200 characters.');
  return withApplications(values, async ({ store }, { consents }) => {
    if (!reportProblems(await consents.check())) return false;
    const chains = (await chainsOf(consents)).filter(isMeant);
    const times = chains.flatMap((chain) => chain.times).sort();
    const count = times.length;
    console.log(
      `${count} entries about ${chains.length} applications${count ? `, from ${times[0]} to ${times.at(-1)}` : ''}.`,
    );
    if (count === 0) return true;
    if (confirm === undefined) {
      console.log(`Nothing was erased. To erase them, add to this command: --confirm ${count}`);
      return true;
    }
    if (Number(confirm) !== count || (await store.eraseEntries(chains, reason, count)) === 0) {
      console.error(`Nothing was erased: the number of entries is not ${confirm} any more.`);
      return false;
    }
    console.log('They are erased. Keep the new digest in another place: an earlier one no longer matches.');
    return reportCheck(await consents.check());
  });
}

async function chainsOf(consents: Database['consents']): Promise<Chain[]> {
  const found: Chain[] = [];
  for await (const entries of consents.chains('this')) {
    const { subject, business, number } = entries[0]!;
    found.push({ subject: subject!, business: business!, number: number!, times: entries.map(({ at }) => at) });
  }
  return found;
}
