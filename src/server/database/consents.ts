import { LendingError } from '../../errors.js';
import type { ConsentEntry } from '../../schema/consent/consent.js';
import { sha256 } from '../../schema/consent/notice-text.js';
import type { ConsentStore } from '../consent/store.js';
import { inBatches } from '../util/queue.js';
import { createRecentCache } from '../util/recent-cache.js';
import { checkChains, findBroken, type BrokenEntry, type ConsentCheck } from './check.js';
import type { Engine, Row } from './engine.js';
import { createLocks } from './locks.js';
import { FIRST, type Proof } from './proof.js';
import type { Texts } from './texts.js';

/** The number of entries that are read at a time. */
const PAGE = 1000;
/** The most entries that one statement adds. */
const BATCH = 500;
/** The number of notices of which a process remembers that they are stored. */
const NOTICES = 100;
/** The number of subjects whose hashes a process remembers. */
const SUBJECTS = 10_000;
/** How often entries are added while other processes add some about the same subjects. */
const TRIES = 20;

/** A consent store in a database. The entries about one subject are a chain: each has a hash over itself and the one before. */
export interface DatabaseConsents extends Required<ConsentStore> {
  /** Every entry that was stored before the call, oldest first. */
  entries(): AsyncIterable<ConsentEntry>;
  /** Checks each chain by itself. `expected` is the digest of an earlier check, which was kept elsewhere. */
  check(expected?: string): Promise<ConsentCheck>;
}

/** An entry and its notice as JSON. */
interface NewEntry {
  about: string;
  entry: string;
  notice: string | undefined;
}

/** Entries in the table `consents`, and the texts of the notices, each once, in `notices`. `ready` is awaited before each operation. */
export function createConsents(
  engine: Engine,
  texts: Texts,
  proof: Proof,
  { patience, ready }: { patience: number; ready: () => Promise<unknown> },
): DatabaseConsents {
  const { query, prefix } = engine;
  const locks = createLocks(texts, patience);
  const from = `FROM ${prefix}consents LEFT JOIN ${prefix}notices ON sha256 = notice_sha256`;
  const known = createRecentCache<true>(NOTICES);
  const hashes = createRecentCache<string>(SUBJECTS);
  const lockOf = async (about: string) => `lock/${await subjectOf(about)}`;

  /** Returns the SHA-256 of an `about`, which a call needs several times. */
  async function subjectOf(about: string): Promise<string> {
    const hash = hashes.get(about) ?? (await sha256(about));
    hashes.set(about, hash);
    return hash;
  }

  /** Stores a notice, once. Returns its hash. */
  async function addNotice(notice: string | undefined): Promise<string | null> {
    if (notice === undefined) return null;
    const hash = await proof.noticeHash(notice);
    if (known.get(hash)) return hash;
    await query(
      `INSERT INTO ${prefix}notices (sha256, notice) VALUES ($1, $2) ON CONFLICT (sha256) DO NOTHING RETURNING sha256`,
      [hash, notice],
    );
    known.set(hash, true);
    return hash;
  }

  /** Returns the ends of the chains of these subjects. */
  async function endsOf(subjects: ReadonlySet<string>): Promise<Map<string, { place: number; hash: string }>> {
    const places = [...subjects].map((_, at) => `$${at + 1}`).join();
    const rows = await query(
      `SELECT about_sha256, place, hash FROM ${prefix}consents AS one WHERE about_sha256 IN (${places}) AND place =
         (SELECT max(place) FROM ${prefix}consents AS other WHERE other.about_sha256 = one.about_sha256)`,
      [...subjects],
    );
    return new Map(rows.map((row) => [row['about_sha256'] as string, row as { place: number; hash: string }]));
  }

  /** Adds entries at the ends of their chains. Returns false if another process has added one there meanwhile. */
  async function add(entries: readonly NewEntry[]): Promise<boolean> {
    const subjects = await Promise.all(entries.map(async ({ about }) => subjectOf(about)));
    const ends = await endsOf(new Set(subjects));
    const values: unknown[] = [];
    for (const [at, { entry, notice: text }] of entries.entries()) {
      const subject = subjects[at]!;
      const { place: last, hash: previous } = ends.get(subject) ?? { place: 0, hash: FIRST };
      const [place, notice] = [last + 1, await addNotice(text)];
      const hash = await proof.hashOf({ place, previous, entry, notice });
      ends.set(subject, { place, hash });
      values.push(subject, place, entry, notice, hash);
    }
    const rows = entries.map((_, at) => `(${[1, 2, 3, 4, 5].map((one) => `$${5 * at + one}`).join()})`);
    const insert = `INSERT INTO ${prefix}consents (about_sha256, place, entry, notice_sha256, hash) VALUES ${rows.join()}`;
    try {
      await query(`${insert} RETURNING number`, values);
      return true;
    } catch (error) {
      // PostgreSQL has its messages in many languages.
      const { code, message } = error as { code?: string; message: string };
      if (code === '23505' || /unique/i.test(message)) return false;
      throw error;
    }
  }

  const write = inBatches(BATCH, async (entries: readonly NewEntry[]) => {
    await ready();
    for (let tries = 0; !(await add(entries)); tries++)
      if (tries === TRIES) throw new LendingError('handler-failed', 'Other processes add consents here all the time.');
    return entries;
  });

  return {
    async append({ notice, ...rest }) {
      // The caller may change the entry before it is written.
      await write({ about: rest.about, entry: JSON.stringify(rest), notice: notice && JSON.stringify(notice) });
    },
    async about(about) {
      await ready();
      const subject = await subjectOf(about);
      const rows = await query(`SELECT place, hash, entry, notice ${from} WHERE about_sha256 = $1 ORDER BY place`, [
        subject,
      ]);
      const broken = await findBroken(rows, proof, subject);
      if (broken) throw altered(broken);
      return rows.map(entryOf);
    },
    lock: async (about) => {
      await ready();
      await locks.lock(await lockOf(about));
    },
    holds: async (about) => locks.holds(await lockOf(about)),
    unlock: async (about) => locks.unlock(await lockOf(about)),
    async *entries() {
      await ready();
      await engine.settle();
      const [end] = await query(`SELECT coalesce(max(number), 0) AS last FROM ${prefix}consents`);
      for (let number: unknown = 0; ;) {
        const rows = await query(
          `SELECT number, entry, notice ${from} WHERE number > $1 AND number <= $2 ORDER BY number LIMIT ${PAGE}`,
          [number, end!['last']],
        );
        if (rows.length === 0) return;
        yield* rows.map(entryOf);
        number = rows.at(-1)!['number'];
      }
    },
    async check(expected) {
      await ready();
      await engine.settle();
      return checkChains(chains(), proof, expected);
    },
  };

  /** The rows of one subject after those of another. */
  async function* chains(): AsyncGenerator<Row[]> {
    let [subject, place]: unknown[] = ['', 0];
    for (let chain: Row[] = []; ;) {
      const rows = await query(
        `SELECT number, about_sha256, place, hash, entry, notice ${from}
         WHERE (about_sha256, place) > ($1, $2) ORDER BY about_sha256, place LIMIT ${PAGE}`,
        [subject, place],
      );
      for (const row of rows) {
        if (row['about_sha256'] !== subject && chain.length > 0) yield chain.splice(0);
        chain.push(row);
        [subject, place] = [row['about_sha256'], row['place']];
      }
      if (rows.length > 0) continue;
      if (chain.length > 0) yield chain;
      return;
    }
  }
}

const altered = ({ place, why }: BrokenEntry) =>
  new LendingError('handler-consent-not-stored', `The records of this applicant were altered: entry ${place} ${why}.`, {
    remedy: 'Run `lending-elements consents check`, and restore the records from a backup.',
  });

function entryOf({ entry, notice }: Row): ConsentEntry {
  const rest = JSON.parse(entry as string) as ConsentEntry;
  return notice === null ? rest : { ...rest, notice: JSON.parse(notice as string) as ConsentEntry['notice'] };
}
