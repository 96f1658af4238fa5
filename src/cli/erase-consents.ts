import { applicantKey } from '../server/applications/applications.js';
import type { Applicant } from '../server/applications/types.js';
import type { DatabaseStore } from '../server/database/store.js';
import { openKept, type Kept } from '../server/store/kept.js';
import { createLocks } from '../server/store/locks.js';
import { closingOf } from './applications.js';
import { reportCheck, reportFaults } from './consents.js';
import { checkExists, findDatabase, withStore } from './database/connection.js';
import { readOptions, UsageError } from './usage.js';

const OPTIONS = ['reason', 'confirm', 'database', 'env'];
/** The days for which `consents prune` leaves an application after its last entry: longer than any notice can be agreed to. */
const YOUNGEST = 30;

/** The entries about one application. */
interface Chain extends Applicant {
  about: string;
  times: readonly string[];
}

/** `consents erase`: erases the consents of a subject, while no call of this applicant is under way. */
export async function runErase(args: string[]): Promise<boolean> {
  const { values } = readOptions(args, ['subject', 'business', ...OPTIONS], []);
  const { subject, business } = values;
  if (!subject) throw new UsageError('--subject is missing.');
  const isMeant = (chain: Chain) => chain.subject === subject && (business ?? chain.business) === chain.business;
  return erase(values, isMeant, alone);
}

/**
 * `consents prune`: erases the consents of applications all of whose entries are older than a date. It takes no locks: a request adds an entry before
 * it relies on a consent, and from then on the number of entries is not the confirmed one.
 */
export async function runPrune(args: string[]): Promise<boolean> {
  const { values } = readOptions(args, ['before', ...OPTIONS], []);
  const { before = '' } = values;
  const isDate = /^\d{4}-\d\d-\d\d$/.test(before) && new Date(before).toJSON()?.startsWith(before);
  if (!isDate || Date.parse(before) > Date.now() - YOUNGEST * 24 * 3600_000)
    throw new UsageError(`--before must be a date like 2020-12-31, at least ${YOUNGEST} days ago.`);
  const isMeant = ({ times }: Chain) => times.every((at) => at < before);
  return erase(values, isMeant, (_kept, _chains, work) => work());
}

/** Erases chains if the number of their entries is confirmed, and prints it otherwise. */
async function erase(
  values: Record<string, string>,
  isMeant: (chain: Chain) => boolean,
  guard: (kept: Kept, chains: readonly Chain[], work: () => Promise<number>) => Promise<number>,
): Promise<boolean> {
  const { reason = '', confirm } = values;
  if (!/^[^\p{Cc}]{1,200}$/u.test(reason)) throw new UsageError('--reason must have 1 to 200 characters.');
  const { secrets, ...database } = await findDatabase(values);
  if (secrets.length === 0) throw new UsageError('LENDING_SESSION_SECRET is not set.');
  if (!database.namespace) throw new UsageError('Neither LENDING_NAMESPACE nor LENDING_BASE_URL is set.');
  await checkExists(database.location);
  return withStore(database, async (store) => {
    const { consents } = store;
    if (!reportFaults(await consents.check())) return false;
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
    if (Number(confirm) !== count || (await guard(openKept(store, secrets), chains, work)) === 0) {
      console.error(`Nothing was erased: the number of entries is not ${confirm} any more.`);
      return false;
    }
    console.log('They are erased. Keep the new digest in another place: an earlier one is not found any more.');
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
