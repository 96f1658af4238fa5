// Stands for the partner's own sign-in: each browser is a user of its own, known by a cookie.
import { randomUUID } from 'node:crypto';

const COOKIE = 'partner_user';
const known = new Set();

/** The header that signs a new visitor in. */
export function signIn() {
  const id = randomUUID();
  known.add(id);
  return `${COOKIE}=${id}; Path=/; HttpOnly; SameSite=Lax`;
}

/** The user whom a request belongs to, or `null`. */
export function signedInUser(request) {
  const id = (request.headers.get('cookie') ?? '').match(/(?:^|; )partner_user=([^;]+)/)?.[1];
  return known.has(id) ? { subject: id } : null;
}
