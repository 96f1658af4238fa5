import type { ConsentEntry } from '../../schema/consent/consent.js';
import { sha256 } from '../../schema/consent/notice-text.js';
import { canonical } from '../consent/chain.js';
import type { ConsentStore } from '../consent/store.js';
import { inBatches } from '../util/queue.js';
import { createRecentCache } from '../util/recent-cache.js';
import type { Engine, Row } from './engine.js';
import { createLocks } from './locks.js';
import type { Texts } from './texts.js';

/** The number of entries that `entries()` reads at a time. */
const PAGE = 1000;
/** The most entries that one statement adds. */
const BATCH = 500;
/** The number of notices of which a process remembers that they are stored. */
const NOTICES = 100;

/** A consent store in a database. */
export interface DatabaseConsents extends Required<ConsentStore> {
  /** Every entry that was stored before the call, oldest first, for `exportConsents()` of `lending-elements/server/audit`. */
  entries(): AsyncIterable<ConsentEntry>;
}

/** An entry and its notice as canonical texts. */
interface NewEntry {
  about: string;
  entry: string;
  notice: string | undefined;
}

/** Entries in the table `consents`, and the texts of the notices, each once, in `notices`. `ready` is awaited before each operation. */
export function createConsents(
  engine: Engine,
  texts: Texts,
  { patience, ready }: { patience: number; ready: () => Promise<unknown> },
): DatabaseConsents {
  const { query, prefix } = engine;
  const locks = createLocks(texts, patience);
  const from = `FROM ${prefix}consents LEFT JOIN ${prefix}notices ON sha256 = notice_sha256`;
  const lockOf = async (about: string) => `lock/${await sha256(about)}`;
  const known = createRecentCache<true>(NOTICES);

  /** Stores a notice, once. Returns its hash. */
  async function addNotice(notice: string | undefined): Promise<string | null> {
    if (notice === undefined) return null;
    const hash = await sha256(notice);
    if (known.get(hash)) return hash;
    await query(
      `INSERT INTO ${prefix}notices (sha256, notice) VALUES ($1, $2) ON CONFLICT (sha256) DO NOTHING RETURNING sha256`,
      [hash, notice],
    );
    known.set(hash, true);
    return hash;
  }

  const write = inBatches(BATCH, async (entries: readonly NewEntry[]) => {
    await ready();
    const values: (string | null)[] = [];
    for (const { about, entry, notice } of entries) values.push(await sha256(about), entry, await addNotice(notice));
    const rows = entries.map((_, at) => `($${3 * at + 1}, $${3 * at + 2}, $${3 * at + 3})`);
    await query(
      `INSERT INTO ${prefix}consents (about_sha256, entry, notice_sha256) VALUES ${rows.join()} RETURNING number`,
      values,
    );
    return entries;
  });

  return {
    async append({ notice, ...rest }) {
      // The caller may change the entry before it is written.
      await write({ about: rest.about, entry: canonical(rest), notice: notice && canonical(notice) });
    },
    async about(about) {
      await ready();
      const found = await query(`SELECT entry, notice ${from} WHERE about_sha256 = $1 ORDER BY number`, [
        await sha256(about),
      ]);
      return found.map(entryOf);
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
        const found = await query(
          `SELECT number, entry, notice ${from} WHERE number > $1 AND number <= $2 ORDER BY number LIMIT ${PAGE}`,
          [number, end!['last']],
        );
        if (found.length === 0) return;
        yield* found.map(entryOf);
        number = found.at(-1)!['number'];
      }
    },
  };
}

function entryOf({ entry, notice }: Row): ConsentEntry {
  const rest = JSON.parse(entry as string) as ConsentEntry;
  return notice === null ? rest : { ...rest, notice: JSON.parse(notice as string) as ConsentEntry['notice'] };
}
