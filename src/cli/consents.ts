import { once } from 'node:events';
import process from 'node:process';
import type { ConsentEntry, ConsentRecord } from '../schema/consent/consent.js';
import { applicantKey } from '../server/applications/applications.js';
import { isReason } from '../server/applications/erasing.js';
import type { Applicant } from '../server/applications/types.js';
import type { ConsentCheck, Erasure } from '../server/database/check.js';
import type { DatabaseStore } from '../server/database/store.js';
import { consentRecord } from '../server/consent/record.js';
import type { Kept } from '../server/store/kept.js';
import { createLocks } from '../server/store/locks.js';
import { closingOf, withApplications } from './applications.js';
import { findDatabase, withStore } from './database/connection.js';
import { UsageError, type Options } from './usage.js';

const NOT_EXPECTED =
  'The entries of the expected digest are not all there: some were erased, deleted or written again, or the digest is of another database.';

export async function runCheck({ values }: Options): Promise<boolean> {
  const { expect } = values;
  if (expect !== undefined && !/^\d+\.[0-9a-f]{64}$/.test(expect))
    throw new UsageError('--expect must be a digest that an earlier check printed.');
  return withStore(await findDatabase(values), async ({ consents }) => {
    const found = await consents.check(expect);
    return reportProblems(found) && reportCheck(found);
  });
}

export function reportCheck({ entries, chains, last, digest, erased }: ConsentCheck): boolean {
  console.log(`${entries} entries about ${chains} applications and notices, none was changed.\nDigest: ${digest}`);
  if (last !== undefined) console.log(`Last time: ${last}`);
  for (const one of erased) console.log(describeErasure(one));
  return true;
}

const describeErasure = ({ at, reason, applications, entries }: Erasure) =>
  `Erased at ${at}: ${entries} entries about ${applications} applications. Reason: ${reason}`;

/** Prints the problems that a check found. Returns true if there are none. */
export function reportProblems({ broken, isExpected, erased }: ConsentCheck): boolean {
  for (const { about, place, why } of broken) console.error(`${about}: entry ${place} ${why}.`);
  if (!isExpected) console.error([NOT_EXPECTED, ...erased.map(describeErasure)].join('\n'));
  return broken.length === 0 && isExpected;
}

export async function runExport({ values }: Options): Promise<boolean> {
  const { subject, business } = values;
  return withStore(await findDatabase(values), async ({ consents }) => {
    if (!reportProblems(await consents.check())) return false;
    for await (const chain of consents.chains()) {
      const [first] = chain as [ConsentEntry];
      if ((subject ?? first.subject) !== first.subject || (business ?? first.business) !== first.business) continue;
      for (const record of recordsOf(chain))
        if (!process.stdout.write(`${JSON.stringify(record)}\n`)) await once(process.stdout, 'drain');
    }
    return true;
  });
}

const recordsOf = (chain: readonly ConsentEntry[]) =>
  chain.flatMap((entry): (ConsentEntry | ConsentRecord)[] => {
    if (entry.event === 'authorised') return [entry];
    return entry.event === 'given' || entry.event === 'declined' ? [consentRecord(entry, chain)] : [];
  });

/** `consents prune` erases no application whose last entry is younger than this many days. No notice can be agreed to for so long. */
const YOUNGEST = 30;

interface Chain extends Applicant {
  about: string;
  times: readonly string[];
}

export async function runErase({ values }: Options): Promise<boolean> {
  const { subject, business } = values;
  if (!subject) throw new UsageError('--subject is missing.');
  const isMeant = (chain: Chain) => chain.subject === subject && (business ?? chain.business) === chain.business;
  return erase(values, isMeant, alone);
}

/**
 * `consents prune`: erases the consents of applications whose entries are all older than a date. It acquires no locks: a request adds an entry before
 * it relies on a consent, and then the number of entries differs from the confirmed number.
 */
export async function runPrune({ values }: Options): Promise<boolean> {
  const { before = '' } = values;
  const isDate = /^\d{4}-\d\d-\d\d$/.test(before) && new Date(before).toJSON()?.startsWith(before);
  if (!isDate || Date.parse(before) > Date.now() - YOUNGEST * 24 * 3600_000)
    throw new UsageError(`--before must be a date like 2020-12-31, at least ${YOUNGEST} days ago.`);
  const isMeant = ({ times }: Chain) => times.every((at) => at < before);
  return erase(values, isMeant, (_kept, _chains, work) => work());
}

/** Erases chains if the number of their entries is confirmed; otherwise prints the number. */
async function erase(
  values: Record<string, string>,
  isMeant: (chain: Chain) => boolean,
  guard: (kept: Kept, chains: readonly Chain[], work: () => Promise<number>) => Promise<number>,
): Promise<boolean> {
  const { reason = '', confirm } = values;
  if (!isReason(reason)) throw new UsageError('--reason must have 1 to 200 characters.');
  return withApplications(values, async (kept, store) => {
    const { consents } = store;
    if (!reportProblems(await consents.check())) return false;
    const chains = (await chainsOf(store)).filter(isMeant);
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
    const abouts = chains.map(({ about }) => about);
    const work = () => consents.erase(abouts, reason, count);
    if (Number(confirm) !== count || (await guard(kept, chains, work)) === 0) {
      console.error(`Nothing was erased: the number of entries is not ${confirm} any more.`);
      return false;
    }
    console.log('They are erased. Keep the new digest in another place: an earlier one no longer matches.');
    return reportCheck(await consents.check());
  });
}

async function chainsOf({ consents }: DatabaseStore): Promise<Chain[]> {
  const found: Chain[] = [];
  for await (const entries of consents.chains('this')) {
    const { about } = entries[0]!;
    if (!about.startsWith('applicant:')) continue;
    const [subject, business, number] = JSON.parse(about.slice('applicant:'.length)) as [string, string, number];
    found.push({ about, subject, business, number, times: entries.map(({ at }) => at) });
  }
  return found;
}

/** Does work under the locks of applications, while no call about them is under way. */
async function alone(kept: Kept, chains: readonly Chain[], work: () => Promise<number>): Promise<number> {
  const [locked, { withoutCalls }] = [createLocks(kept), closingOf(kept)];
  let result = 0;
  await chains.reduce<() => Promise<void>>(
    (inner, chain) => () => locked(applicantKey(chain), () => withoutCalls(chain, inner)),
    async () => void (result = await work()),
  )();
  return result;
}
