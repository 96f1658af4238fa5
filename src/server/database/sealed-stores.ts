import { LendingError } from '../../errors.js';
import type { DraftStore } from '../drafts/draft-store.js';
import type { IdempotencyStore } from '../idempotency/types.js';
import { LOOKUPS, RECORDS, REQUESTS, type SubjectLimiter } from '../rate-limit.js';
import type { LendingSession, SessionStore } from '../session.js';
import type { Texts } from './texts.js';
import type { SealedTexts } from './sealed-texts.js';

/** Seconds after the last change for which a session is kept: 30 days. */
export const SESSION_SECONDS = 30 * 24 * 3600;
/** How often a change of a session is tried while other machines change the same session. */
const TRIES = 50;

/** A number of requests in a number of seconds. */
export interface Limit {
  requests: number;
  seconds: number;
}

export interface Limits {
  /** The requests of a subject. Default: 120 in 60 seconds. */
  take?: Limit | undefined;
  /** The entries of a subject in the consent store. Default: 60 in 600 seconds. */
  record?: Limit | undefined;
  /** The lookups of a subject. Default: 30 in 60 seconds. */
  lookup?: Limit | undefined;
}

/** Stores for four options of `createHandler`. Every key is hidden, and every value except a count of `limiter` is sealed. */
export interface SealedStores {
  /** For the option `idempotency`. */
  idempotency: Required<IdempotencyStore>;
  /** For the option `sessions.store`. A session is kept until nothing has changed it for as long as `sessionMaxAge` says. */
  sessions: Required<SessionStore>;
  /** For the option `drafts.store`. */
  drafts: DraftStore;
  /** For the option `limiter`. All machines count together. */
  limiter: SubjectLimiter;
}

/** Creates the stores. `open` is called for each operation, and must be quick once the store is open. */
export function createSealedStores(
  texts: Texts,
  open: () => Promise<SealedTexts>,
  { sessionMaxAge, limits }: { sessionMaxAge: number; limits: Limits },
): SealedStores {
  async function placeOf(key: string) {
    const seals = await open();
    return { seals, name: await seals.nameOf(key) };
  }
  const valuesOf = (kind: string) => ({
    async get(key: string): Promise<string | undefined> {
      const { seals, name } = await placeOf(`${kind}/${key}`);
      const sealed = await texts.get(name);
      return sealed === undefined ? undefined : seals.open(name, sealed);
    },
    async add(key: string, value: string, seconds: number): Promise<boolean> {
      const { seals, name } = await placeOf(`${kind}/${key}`);
      return texts.add(name, await seals.close(name, value), seconds);
    },
    async set(key: string, value: string, seconds: number): Promise<void> {
      const { seals, name } = await placeOf(`${kind}/${key}`);
      await texts.set(name, await seals.close(name, value), seconds);
    },
    async delete(key: string): Promise<void> {
      const { name } = await placeOf(`${kind}/${key}`);
      await texts.delete(name);
    },
  });
  const sessions = valuesOf('session');
  const parse = (text: string | undefined) => (text === undefined ? undefined : (JSON.parse(text) as LendingSession));

  /** Reads, changes and writes a session, again and again until no other machine has changed it in between. */
  async function update(
    subject: string,
    change: (session: LendingSession | undefined) => LendingSession | undefined,
  ): Promise<void> {
    const { seals, name } = await placeOf(`session/${subject}`);
    for (let tries = 0; tries < TRIES; tries++) {
      const before = await texts.get(name);
      const next = change(parse(before === undefined ? undefined : await seals.open(name, before)));
      if (!next) return;
      if (await texts.replace(name, before, await seals.close(name, JSON.stringify(next)), sessionMaxAge)) return;
    }
    throw new LendingError('handler-failed', `Other processes changed this session ${TRIES} times meanwhile.`, {
      recoverable: true,
    });
  }

  const limit =
    (kind: string, { requests, seconds }: Limit) =>
    async (subject: string) => {
      const { name } = await placeOf(`${kind}/${subject}`);
      const { count, left } = await texts.count(name, seconds);
      return count > requests ? Math.ceil(left) : 0;
    };

  return {
    idempotency: valuesOf('idempotency'),
    drafts: valuesOf('draft'),
    sessions: {
      get: async (subject) => parse(await sessions.get(subject)),
      set: (subject, session) => sessions.set(subject, JSON.stringify(session), sessionMaxAge),
      delete: sessions.delete,
      update,
    },
    limiter: {
      take: limit('take', limits.take ?? REQUESTS),
      record: limit('record', limits.record ?? RECORDS),
      lookup: limit('lookup', limits.lookup ?? LOOKUPS),
    },
  };
}
