import { base64url } from 'jose';
import { LendingError } from '../../errors.js';
import { hashText } from '../util/hash-text.js';
import { createSeal, deriveKey } from '../seal.js';
import { startOnce } from '../util/start-once.js';
import type { Store } from './types.js';

/** The kinds of values. Values of different kinds never have the same name. */
export type Kind = 'application' | 'attempt' | 'draft' | 'failure' | 'outbox' | 'prefill' | 'served';

/** The values of the handler in a store. Every name is hidden, and every value is sealed for its name. */
export type Kept = ReturnType<typeof openKept>;
export type Lease = NonNullable<Awaited<ReturnType<Kept['lease']>>>;

/** A limit: a number of requests in a number of seconds. */
export interface Limit {
  requests: number;
  seconds: number;
}

/** The name of the store's own key. */
const KEY_NAME = 'key';
/** The number of times that a change is tried while other processes change the same value. */
const MAX_TRIES = 50;

/**
 * Opens the values of a store at the first call. The store has its own key, sealed with the partner's secret, so that every process derives the same
 * names, even while the secret is changed.
 */
export function openKept(store: Store, secrets: readonly string[]) {
  const open = startOnce(async () => {
    const own = await ownKey(store, secrets);
    return {
      names: base64url.encode(await deriveKey(own, 'lending-elements/store/names')),
      seal: createSeal(own, 'lending-elements/store/values'),
    };
  });
  /** Derives a token of 43 characters from a key for one purpose. It stays the same for as long as the store exists, and does not reveal the key. */
  async function token(purpose: string, key: string): Promise<string> {
    const hash = await hashText(`${purpose} ${key}`, (await open()).names);
    return base64url.encode(Uint8Array.from(hash.match(/../g)!, (pair) => parseInt(pair, 16)));
  }
  const nameOf = async (kind: string, key: string) => `${kind}/${await token(kind, key)}`;
  const close = async (name: string, text: string) => (await open()).seal.close(text, name);

  async function openValue(name: string, sealed: string | undefined): Promise<string | undefined> {
    if (sealed === undefined) return undefined;
    const opened = await (await open()).seal.open(sealed, name);
    if (opened !== undefined) return opened;
    throw new LendingError('handler-failed', 'A value in the store was altered.', {
      remedy: 'Find out who else writes to the store. Restore it from a backup.',
    });
  }

  return {
    token,
    async get(kind: Kind, key: string): Promise<string | undefined> {
      const name = await nameOf(kind, key);
      return openValue(name, await store.get(name));
    },
    /** `undefined` deletes the value. */
    async set(kind: Kind, key: string, value: string | undefined, seconds?: number): Promise<void> {
      const name = await nameOf(kind, key);
      await store.set(name, value === undefined ? value : await close(name, value), seconds);
    },
    /** Sets a value atomically, unless there is one. Returns true if it set the value. */
    async add(kind: Kind, key: string, value: string, seconds?: number): Promise<boolean> {
      const name = await nameOf(kind, key);
      return store.replace(name, undefined, await close(name, value), seconds);
    },
    /**
     * Changes a value atomically. `change` returns `undefined` to leave the value unchanged, or `null` to delete it. It can be called several times, and
     * `prepare` after each of them: between the reading and the writing.
     */
    async update(
      kind: Kind,
      key: string,
      change: (value: string | undefined) => string | undefined | null,
      seconds?: number,
      prepare?: () => Promise<void>,
    ): Promise<void> {
      const name = await nameOf(kind, key);
      for (let tries = 0; tries < MAX_TRIES; tries++) {
        const before = await store.get(name);
        const next = change(await openValue(name, before));
        if (next === undefined) return;
        const value = next === null ? undefined : await close(name, next);
        await prepare?.();
        if (await store.replace(name, before, value, seconds)) return;
      }
      throw new LendingError('handler-failed', `Other processes changed this value ${MAX_TRIES} times meanwhile.`, {
        recoverable: true,
      });
    },
    /** All values of a kind. */
    async *list(kind: Kind): AsyncGenerator<string> {
      for await (const [name, sealed] of store.list?.(`${kind}/`) ?? []) yield (await openValue(name, sealed))!;
    },
    /** Acquires a lease for a number of seconds, or with `isRenewed` until it is ended. Returns `undefined` if another request or process holds it. */
    async lease(key: string, seconds: number, isRenewed = false) {
      const name = await nameOf('lease', key);
      const id = crypto.randomUUID();
      if (!(await store.replace(name, undefined, id, seconds))) return undefined;
      const renew = () => void store.replace(name, id, id, seconds).catch(() => false);
      const renewing = isRenewed ? setInterval(renew, (seconds * 1000) / 4) : undefined;
      return {
        /** Returns true if the lease has not expired. */
        isHeld: async () => (await store.get(name)) === id,
        async end(): Promise<void> {
          clearInterval(renewing);
          // A lease that is not ended expires.
          await store.replace(name, id, undefined).catch(() => false);
        },
      };
    },
    /** Adds 1 to a count, and returns the seconds to wait if it is over the limit; otherwise 0. */
    async secondsToWait(key: string, { requests, seconds }: Limit): Promise<number> {
      const { count, left } = await store.count(await nameOf('lease', key), seconds);
      return count > requests ? Math.ceil(left) : 0;
    },
  };
}

/**
 * Opens the store's own key with one of the secrets, or creates it. The key is sealed for the namespace of the store, with each secret of the process that sealed it last, the current one first:
 * during a change of the secret, a process that has only one of the two secrets opens it too.
 */
async function ownKey(store: Store, secrets: readonly string[]): Promise<string> {
  const seals = secrets.map((secret) => createSeal(secret, 'lending-elements/store'));
  // Rows of another namespace would send the ids of one brand, or of staging, to the service of another.
  const sealedFor = `${KEY_NAME} ${store.namespace ?? ''}`;
  const close = async (key: string) => (await Promise.all(seals.map((seal) => seal.close(key, sealedFor)))).join(' ');
  const fresh = base64url.encode(crypto.getRandomValues(new Uint8Array(32)));
  const found = await store.get(KEY_NAME);
  if (found === undefined && (await store.replace(KEY_NAME, undefined, await close(fresh)))) return fresh;
  const sealed = found ?? (await store.get(KEY_NAME)) ?? '';
  const texts = sealed.split(' ');
  /** For each sealed string, the results of opening it with each secret. */
  const opened = await Promise.all(texts.map((text) => Promise.all(seals.map((seal) => seal.open(text, sealedFor)))));
  const own = opened.flat().find((key) => key !== undefined);
  if (own === undefined)
    throw new LendingError('config-invalid', 'None of the secrets opens this store.', {
      remedy:
        'Also pass the secret that the store was created with, and keep its namespace. Without its values, applications could be created twice.',
    });
  // A process that does not have the newest secret leaves the seals as they are.
  const hasNewest = opened[0]!.some((key) => key !== undefined);
  const isSame = texts.length === seals.length && opened.every((keys, at) => keys[at] !== undefined);
  if (hasNewest && !isSame) await store.replace(KEY_NAME, sealed, await close(own));
  return own;
}
