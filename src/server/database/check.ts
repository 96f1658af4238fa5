import { hashText } from '../util/hash-text.js';
import type { Row } from './engine.js';
import { FIRST, type Proof } from './proof.js';

/** The first entry of a chain that is not as it was written. */
export interface BrokenEntry {
  /** Its place in the chain, counted from 1. */
  place: number;
  /** `was changed`: the entry, its notice or the entry before it; `is missing`; `has no valid mark`: it was written without a key, or with an unknown one. */
  why: 'was changed' | 'is missing' | 'has no valid mark';
}

/** A record of consents that were erased together: when, why, and how many. Nothing else of these consents is left. */
export interface Erasure {
  /** The time, in ISO 8601. */
  at: string;
  reason: string;
  applications: number;
  entries: number;
}

/** The result of a check of all consents. */
export interface ConsentCheck {
  /** The number of entries, and the number of chains: subjects and notices that the entries are about. */
  entries: number;
  chains: number;
  /** The chains that were changed after they were written. `about` is its hash if no entry contains it any more. */
  broken: readonly (BrokenEntry & { about: string })[];
  /** The consents that were erased, oldest first. */
  erased: readonly Erasure[];
  /** The number of the last entry, and a digest of the ends of all chains, and of the erasures. Store it outside the database: it shows later that no entry at the end of a chain is missing. */
  digest: string;
  /** The time of the last entry. */
  last: string | undefined;
  /** False if the chains do not contain the end of the expected digest, or if consents were erased since. */
  isExpected: boolean;
}

/** The `about` of an entry. An entry that was changed may have none. */
function aboutOf({ entry }: Row): string | undefined {
  try {
    return (JSON.parse(entry as string) as { about?: string } | null)?.about;
  } catch {
    return undefined;
  }
}

const isAbout = async (row: Row, subject: string) => (await hashText(aboutOf(row) ?? '')) === subject;

/** Finds the first entry of a chain that was changed after it was written. `subject` is the hash of the `about` of the chain. */
export async function findBroken(
  rows: readonly Row[],
  proof: Proof,
  subject: string,
): Promise<BrokenEntry | undefined> {
  let previous = FIRST;
  for (const [at, row] of rows.entries()) {
    const [place, hash, entry] = [at + 1, row['hash'] as string, row['entry'] as string];
    if (Number(row['place']) !== place) return { place, why: 'is missing' };
    const notice = row['notice'] === null ? null : await proof.noticeHash(row['notice'] as string);
    // The hashes of the later entries depend on the first entry.
    const isAboutSubject = at > 0 || (await isAbout(row, subject));
    if (!isAboutSubject || !(await proof.isRight(hash, { place, previous, entry, notice })))
      return { place, why: isAboutSubject && (await proof.lacksMark(hash)) ? 'has no valid mark' : 'was changed' };
    previous = hash;
  }
  return undefined;
}

/** The `about` of a chain, or its hash if no entry has it. */
async function nameOf(rows: readonly Row[], subject: string): Promise<string> {
  for (const row of rows) if (await isAbout(row, subject)) return aboutOf(row)!;
  return subject;
}

/** Checks each chain by itself, and all ends together. */
export async function checkChains(
  chains: AsyncIterable<readonly Row[]>,
  erased: readonly Erasure[],
  proof: Proof,
  expected?: string,
): Promise<ConsentCheck> {
  const end = Number(expected?.split('.')[0]);
  const start = erased.length > 0 ? await hashText(JSON.stringify(erased)) : FIRST;
  let [entries, count, number, digest, earlier] = [0, 0, 0, start, start];
  let last: string | undefined;
  const broken: (BrokenEntry & { about: string })[] = [];
  const join = (digest: string, row: Row | undefined) =>
    row ? hashText(`${digest}\n${row['about_sha256'] as string}\n${row['hash'] as string}`) : digest;

  for await (const rows of chains) {
    const lastRow = rows.at(-1)!;
    entries += rows.length;
    count += 1;
    number = Math.max(number, Number(lastRow['number']));
    digest = await join(digest, lastRow);
    const earlierRow = rows.findLast((row) => Number(row['number']) <= end);
    earlier = await join(earlier, earlierRow);
    const subject = rows[0]!['about_sha256'] as string;
    const found = await findBroken(rows, proof, subject);
    if (found) {
      broken.push({ ...found, about: await nameOf(rows, subject) });
      continue;
    }
    const { at } = JSON.parse(lastRow['entry'] as string) as { at: string };
    if (last === undefined || at > last) last = at;
  }
  const isExpected = expected === undefined || `${end}.${earlier}` === expected;
  return { entries, chains: count, broken, erased, digest: `${number}.${digest}`, last, isExpected };
}
