import { LendingError } from '../../errors.js';
import type { DraftStore } from '../drafts/draft-store.js';
import type { IdempotencyStore } from '../idempotency/types.js';
import type { LendingSession, SessionStore } from '../session.js';
import type { SealedTexts } from './sealed-texts.js';
import type { NamedTexts } from './named-texts.js';

/** Seconds after the last change for which a session is kept: 30 days. */
export const SESSION_SECONDS = 30 * 24 * 3600;
/** How often a change of a session is tried while other machines change the same session. */
const TRIES = 50;

/** A store of texts, once it is known to keep them, with the seals for them. */
interface OpenTexts {
  texts: NamedTexts;
  seals: SealedTexts;
}

/** Stores for three options of `createHandler`. Every key is hidden and every value is sealed. */
export interface SealedStores {
  /** For the option `idempotency`. */
  idempotency: Required<IdempotencyStore>;
  /** For the option `sessions.store`. A session is kept until nothing has changed it for as long as `sessionMaxAge` says. */
  sessions: Required<SessionStore>;
  /** For the option `drafts.store`. */
  drafts: DraftStore;
}

/** Creates the three stores. `open` is called for each operation, and must be quick once the store is open. */
export function createSealedStores(
  open: () => Promise<OpenTexts>,
  { sessionMaxAge, owner }: { sessionMaxAge: number; owner: string },
): SealedStores {
  async function placeOf(key: string) {
    const { texts, seals } = await open();
    return { texts, seals, name: await seals.nameOf(key) };
  }
  const valuesOf = (kind: string) => ({
    async get(key: string): Promise<string | undefined> {
      const { texts, seals, name } = await placeOf(`${kind}/${key}`);
      const sealed = await texts.get(name);
      return sealed === undefined ? undefined : seals.open(name, sealed);
    },
    async add(key: string, value: string, seconds: number): Promise<boolean> {
      const { texts, seals, name } = await placeOf(`${kind}/${key}`);
      return texts.add(name, await seals.close(name, value), seconds);
    },
    async set(key: string, value: string, seconds: number): Promise<void> {
      const { texts, seals, name } = await placeOf(`${kind}/${key}`);
      await texts.set(name, await seals.close(name, value), seconds);
    },
    async delete(key: string): Promise<void> {
      const { texts, name } = await placeOf(`${kind}/${key}`);
      await texts.delete(name);
    },
  });
  const { get, set, delete: remove } = valuesOf('draft');
  const sessions = valuesOf('session');
  const parse = (text: string | undefined) => (text === undefined ? undefined : (JSON.parse(text) as LendingSession));

  /** Reads, changes and writes a session, again and again until no other machine has changed it in between. */
  async function update(
    subject: string,
    change: (session: LendingSession | undefined) => LendingSession | undefined,
  ): Promise<void> {
    const { texts, seals, name } = await placeOf(`session/${subject}`);
    for (let tries = 0; tries < TRIES; tries++) {
      const before = await texts.get(name);
      const next = change(parse(before === undefined ? undefined : await seals.open(name, before)));
      if (!next) return;
      if (await texts.replace(name, before, await seals.close(name, JSON.stringify(next)), sessionMaxAge)) return;
    }
    throw new LendingError(
      'handler-failed',
      `${owner}: other machines changed this session ${TRIES} times meanwhile.`,
      {
        recoverable: true,
      },
    );
  }

  return {
    idempotency: valuesOf('idempotency'),
    drafts: { get, set, delete: remove },
    sessions: {
      get: async (subject) => parse(await sessions.get(subject)),
      set: (subject, session) => sessions.set(subject, JSON.stringify(session), sessionMaxAge),
      delete: sessions.delete,
      update,
    },
  };
}
