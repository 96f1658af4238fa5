import { base64url } from 'jose';
import { LendingError } from '../../errors.js';
import { createSeal, subjectKey } from '../seal.js';
import type { Texts } from './texts.js';

/** Hides the names and seals the texts of one store. */
export interface SealedTexts {
  /** Returns the name under which the store keeps a key: nobody can read the key from it. */
  nameOf(key: string): Promise<string>;
  /** Seals a text for this name. */
  close(name: string, text: string): Promise<string>;
  /** Opens a text. Throws `handler-failed` if it was altered, or sealed for another name. */
  open(name: string, sealed: string): Promise<string>;
}

/** The name of the store's own key, sealed with the partner's secret. */
const KEY_NAME = 'key';
/** A hundred years, in seconds: the store decides when a value expires. */
const FOREVER = 100 * 365 * 24 * 3600;

/**
 * Opens the store's own key with one of the secrets, or makes it. Because the store has a key of its own, every machine finds the same
 * names while the secret is changed.
 */
export async function openSealedTexts(texts: Texts, secrets: readonly string[], store: string): Promise<SealedTexts> {
  const own = await ownKey(texts, secrets, store);
  const values = createSeal([own], 'lending-elements/stores/values');
  return {
    nameOf: (key) => subjectKey(own, 'lending-elements/stores/names', key),
    close: (name, text) => values.close({ text }, name, FOREVER),
    async open(name, sealed) {
      const opened = await values.open<{ text: string }>(sealed, name);
      if (opened) return opened.text;
      throw new LendingError('handler-failed', `${store}(): a stored value was altered.`, {
        remedy: 'Find out who else writes to this store. Restore it from a backup.',
      });
    },
  };
}

async function ownKey(texts: Texts, secrets: readonly string[], store: string): Promise<string> {
  const seal = createSeal(secrets, 'lending-elements/stores');
  const close = (key: string) => seal.close({ key }, KEY_NAME, FOREVER);
  const fresh = base64url.encode(crypto.getRandomValues(new Uint8Array(32)));
  const kept = await texts.get(KEY_NAME);
  if (kept === undefined && (await texts.add(KEY_NAME, await close(fresh)))) return fresh;
  const sealed = kept ?? (await texts.get(KEY_NAME));
  const opened = await seal.open<{ key: string }>(sealed, KEY_NAME);
  if (!opened)
    throw new LendingError('config-invalid', `${store}(): none of the secrets opens this store.`, {
      remedy:
        'Also pass the secret that the store was created with. Without its values, applications could be created twice.',
    });
  if (opened.isOld) await texts.replace(KEY_NAME, sealed, await close(opened.key));
  return opened.key;
}
