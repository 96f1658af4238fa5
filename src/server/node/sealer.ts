import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomFillSync } from 'node:crypto';
import { headerOf, NAME_BYTES, type Sealer } from '../sealer.js';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG = { authTagLength: 16 };
/** Nonce, text and tag, in base64url. */
const PARTS = /^([\w-]{16})\.([\w-]*)\.([\w-]{22})$/;

/**
 * The sealer for Node, for the option `sealer` of `createHandler`. `fromEnv()` passes it. WebCrypto does the same work in another
 * thread, and waiting for it takes longer than the work.
 */
export const nodeSealer: Sealer = (secret, purpose) => {
  const key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
  const kid = createHash('sha256').update(key).digest().subarray(0, NAME_BYTES).toString('base64url');
  const header = Buffer.from(JSON.stringify(headerOf(kid))).toString('base64url');
  const aad = Buffer.from(header);
  const head = `${header}..`;
  return {
    head,
    seal(text) {
      // Each seal asks for its own bytes: a machine that is copied while it runs would use bytes in store twice.
      const nonce = randomFillSync(Buffer.allocUnsafe(NONCE_BYTES));
      const cipher = createCipheriv(CIPHER, key, nonce, TAG).setAAD(aad);
      const sealed = cipher.update(text, 'utf8', 'base64url') + cipher.final('base64url');
      return `${head}${nonce.toString('base64url')}.${sealed}.${cipher.getAuthTag().toString('base64url')}`;
    },
    open(sealed) {
      const parts = PARTS.exec(sealed.slice(head.length));
      if (!parts) throw new TypeError('This is not a sealed text.');
      const [, nonce, text, tag] = parts as unknown as [string, string, string, string];
      const decipher = createDecipheriv(CIPHER, key, Buffer.from(nonce, 'base64url'), TAG);
      decipher.setAAD(aad).setAuthTag(Buffer.from(tag, 'base64url'));
      return decipher.update(text, 'base64url', 'utf8') + decipher.final('utf8');
    },
  };
};
