import { sha256 } from '../../schema/consent/notice-text.js';

/** Node's hash functions are synchronous, and faster than Web Crypto, which waits for another thread. Other platforms do not have them. */
const node = globalThis.process?.getBuiltinModule?.('node:crypto');

/** Returns the SHA-256 of a string in UTF-8, or with a key the HMAC-SHA-256, in hexadecimal. */
export async function hashText(text: string, key?: string): Promise<string> {
  if (node?.hash)
    return key === undefined ? node.hash('sha256', text) : node.createHmac('sha256', key).update(text).digest('hex');
  if (key === undefined) return sha256(text);
  const encode = (one: string) => new TextEncoder().encode(one);
  const imported = await crypto.subtle.importKey('raw', encode(key), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ]);
  const bytes = new Uint8Array(await crypto.subtle.sign('HMAC', imported, encode(text)));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
