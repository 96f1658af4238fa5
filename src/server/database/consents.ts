import { LendingError } from '../../errors.js';
import type { ConsentEntry } from '../../schema/consent/consent.js';
import type { Store } from '../store/types.js';
import { inBatches } from '../util/queue.js';
import { createRecentCache } from '../util/recent-cache.js';
import { checkChains, findBroken, type BrokenEntry, type ConsentCheck, type Erasure } from './check.js';
import type { Engine, Row } from './engine.js';
import { hashText } from '../util/hash-text.js';
import { FIRST, type Proof } from './proof.js';

/** The number of entries that are read at a time. */
const PAGE_ROWS = 1000;
/** The most entries that one statement adds. */
const BATCH_ENTRIES = 500;
/** The number of stored notices that a process remembers. */
const KNOWN_NOTICES = 100;
/** The number of chains that a process remembers: the hash of the `about`, and the end. */
const KNOWN_CHAINS = 10_000;
/** The number of retries when another process adds entries to the same chains. */
const MAX_TRIES = 20;

/** Consents in a database. The entries about one application are a chain: the hash of each entry covers the entry and the hash before. */
export interface Consents extends Pick<Store, 'append' | 'entries'> {
  /** The chains of all namespaces, or of this one. A chain has the entries about one application, or about one notice, oldest first. */
  chains(of?: 'all' | 'this'): AsyncIterable<readonly ConsentEntry[]>;
  /** `Store.erase()`. If the number of entries is not `expected` any more, it deletes none. */
  erase(abouts: readonly string[], reason: string, expected?: number): Promise<number>;
  /** Checks each chain. `expected` is the digest of an earlier check, which was stored outside the database. */
  check(expected?: string): Promise<ConsentCheck>;
}

/** An entry and its notice as JSON. */
interface NewEntry {
  about: string;
  entry: string;
  notice: string | undefined;
}

/** The SHA-256 of an `about`, and the end of its chain as this process has seen it last. */
interface Chain {
  subject: string;
  place: number;
  hash: string;
}

/** Stores entries in the table `consents`, and each notice once in the table `notices`. */
export function createConsents(engine: Engine, proof: Proof, namespace: string): Consents {
  const { query, prefix, each } = engine;
  const from = `FROM ${prefix}consents LEFT JOIN ${prefix}notices ON sha256 = notice_sha256`;
  const known = createRecentCache<true>(KNOWN_NOTICES);
  const chains = createRecentCache<Chain>(KNOWN_CHAINS);
  const insert = `INSERT INTO ${prefix}consents (namespace, about_sha256, place, entry, notice_sha256, hash)
    SELECT CAST($1 AS text), value ->> 0, CAST(value ->> 1 AS integer), value ->> 2, value ->> 3, value ->> 4 FROM ${each}($2)
    WHERE NOT EXISTS (SELECT 1 FROM ${each}($3) AS ends LEFT JOIN ${prefix}consents AS found ON namespace = $1
      AND about_sha256 = ends.value ->> 0 AND place = CAST(ends.value ->> 1 AS integer) AND hash = ends.value ->> 2
      WHERE found.place IS NULL) RETURNING number`;
  const readEnds = `SELECT about_sha256, place, hash FROM ${prefix}consents WHERE number IN
    (SELECT (SELECT number FROM ${prefix}consents WHERE namespace = $1 AND about_sha256 = value ->> 0 ORDER BY place DESC LIMIT 1)
     FROM ${each}($2))`;

  const subjectOf = async (about: string) => chains.get(about)?.subject ?? hashText(about);

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

  /** Returns the ends of the chains of these entries: those that are known, and the others from the database. */
  async function endsOf(entries: readonly NewEntry[]): Promise<Map<string, Chain>> {
    const ends = new Map<string, Chain>();
    const unread = new Map<string, Chain>();
    for (const { about } of entries) {
      if (ends.has(about)) continue;
      const known = chains.get(about);
      const end = known ? { ...known } : { subject: await hashText(about), place: 0, hash: FIRST };
      ends.set(about, end);
      if (!known) unread.set(end.subject, end);
    }
    if (unread.size === 0) return ends;
    const rows = await query(readEnds, [namespace, JSON.stringify([...unread.keys()].map((subject) => [subject]))]);
    for (const { about_sha256, ...end } of rows) Object.assign(unread.get(about_sha256 as string)!, end);
    return ends;
  }

  /** Adds entries at the ends of their chains. Returns false if another process has added an entry to one of these chains meanwhile, or has erased the chain. */
  async function add(entries: readonly NewEntry[]): Promise<boolean> {
    const ends = await endsOf(entries);
    const before = [...ends.values()].flatMap(({ subject, place, hash }) =>
      place > 0 ? [[subject, place, hash]] : [],
    );
    const rows = [];
    for (const { about, entry, notice: text } of entries) {
      const end = ends.get(about)!;
      const notice = await addNotice(text);
      end.place += 1;
      end.hash = await proof.hashOf({ place: end.place, previous: end.hash, entry, notice });
      rows.push([end.subject, end.place, entry, notice, end.hash]);
    }
    try {
      const added = await query(insert, [namespace, JSON.stringify(rows), JSON.stringify(before)]);
      for (const [about, end] of ends) if (added.length > 0) chains.set(about, end);
      if (added.length > 0) return true;
    } catch (error) {
      // PostgreSQL translates its messages, so its code is checked.
      const { code, message } = error as { code?: string; message: string };
      if (code !== '23505' && !/unique/i.test(message)) throw error;
    }
    for (const about of ends.keys()) chains.delete(about);
    return false;
  }

  const write = inBatches(BATCH_ENTRIES, async (entries: readonly NewEntry[]) => {
    for (let tries = 0; !(await add(entries)); tries++)
      if (tries === MAX_TRIES)
        throw new LendingError('handler-failed', 'Other processes add consents here all the time.');
    return entries;
  });

  return {
    async append({ notice, ...rest }) {
      // The caller may change the entry before it is written.
      await write({ about: rest.about, entry: JSON.stringify(rest), notice: notice && JSON.stringify(notice) });
    },
    async entries(about) {
      const subject = await subjectOf(about);
      const rows = await query(
        `SELECT place, hash, entry, notice ${from} WHERE namespace = $1 AND about_sha256 = $2 ORDER BY place`,
        [namespace, subject],
      );
      const broken = await findBroken(rows, proof, subject);
      if (broken) throw alteredError(broken);
      const { place = 0, hash = FIRST } = (rows.at(-1) ?? {}) as Partial<Chain>;
      chains.set(about, { subject, place, hash });
      return rows.map(entryOf);
    },
    async erase(abouts, reason, expected) {
      const subjects = JSON.stringify(await Promise.all(abouts.map(async (about) => [await subjectOf(about)])));
      const found = `FROM ${prefix}consents WHERE namespace = $1 AND about_sha256 IN (SELECT value ->> 0 FROM ${each}($2))`;
      const note = `INSERT INTO ${prefix}erasures (namespace, erased_at, reason, applications, entries)
        SELECT CAST($1 AS text), $3, $4, count(DISTINCT about_sha256), count(*) ${found}
        HAVING count(*) > 0 AND count(*) = coalesce(CAST($5 AS integer), count(*)) RETURNING entries`;
      const at = new Date().toISOString();
      const [row] = await engine.changeBoth(
        { statement: note, values: [namespace, subjects, at, reason, expected ?? null] },
        { statement: `DELETE ${found} RETURNING number`, values: [namespace, subjects] },
      );
      await engine.scrub();
      return Number(row?.['entries'] ?? 0);
    },
    async *chains(of = 'all') {
      await engine.settle();
      for await (const rows of allChains())
        if (of === 'all' || rows[0]!['namespace'] === namespace) yield rows.map(entryOf);
    },
    async check(expected) {
      await engine.settle();
      const rows = await query(
        `SELECT erased_at AS at, reason, applications, entries FROM ${prefix}erasures ORDER BY number`,
      );
      const erased = rows.map((row) => ({ ...row }) as unknown as Erasure);
      return checkChains(allChains(), erased, proof, expected);
    },
  };

  /** Yields the rows of each chain, one chain after the other. Rows that are added meanwhile are left out. */
  async function* allChains(): AsyncGenerator<Row[]> {
    const [end] = await query(`SELECT coalesce(max(number), 0) AS number FROM ${prefix}consents`);
    let [space, subject, place]: unknown[] = ['', '', 0];
    for (let chain: Row[] = []; ;) {
      const rows = await query(
        `SELECT number, namespace, about_sha256, place, hash, entry, notice ${from}
         WHERE (namespace, about_sha256, place) > ($1, $2, $3) AND number <= $4
         ORDER BY namespace, about_sha256, place LIMIT ${PAGE_ROWS}`,
        [space, subject, place, end!['number']],
      );
      for (const row of rows) {
        const isOther = row['about_sha256'] !== subject || row['namespace'] !== space;
        if (isOther && chain.length > 0) yield chain.splice(0);
        chain.push(row);
        [space, subject, place] = [row['namespace'], row['about_sha256'], row['place']];
      }
      if (rows.length === 0) {
        if (chain.length > 0) yield chain;
        return;
      }
      await nextTurn();
    }
  }
}

/** Yields to the event loop, so that requests go on: SQLite and the hashes are synchronous. */
const nextTurn = () => new Promise((resolve) => setTimeout(resolve));

const alteredError = ({ place, why }: BrokenEntry) =>
  new LendingError('handler-consent-not-stored', `The records of this applicant were altered: entry ${place} ${why}.`, {
    remedy: 'Run `lending-elements consents check`, and restore the records from a backup.',
  });

function entryOf({ entry, notice }: Row): ConsentEntry {
  const rest = JSON.parse(entry as string) as ConsentEntry;
  return notice === null ? rest : { ...rest, notice: JSON.parse(notice as string) as ConsentEntry['notice'] };
}
