import { base64url } from 'jose';
import { LendingError } from '../errors.js';
import { limitMethods } from './options/partner-functions.js';
import type { Database, Records, Store } from './records/records.js';
import { createSeal, deriveKey } from './seal.js';
import { hashText } from './util/hash-text.js';
import { startOnce } from './util/start-once.js';

/** The rows of a database, and the functions that need its own key. */
export interface Opened {
  readonly store: Store;
  /** Seals a string for the id of a row. */
  close(text: string, id: string): Promise<string>;
  /** Opens a string that was sealed for the id of a row. Rejects if it was altered. */
  open(sealed: string, id: string): Promise<string>;
  /** Derives a token of 43 characters from a string for one purpose. It stays the same for as long as the database exists, and does not reveal the string. */
  token(purpose: string, text: string): Promise<string>;
}

type Opens = Pick<Database, 'keys' | 'namespace' | 'open'>;

/** Opens a database at the first call, and limits the time of each of its methods, in milliseconds. Its own key is sealed with each secret of the partner, so that a change of the secret changes no token. */
export const createOpening = (database: Database, secrets: readonly string[], limit: number) =>
  startOnce(() => {
    const keys = limitMethods(database.keys, 'store.keys', limit);
    const open = (key: string) => limitStore(database.open(key), limit);
    return openStore({ namespace: database.namespace, keys, open }, secrets);
  });
export type Opening = ReturnType<typeof createOpening>;

/** Limits the methods of a store. The page gets an error that a change throws; the others are only for the log. */
function limitStore(store: Store, limit: number): Store {
  const limited = limitMethods(store, 'store', limit);
  return {
    ...limited,
    change: (owner, change, also) => rethrowing(change, (own) => limited.change(owner, own, also)),
    erase: (owner, look, reason) => rethrowing(look, (own) => limited.erase(owner, own, reason)),
  };
}

/** Passes a function to some work. If the function throws last, the work rejects with its error. */
async function rethrowing<R, T>(
  change: (records: Records) => R,
  work: (change: (records: Records) => R) => Promise<T>,
): Promise<T> {
  let thrown: unknown;
  try {
    return await work((records) => {
      thrown = undefined;
      try {
        return change(records);
      } catch (error) {
        thrown = error;
        throw error;
      }
    });
  } catch (error) {
    throw thrown ?? error;
  }
}

export async function openStore(database: Opens, secrets: readonly string[]): Promise<Opened> {
  const own = await ownKey(database, secrets);
  const derive = async (purpose: string) => base64url.encode(await deriveKey(own, `lending-elements/store/${purpose}`));
  const [names, marks] = [await derive('names'), await derive('marks')];
  const seal = createSeal(own, 'lending-elements/store/values');
  return {
    store: database.open(marks),
    close: (text, id) => seal.close(text, id),
    async open(sealed, id) {
      const opened = await seal.open(sealed, id);
      if (opened !== undefined) return opened;
      throw new LendingError('handler-failed', 'A value in the store was altered.', {
        remedy: 'Find out who else writes to the store. Restore it from a backup.',
      });
    },
    async token(purpose, text) {
      const hash = await hashText(`${purpose} ${text}`, names);
      return base64url.encode(Uint8Array.from(hash.match(/../g)!, (pair) => parseInt(pair, 16)));
    },
  };
}

/**
 * Opens the database's own key with one of the secrets, or creates it. The key is sealed for the namespace, with each secret of the process that sealed it last, the
 * current one first: during a change of the secret, a process that has only one of the two secrets opens it too.
 */
async function ownKey({ keys, namespace }: Opens, secrets: readonly string[]): Promise<string> {
  const seals = secrets.map((secret) => createSeal(secret, 'lending-elements/store'));
  // Rows of another namespace would send the ids of one brand, or of staging, to the service of another.
  const sealedFor = `key ${namespace}`;
  const close = async (key: string) => (await Promise.all(seals.map((seal) => seal.close(key, sealedFor)))).join(' ');
  const fresh = base64url.encode(crypto.getRandomValues(new Uint8Array(32)));
  const found = await keys.read();
  if (found === undefined && (await keys.replace(undefined, await close(fresh)))) return fresh;
  const sealed = found ?? (await keys.read()) ?? '';
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
  if (hasNewest && !isSame) await keys.replace(sealed, await close(own));
  return own;
}
